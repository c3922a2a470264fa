package textindex

import (
	"slices"

	"github.com/agmem/agmem/internal/recall"
)

// Match scores every document by what the plan says that its leaves are worth,
// and leaves out the documents that cannot fulfil the plan's conditions.
func (w *Weighed) Match() *Scores {
	scores := NewScores(w.snapshot.high)
	for _, i := range w.scoredOnce() {
		scores.Add(w.found[i], w.model.Weights(w.plan.Leaves[i].IDF))
	}
	for _, i := range w.plan.Required() {
		scores.Keep(w.found[i].Set(w.snapshot.high))
	}
	for _, set := range w.Possible() {
		scores.Keep(set)
	}
	return scores
}

// Possible returns sets that have every document which can fulfil the conditions of
// the plan, none for a plan without.
func (w *Weighed) Possible() []Bitset {
	var sets []Bitset
	for _, c := range w.plan.Conditions() {
		sets = append(sets, w.bound(c, true))
	}
	return sets
}

// scoredOnce returns the leaves that are worth something. One that was looked up
// again, for the words that it may have meant, is among them twice.
func (w *Weighed) scoredOnce() []int {
	var leaves []int
	for _, i := range w.scored {
		if !slices.Contains(leaves, i) {
			leaves = append(leaves, i)
		}
	}
	return leaves
}

// bound returns a set that holds every document for which a condition can be
// true (upper), or only such for which it must be. They differ by phrases,
// for which the index knows the words alone.
func (w *Weighed) bound(c recall.Condition, upper bool) Bitset {
	switch c.Op {
	case recall.OpLeaf:
		return w.found[c.Leaf].Set(w.snapshot.high)
	case recall.OpNot:
		set := w.bound(c.Of[0], !upper)
		set.Not()
		return set
	case recall.OpOr:
		set := NewBitset(w.snapshot.high)
		for _, of := range c.Of {
			set.Or(w.bound(of, upper))
		}
		return set
	case recall.OpPhrase:
		if !upper && len(c.Of) > 1 {
			return NewBitset(w.snapshot.high)
		}
	}
	set := NewBitset(w.snapshot.high)
	set.Not()
	for _, of := range c.Of {
		set.And(w.bound(of, upper))
	}
	return set
}
