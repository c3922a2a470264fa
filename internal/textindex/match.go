package textindex

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/agmem/agmem/internal/recall"
)

// Match scores every document for a question. It looks up the plan's leaves,
// corrects the misspelt ones by the words of the index, tells the plan what
// each is worth, and leaves out the documents that cannot fulfil the plan's
// conditions.
func (s *Snapshot) Match(ctx context.Context, plan *recall.Plan) (*Scores, error) {
	m := matcher{snapshot: s, plan: plan, model: s.BM25(), scores: NewScores(s.high)}
	if err := m.leaves(ctx, plan.Active()); err != nil {
		return nil, err
	}
	if err := m.correct(ctx); err != nil {
		return nil, err
	}
	if !m.found {
		if err := m.leaves(ctx, plan.Inactive()); err != nil {
			return nil, err
		}
	}
	for _, c := range plan.Conditions() {
		m.scores.Keep(m.bound(c, true))
	}
	return m.scores, nil
}

// matcher is one Match in progress.
type matcher struct {
	snapshot *Snapshot
	plan     *recall.Plan
	model    recall.BM25
	scores   *Scores
	sets     map[int]Bitset // of the leaves that stand in conditions
	found    bool           // a document has something that was asked for
}

// leaves looks up some leaves and adds their scores.
func (m *matcher) leaves(ctx context.Context, numbers []int) error {
	var terms []string
	for _, i := range numbers {
		terms = append(terms, m.plan.Leaves[i].Terms...)
	}
	lists, err := m.snapshot.Read(ctx, terms)
	if err != nil {
		return err
	}
	for _, i := range numbers {
		if err := m.leaf(ctx, i, lists); err != nil {
			return err
		}
	}
	return nil
}

func (m *matcher) leaf(ctx context.Context, i int, lists Lists) error {
	leaf := m.plan.Leaves[i]
	var found Matches
	var err error
	if leaf.Prefix != "" {
		found, err = m.snapshot.Prefix(ctx, leaf.Prefix)
	} else {
		found, err = m.snapshot.Union(lists, leaf.Terms...)
	}
	if err != nil {
		return err
	}
	m.plan.Weigh(i, len(found.Docs), m.model)
	if idf := m.plan.Leaves[i].IDF; idf > 0 {
		m.found = true
		m.scores.Add(found, m.model.Weights(idf))
	}
	if len(m.plan.Conditions()) > 0 {
		if m.sets == nil {
			m.sets = make(map[int]Bitset)
		}
		m.sets[i] = found.Set(m.snapshot.high)
	}
	return nil
}

// correct looks up what misspelt leaves may have meant.
func (m *matcher) correct(ctx context.Context) error {
	for i := range m.plan.Leaves {
		if !m.plan.Misspelt(i) {
			continue
		}
		meant, err := m.meant(ctx, m.plan.Leaves[i].Word)
		if err != nil {
			return err
		}
		if !m.plan.Correct(i, meant) {
			continue
		}
		if err := m.leaves(ctx, []int{i}); err != nil {
			return err
		}
	}
	return nil
}

// maxMeant is how many words of the nearest distances are weighed up.
const maxMeant = 24

// meant returns words of the index that are near a misspelt one, with how
// many documents have them.
func (m *matcher) meant(ctx context.Context, word string) ([]recall.Similar, error) {
	found, err := m.snapshot.Similar(ctx, recall.NewSpeller(word))
	if err != nil || len(found) == 0 {
		return nil, err
	}
	words := slices.SortedFunc(maps.Keys(found), func(a, b string) int {
		return cmp.Or(cmp.Compare(found[a], found[b]), cmp.Compare(a, b))
	})
	words = words[:min(len(words), maxMeant)]
	lists, err := m.snapshot.Read(ctx, words)
	if err != nil {
		return nil, err
	}
	similar := make([]recall.Similar, 0, len(words))
	for _, w := range words {
		matches, err := m.snapshot.Union(lists, w)
		if err != nil {
			return nil, err
		}
		if len(matches.Docs) > 0 {
			similar = append(similar, recall.Similar{Word: w, Distance: found[w], DF: len(matches.Docs)})
		}
	}
	return similar, nil
}

// bound returns a set that holds every document for which a condition can be
// true (upper), or only such for which it must be. They differ by phrases,
// for which the index knows the words alone.
func (m *matcher) bound(c recall.Condition, upper bool) Bitset {
	switch c.Op {
	case recall.OpLeaf:
		return slices.Clone(m.sets[c.Leaf])
	case recall.OpNot:
		set := m.bound(c.Of[0], !upper)
		set.Not()
		return set
	case recall.OpOr:
		set := NewBitset(m.snapshot.high)
		for _, of := range c.Of {
			set.Or(m.bound(of, upper))
		}
		return set
	case recall.OpPhrase:
		if !upper && len(c.Of) > 1 {
			return NewBitset(m.snapshot.high)
		}
	}
	set := NewBitset(m.snapshot.high)
	set.Not()
	for _, of := range c.Of {
		set.And(m.bound(of, upper))
	}
	return set
}
