package textindex

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/agmem/agmem/internal/recall"
)

// Weighed is a question as an index has it: which documents have each of its
// words, before any of them is scored.
type Weighed struct {
	snapshot *Snapshot
	plan     *recall.Plan
	share    Share
	model    recall.BM25
	found    map[int]Matches // by leaf
	scored   []int           // the leaves that are worth something, in the order of looking up
}

// Share tells the other collections that are asked the same question what is
// known here, and returns what is known in all of them.
type Share func(ctx context.Context, r recall.Round, own recall.Statistics) (recall.Statistics, error)

// Weigh looks up the plan's leaves, corrects the misspelt ones, and tells the
// plan what each is worth: by this index and those that it shares with, which
// are none where share is nil.
func (s *Snapshot) Weigh(ctx context.Context, plan *recall.Plan, share Share) (*Weighed, error) {
	if share == nil {
		share = alone
	}
	w := &Weighed{snapshot: s, plan: plan, share: share, found: make(map[int]Matches)}
	if err := w.lookUp(ctx, recall.RoundWords, plan.Active()); err != nil {
		return nil, err
	}
	if err := w.correct(ctx); err != nil {
		return nil, err
	}
	if len(w.scored) > 0 {
		return w, nil
	}
	return w, w.lookUp(ctx, recall.RoundFunction, plan.Inactive())
}

func alone(_ context.Context, _ recall.Round, own recall.Statistics) (recall.Statistics, error) {
	return own, nil
}

// lookUp finds the documents of some leaves and weighs these.
func (w *Weighed) lookUp(ctx context.Context, r recall.Round, leaves []int) error {
	var terms []string
	for _, i := range leaves {
		terms = append(terms, w.plan.Leaves[i].Terms...)
	}
	lists, err := w.snapshot.Read(ctx, terms)
	if err != nil {
		return err
	}
	own := w.snapshot.Statistics()
	for _, i := range leaves {
		if w.found[i], err = w.documents(ctx, w.plan.Leaves[i], lists); err != nil {
			return err
		}
		own.DF[i] = len(w.found[i].Docs)
	}
	all, err := w.share(ctx, r, own)
	if err != nil {
		return err
	}
	w.model = all.BM25()
	for _, i := range leaves {
		w.plan.Weigh(i, all.DF[i], w.model)
	}
	if r == recall.RoundWords {
		w.plan.Focus()
	}
	for _, i := range leaves {
		if w.plan.Leaves[i].IDF > 0 {
			w.scored = append(w.scored, i)
		}
	}
	return nil
}

func (w *Weighed) documents(ctx context.Context, leaf recall.Leaf, lists Lists) (Matches, error) {
	if leaf.Prefix != "" {
		return w.snapshot.Prefix(ctx, leaf.Prefix)
	}
	return w.snapshot.Union(lists, leaf.Terms...)
}

// correct looks up what misspelt leaves may have meant.
func (w *Weighed) correct(ctx context.Context) error {
	own := recall.Statistics{Similar: make(map[int][]recall.Similar)}
	var misspelt, corrected []int
	for i := range w.plan.Leaves {
		if !w.plan.Misspelt(i) {
			continue
		}
		misspelt = append(misspelt, i)
		var err error
		if own.Similar[i], err = w.meant(ctx, w.plan.Leaves[i].Word); err != nil {
			return err
		}
	}
	if len(misspelt) == 0 {
		return nil
	}
	all, err := w.share(ctx, recall.RoundSimilar, own)
	if err != nil {
		return err
	}
	for _, i := range misspelt {
		if w.plan.Correct(i, all.Similar[i]) {
			corrected = append(corrected, i)
		}
	}
	if len(corrected) == 0 {
		return nil
	}
	return w.lookUp(ctx, recall.RoundCorrected, corrected)
}

// maxMeant is how many words of the nearest distances are weighed up.
const maxMeant = 24

// meant returns words of the index that are near a misspelt one, with how
// many documents have them.
func (w *Weighed) meant(ctx context.Context, word string) ([]recall.Similar, error) {
	found, err := w.snapshot.Similar(ctx, w.plan.Speller(word))
	if err != nil || len(found) == 0 {
		return nil, err
	}
	words := slices.SortedFunc(maps.Keys(found), func(a, b string) int {
		return cmp.Or(cmp.Compare(found[a], found[b]), cmp.Compare(a, b))
	})
	words = words[:min(len(words), maxMeant)]
	lists, err := w.snapshot.Read(ctx, words)
	if err != nil {
		return nil, err
	}
	similar := make([]recall.Similar, 0, len(words))
	for _, word := range words {
		matches, err := w.snapshot.Union(lists, word)
		if err != nil {
			return nil, err
		}
		if len(matches.Docs) > 0 {
			similar = append(similar, recall.Similar{Word: word, Distance: found[word], DF: len(matches.Docs)})
		}
	}
	return similar, nil
}
