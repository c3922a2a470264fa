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
	model    recall.BM25
	found    map[int]Matches // by leaf
	scored   []int           // the leaves that are worth something, in the order of looking up
}

// Weigh looks up the plan's leaves, corrects the misspelt ones by the words of
// the index, and tells the plan what each is worth.
func (s *Snapshot) Weigh(ctx context.Context, plan *recall.Plan) (*Weighed, error) {
	w := &Weighed{snapshot: s, plan: plan, model: s.BM25(), found: make(map[int]Matches)}
	if err := w.lookUp(ctx, plan.Active()); err != nil {
		return nil, err
	}
	if err := w.correct(ctx); err != nil {
		return nil, err
	}
	if len(w.scored) > 0 {
		return w, nil
	}
	return w, w.lookUp(ctx, plan.Inactive())
}

// lookUp finds the documents of some leaves and weighs these.
func (w *Weighed) lookUp(ctx context.Context, leaves []int) error {
	var terms []string
	for _, i := range leaves {
		terms = append(terms, w.plan.Leaves[i].Terms...)
	}
	lists, err := w.snapshot.Read(ctx, terms)
	if err != nil {
		return err
	}
	for _, i := range leaves {
		if w.found[i], err = w.documents(ctx, w.plan.Leaves[i], lists); err != nil {
			return err
		}
		w.plan.Weigh(i, len(w.found[i].Docs), w.model)
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
	for i := range w.plan.Leaves {
		if !w.plan.Misspelt(i) {
			continue
		}
		meant, err := w.meant(ctx, w.plan.Leaves[i].Word)
		if err != nil {
			return err
		}
		if !w.plan.Correct(i, meant) {
			continue
		}
		if err := w.lookUp(ctx, []int{i}); err != nil {
			return err
		}
	}
	return nil
}

// maxMeant is how many words of the nearest distances are weighed up.
const maxMeant = 24

// meant returns words of the index that are near a misspelt one, with how
// many documents have them.
func (w *Weighed) meant(ctx context.Context, word string) ([]recall.Similar, error) {
	found, err := w.snapshot.Similar(ctx, recall.NewSpeller(word))
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
