package search

import (
	"context"
	"math"
	"slices"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/textindex"
)

// Counter is a corpus that can count without reading texts.
type Counter interface {
	// Count returns how many of the documents, which are in the order of their
	// numbers, are alive and pass the filter.
	Count(ctx context.Context, numbers []int64) (int, error)
}

// Page is the beginning of what answers a query, and how much there is of it.
type Page[D any] struct {
	Hits  []Hit[D]
	Total int
	// Corrections are the words of the query that were taken for others.
	Corrections []agmem.Correction
}

// Pages returns the documents that answer a query, for one match after the other,
// until one of them finds enough; that of the options is not asked. The best match
// cannot be, for its answers are not a set.
//
// With a higher limit a list goes on where it ended: it is made of parts, 60 of the
// documents that the index scored highest, then eight times as many, and so on,
// each of them ranked by its texts as [Run] does.
func Pages[D any](ctx context.Context, corpus Corpus[D], query agmem.Query, opts Options, matches []agmem.Match, enough int) ([]Page[D], error) {
	var pages []Page[D]
	r := reader[D]{corpus: corpus, query: query, opts: opts}
	for _, match := range matches {
		page, err := r.page(ctx, match)
		if err != nil {
			return nil, err
		}
		pages = append(pages, page)
		if page.Total >= enough {
			break
		}
	}
	return pages, nil
}

// reader asks one match after the other. The words weigh the same in those that
// correct nothing, and in those that do.
type reader[D any] struct {
	corpus           Corpus[D]
	query            agmem.Query
	opts             Options
	typed, corrected *search[D] // the words looked up, once they are needed
}

func (r *reader[D]) page(ctx context.Context, match agmem.Match) (Page[D], error) {
	of, corrects := &r.typed, match == agmem.MatchSimilar || match == agmem.MatchTyped
	if corrects {
		of = &r.corrected
	}
	if err := r.lookUp(ctx, of, corrects); err != nil {
		return Page[D]{}, err
	}
	s := *of
	s.plan.Demand.Match = match
	corrections := s.plan.Corrections()
	if match == agmem.MatchTyped && len(corrections) == 0 {
		return Page[D]{}, nil
	}
	if err := s.score(ctx); err != nil {
		return Page[D]{}, err
	}
	var only map[int64]bool
	if match == agmem.MatchTyped {
		var err error
		if only, err = r.asTyped(ctx); err != nil {
			return Page[D]{}, err
		}
		s.keep(only)
	}
	page, err := s.page(ctx, only)
	page.Corrections = corrections
	return page, err
}

// lookUp makes a search whose words are looked up and weighed, unless there is one.
func (r *reader[D]) lookUp(ctx context.Context, of **search[D], corrects bool) error {
	if *of != nil {
		return nil
	}
	opts := r.opts
	opts.Demand.Match = agmem.MatchAny
	if corrects {
		opts.Demand.Match = agmem.MatchSimilar
	}
	*of = newSearch(r.corpus, r.query, opts)
	return (*of).weigh(ctx)
}

// asTyped returns the documents that have a word of the query as it is typed.
func (r *reader[D]) asTyped(ctx context.Context) (map[int64]bool, error) {
	if err := r.lookUp(ctx, &r.typed, false); err != nil {
		return nil, err
	}
	r.typed.plan.Demand.Match = agmem.MatchAny
	if err := r.typed.score(ctx); err != nil {
		return nil, err
	}
	only := make(map[int64]bool)
	for _, doc := range append(r.typed.scores.Docs(), r.typed.dated...) {
		only[doc] = true
	}
	return only, nil
}

// keep drops the documents that are not in a set.
func (s *search[D]) keep(only map[int64]bool) {
	set := textindex.NewBitset(s.snapshot.High())
	for doc := range only {
		set.Add(doc)
	}
	s.scores.Keep(set)
	s.dated = slices.DeleteFunc(s.dated, func(doc int64) bool { return !only[doc] })
}

// page returns the answers that scored highest, and how many there are. Unless
// it is nil, only those of a set are answers.
func (s *search[D]) page(ctx context.Context, only map[int64]bool) (Page[D], error) {
	var all []answer[D]
	seen := make(map[int64]bool)
	ranked := make(map[int64]bool) // as candidates
	for n := firstCandidates; ; n = moreThan(n) {
		top, err := s.top(ctx, n)
		if err != nil {
			return Page[D]{}, err
		}
		// Which of equal scores are among the best depends on n.
		left := slices.DeleteFunc(slices.Clone(top), func(c textindex.Candidate) bool { return ranked[c.Doc] })
		part, err := s.rank(ctx, left)
		if err != nil {
			return Page[D]{}, err
		}
		for _, a := range part {
			if !seen[a.text.Number] && (only == nil || only[a.text.Number]) {
				seen[a.text.Number] = true
				all = append(all, a)
			}
		}
		for _, c := range left {
			ranked[c.Doc] = true
		}
		if len(top) < n {
			return Page[D]{Hits: descending(s.hits(all[:min(len(all), s.query.Limit)])), Total: len(all)}, nil
		}
		if len(all) >= s.query.Limit {
			count, err := s.count(ctx)
			return Page[D]{Hits: descending(s.hits(all[:s.query.Limit])), Total: count}, err
		}
	}
}

func moreThan(n int) int { return min(n, math.MaxInt/moreCandidates) * moreCandidates }

// descending keeps the scores of a part from being above those of the part
// before it.
func descending[D any](hits []Hit[D]) []Hit[D] {
	for i := 1; i < len(hits); i++ {
		hits[i].Score = min(hits[i].Score, hits[i-1].Score)
	}
	return hits
}

// count returns how many documents answer.
func (s *search[D]) count(ctx context.Context) (int, error) {
	numbers := append(s.scores.Docs(), s.dated...)
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	if counter, ok := s.corpus.(Counter); ok && !s.textsDecide() {
		return counter.Count(ctx, numbers)
	}
	return s.countTexts(ctx, numbers)
}

// textsDecide says that the index alone cannot tell the documents that answer:
// phrases and named days are judged by the texts.
func (s *search[D]) textsDecide() bool {
	return len(s.plan.Conditions()) > 0 || len(s.plan.Days()) > 0
}

// readAtOnce is how many texts are read at a time where they must be.
const readAtOnce = 500

func (s *search[D]) countTexts(ctx context.Context, numbers []int64) (int, error) {
	count := 0
	for piece := range slices.Chunk(numbers, readAtOnce) {
		answers, err := s.read(ctx, piece, nil)
		if err != nil {
			return 0, err
		}
		count += len(answers)
	}
	return count, nil
}
