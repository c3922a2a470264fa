package numbered

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
)

// Fuzzy says when words are taken for similar ones.
type Fuzzy int

// When a search is fuzzy.
const (
	FuzzyAuto   Fuzzy = iota // where the words as they are typed find too little
	FuzzyAlways              // also then, and for words that the store has or that are common
	FuzzyNever
)

// DefaultThreshold is how similar a word is at least to the one that it is taken for.
const DefaultThreshold = 0.7

// enough is how many results keep the next tier out.
const enough = 5

// Search asks for memories by words.
type Search struct {
	Text          string
	Selection     agmem.Selection
	Limit, Offset int // 1 or more, 0 or more
	Fuzzy         Fuzzy
	// Threshold is in 0..1, see [DefaultThreshold]. Under the default words are
	// taken for any that are similar enough.
	Threshold float64
}

// Tier says how a memory was found.
type Tier string

// The tiers of a search, best first.
const (
	TierAll   Tier = "all"   // it has every word
	TierAny   Tier = "any"   // it has one of the words
	TierFuzzy Tier = "fuzzy" // it has a word that is similar to one
)

// Result is a memory that a search found.
type Result struct {
	agmem.Memory
	Tier  Tier
	Score float64 // in 0..1, never above that of the result before it
	Parts Parts
	// Words are those of the question, as the memory has them, folded.
	Words []string
}

// Results are a part of what a search found.
type Results struct {
	Results []Result
	// Corrections are the words that were taken for others, the same on every page.
	Corrections []agmem.Correction
	// Total is how many results there are without a limit.
	Total int64
	// Strict is how many more memories have one of the words that operators ask
	// for, where fewer are found than may be shown.
	Strict int64
}

// Search goes through three tiers, each only where the ones before it found
// fewer than five: memories with all words, with one of the words, with a word
// that is similar. The results of a tier stand below those of the one before.
// Operators are strict in each of them.
func (m Memories) Search(ctx context.Context, s Search) (Results, error) {
	if err := s.validate(); err != nil {
		return Results{}, err
	}
	found := Results{Results: []Result{}, Corrections: []agmem.Correction{}}
	err := m.reading(ctx, func(store Store) (err error) {
		c := &cascade{Search: s, store: store, now: agmem.InstantOf(m.Now()), seen: make(map[int64]bool)}
		if err := c.run(ctx); err != nil {
			return err
		}
		if found, err = c.page(ctx); err != nil {
			return err
		}
		found.Strict, err = c.leftOutByOperators(ctx)
		return err
	})
	return found, err
}

func (s Search) validate() error {
	if err := (agmem.Listing{Limit: s.Limit, Offset: s.Offset}).Validate(); err != nil {
		return err
	}
	return s.lookup(agmem.MatchAll).Validate()
}

// lookup returns what some tiers ask for.
func (s Search) lookup(matches ...agmem.Match) agmem.Lookup {
	return agmem.Lookup{
		Text: s.Text, Selection: s.Selection, Matches: matches, Enough: enough, Known: s.Fuzzy == FuzzyAlways,
		// A tier also finds what those before it did, which were fewer than enough.
		Limit:      s.wanted() + enough,
		Similarity: s.Threshold, Loose: s.Fuzzy == FuzzyAlways || s.Threshold < DefaultThreshold,
	}
}

// sorted is how many results of the fuzzy tier are ordered by their combined
// score, so that the pages of a search are parts of one order.
const sorted = 100

// wanted is how many results of a tier may be shown, or say that there are enough.
func (s Search) wanted() int { return max(enough, s.Offset+min(s.Limit, maxWanted-s.Offset)) }

// maxWanted keeps the sum of a limit and an offset a number.
const maxWanted = 1 << 40

// cascade is a search in progress.
type cascade struct {
	Search
	store Store
	now   agmem.Instant
	found []found
	seen  map[int64]bool // by number
	total int64

	corrections []agmem.Correction
}

// found is a result before its memory is read.
type found struct {
	number int64
	tier   Tier
	score  float64
	parts  Parts
}

func (c *cascade) run(ctx context.Context) error {
	exact := c.lookup(agmem.MatchAll, agmem.MatchAny)
	if recall.CountWords(c.Text) < 2 { // what has one of the words has all
		exact = c.lookup(agmem.MatchAll)
	}
	if c.Fuzzy == FuzzyAlways { // the second tier may be asked too, for a word that was meant
		exact.Enough = math.MaxInt
	}
	all, err := c.store.Find(ctx, exact)
	if err != nil {
		return err
	}
	var similar []agmem.Findings
	if c.asksSimilar(all) {
		if similar, err = c.similar(ctx, all); err != nil {
			return err
		}
	}
	c.add(TierAll, all[0])
	switch {
	case c.corrects(similar):
		if len(similar) > 1 {
			c.add(TierAny, similar[1])
		}
		c.add(TierFuzzy, similar[0])
	case len(all) > 1 && all[0].Total < enough:
		c.add(TierAny, all[1])
	}
	return nil
}

