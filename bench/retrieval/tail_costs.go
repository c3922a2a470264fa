package main

import (
	"fmt"

	"github.com/agmem/agmem/internal/recall"
)

// cutter says how many of the hits to a question are kept.
type cutter interface{ kept(a asked) int }

// tailRule keeps a hit that scores least or a share of the best one's score.
type tailRule struct{ least, share float64 }

func (r tailRule) kept(a asked) int {
	for i, h := range a.hits {
		if h.score < r.least && h.score < r.share*a.hits[0].score {
			return i
		}
	}
	return len(a.hits)
}

// asBuilt keeps what the program keeps.
type asBuilt struct{}

func (asBuilt) kept(a asked) int { return tailRule{a.expected().Least, 2}.kept(a) }

// expected is what the program expects the hits to score.
func (a asked) expected() recall.Expected {
	return recall.ExpectedOf(a.text, len(a.hits) > 0 && a.hits[0].evidence.Compared)
}

// tailCosts is what a rule does to a set, see tail_head.md.
type tailCosts struct{ lost, wrong, other, othersEmpty, ownEmpty float64 }

// String is the cells of a table row.
func (c tailCosts) String() string {
	return fmt.Sprintf("%.2f | %.1f %% | %.1f %% | %.1f %% | %.1f %%", 100*c.lost, 100*c.wrong, 100*c.other, 100*c.othersEmpty, 100*c.ownEmpty)
}

// costs measures a rule on the answers of a set.
func costs(all []asked, set string, r cutter) tailCosts {
	var dropped, of tailCosts
	for _, a := range all {
		if a.set != set {
			continue
		}
		kept := r.kept(a)
		if a.kind != own {
			of.othersEmpty++
			of.other += float64(len(a.hits))
			dropped.other += float64(len(a.hits) - kept)
			dropped.othersEmpty += one(kept == 0)
			continue
		}
		right, rightKept := rightOf(a.hits), rightOf(a.hits[:kept])
		of.lost++
		dropped.lost += float64(right-rightKept) / float64(a.gold)
		of.wrong += float64(len(a.hits) - right)
		dropped.wrong += float64(len(a.hits) - right - (kept - rightKept))
		of.ownEmpty += one(right > 0)
		dropped.ownEmpty += one(right > 0 && kept == 0)
	}
	return tailCosts{dropped.lost / max(of.lost, 1), dropped.wrong / max(of.wrong, 1), dropped.other / max(of.other, 1),
		dropped.othersEmpty / max(of.othersEmpty, 1), dropped.ownEmpty / max(of.ownEmpty, 1)}
}

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

func rightOf(hits []hit) int {
	n := 0
	for _, h := range hits {
		if h.right {
			n++
		}
	}
	return n
}

// meanCosts is the mean over the sets, each of which has the same weight, but for
// one and its like.
func meanCosts(all []asked, r cutter, without string) tailCosts {
	members := make(map[string]float64)
	for _, name := range names(all) {
		members[family(name)]++
	}
	var sum tailCosts
	var weights float64
	for _, name := range names(all) {
		if family(name) == family(without) {
			continue
		}
		c, weight := costs(all, name, r), 1/members[family(name)]
		weights += weight
		sum.lost += weight * c.lost
		sum.wrong += weight * c.wrong
		sum.other += weight * c.other
		sum.othersEmpty += weight * c.othersEmpty
		sum.ownEmpty += weight * c.ownEmpty
	}
	return tailCosts{sum.lost / weights, sum.wrong / weights, sum.other / weights, sum.othersEmpty / weights, sum.ownEmpty / weights}
}