// leftOutByOperators counts the memories that have one of the words that operators
// ask for and are not found.
func (c *cascade) leftOutByOperators(ctx context.Context) (int64, error) {
	words := c.lookup(agmem.MatchAny)
	words.Text = recall.WithoutOperators(c.Text)
	if c.total >= int64(c.Limit) || words.Text == "" {
		return 0, nil
	}
	all, err := c.store.Find(ctx, words)
	if err != nil {
		return 0, err
	}
	return max(0, all[0].Total-c.total), nil
}

// asksSimilar says whether the last tier is asked after the others. Where a
// memory has every word, the store lacks none.
func (c *cascade) asksSimilar(found []agmem.Findings) bool {
	return c.Fuzzy == FuzzyAlways || c.Fuzzy == FuzzyAuto && found[0].Total == 0 && found[len(found)-1].Total < enough
}

// similar returns what has a word that is similar to one of the question and,
// where some memories may have one of the words as it is typed, those in the
// order that counts the similar words too.
func (c *cascade) similar(ctx context.Context, found []agmem.Findings) ([]agmem.Findings, error) {
	lookup := c.lookup(agmem.MatchSimilar)
	if found[len(found)-1].Total > 0 && recall.CountWords(c.Text) > 1 {
		lookup = c.lookup(agmem.MatchSimilar, agmem.MatchTyped)
	}
	lookup.Enough = math.MaxInt // both are needed
	// The best of the last tier are sorted. Those of the tiers before it that are
	// listed too must not make them fewer.
	listed := min(found[len(found)-1].Total, int64(c.wanted()+enough))
	lookup.Limit = int(listed) + max(lookup.Limit, sorted)
	return c.store.Find(ctx, lookup)
}

// corrects says whether a word was taken for another, and notes which. Of words
// that may have been meant, those that no memory has that may be found are left
// out where all memories are known.
func (c *cascade) corrects(similar []agmem.Findings) bool {
	if len(similar) == 0 {
		return false
	}
	c.corrections = similar[0].Corrections
	if similar[0].Total <= sorted {
		c.corrections = slices.DeleteFunc(c.corrections, func(w agmem.Correction) bool {
			return !slices.ContainsFunc(similar[0].Found, func(f agmem.Found) bool {
				return slices.Contains(f.Words, agmem.FoundWord{Word: w.From, As: w.To})
			})
		})
	}
	return len(c.corrections) > 0
}

// add adds what a tier finds beyond those before it.
func (c *cascade) add(tier Tier, findings agmem.Findings) {
	c.total = findings.Total // a tier finds all that the one before it does
	var added []found
	for _, f := range findings.Found {
		if !c.seen[f.Number] {
			c.seen[f.Number] = true
			parts := partsOf(f, c.now)
			added = append(added, found{f.Number, tier, parts.Combined(), parts})
		}
	}
	if tier == TierFuzzy {
		best := added[:min(len(added), sorted)]
		slices.SortStableFunc(best, func(a, b found) int { return cmp.Compare(b.score, a.score) })
	}
	c.found = append(c.found, added...)
}

// page returns the part of the results that was asked for.
func (c *cascade) page(ctx context.Context) (Results, error) {
	for i := 1; i < len(c.found); i++ {
		c.found[i].score = min(c.found[i].score, c.found[i-1].score)
	}
	from := min(c.Offset, len(c.found))
	shown := c.found[from:min(len(c.found), c.Offset+min(c.Limit, maxWanted-c.Offset))]
	memories, err := c.read(ctx, shown)
	r := Results{Results: make([]Result, 0, len(shown)), Corrections: append([]agmem.Correction{}, c.corrections...), Total: c.total}
	for _, f := range shown {
		m, ok := memories[f.number]
		if !ok {
			continue // somebody has deleted it meanwhile
		}
		r.Results = append(r.Results, Result{Memory: m, Tier: f.tier, Score: f.score, Parts: f.parts, Words: f.parts.words})
	}
	return r, err
}

// read returns the memories of some results by their numbers.
func (c *cascade) read(ctx context.Context, shown []found) (map[int64]agmem.Memory, error) {
	if len(shown) == 0 {
		return nil, nil
	}
	numbers := make([]int64, len(shown))
	for i, f := range shown {
		numbers[i] = f.number
	}
	list, err := c.store.Browse(ctx, agmem.Browsing{Selection: agmem.Selection{Numbers: numbers}, Limit: len(numbers)})
	memories := make(map[int64]agmem.Memory, len(list))
	for _, m := range list {
		memories[m.Number] = m
	}
	return memories, err
}
