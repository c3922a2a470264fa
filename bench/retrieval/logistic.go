package main

import (
	"math"

	"github.com/agmem/agmem/internal/recall"
)

// coefficients are those of a logistic regression over
// [recall.Evidence.Features].
type coefficients [4]float64

// heldUnknown is what the coefficient of the third feature, the share of words
// that no text has, is held at. Left free it becomes two to three times as
// strong, because people wrote most questions of the sets with the text before
// them: in what others ask more words are unknown.
const (
	unknownFeature = 2
	heldUnknown    = -4
)

func (c coefficients) probability(e recall.Evidence) float64 {
	var sum float64
	for i, f := range e.Features() {
		sum += c[i] * f
	}
	return 1 / (1 + math.Exp(-sum))
}

// example is a hit to learn from.
type example struct {
	evidence recall.Evidence
	right    bool
	weight   float64
}

// examples weighs the hits so that every set counts the same, whatever it has
// of each kind of question: the best right hits together 1, those of
// questions that nothing answers 1, and the wrong hits of own questions, which
// are often right and only not judged, a tenth. Later hits count less. A set
// with few answers counts less too.
func examples(all []asked, held func(asked) bool) []example {
	type share struct {
		set  string
		kind kind
		best bool
	}
	of := make(map[share][]example)
	kinds := make(map[string]map[kind]bool)
	for _, a := range all {
		if held(a) {
			continue
		}
		if kinds[a.set] == nil {
			kinds[a.set] = make(map[kind]bool)
		}
		kinds[a.set][a.kind] = true
		best := true
		for rank, h := range a.hits {
			s := share{a.set, a.kind, false}
			weight := 1 / float64((rank+1)*(rank+1))
			if h.right {
				if !best {
					continue
				}
				s.best, best, weight = true, false, 1
			}
			of[s] = append(of[s], example{h.evidence, h.right, weight})
		}
	}
	var out []example
	for s, part := range of {
		var sum float64
		for _, e := range part {
			sum += e.weight
		}
		total := min(float64(len(of[share{s.set, own, true}]))/200, 1)
		switch {
		case s.kind != own:
			total /= float64(len(kinds[s.set]) - 1)
		case !s.best:
			total *= 0.1
		}
		for _, e := range part {
			e.weight *= total / sum
			out = append(out, e)
		}
	}
	return out
}

// fit finds the coefficients under which the examples are likeliest, by
// Newton's method.
func fit(learn []example) coefficients {
	c := coefficients{unknownFeature: heldUnknown}
	for range 30 {
		var gradient coefficients
		var curvature [4]coefficients
		for _, e := range learn {
			p, x := c.probability(e.evidence), e.evidence.Features()
			wanted := 0.0
			if e.right {
				wanted = 1
			}
			for i := range x {
				gradient[i] += e.weight * (wanted - p) * x[i]
				for j := range x {
					curvature[i][j] += e.weight * p * (1 - p) * x[i] * x[j]
				}
			}
		}
		for i := range c { // the held one stays
			curvature[i][i] += 1e-6
			curvature[i][unknownFeature], curvature[unknownFeature][i] = 0, 0
		}
		curvature[unknownFeature][unknownFeature], gradient[unknownFeature] = 1, 0
		for i, step := range solve(curvature, gradient) {
			c[i] += step
		}
	}
	return c
}

// solve returns x of a·x = b, by elimination.
func solve(a [4]coefficients, b coefficients) (x coefficients) {
	for i := range a {
		for j := i + 1; j < len(a); j++ {
			factor := a[j][i] / a[i][i]
			for k := range a {
				a[j][k] -= factor * a[i][k]
			}
			b[j] -= factor * b[i]
		}
	}
	for i := len(a) - 1; i >= 0; i-- {
		x[i] = b[i]
		for k := i + 1; k < len(a); k++ {
			x[i] -= a[i][k] * x[k]
		}
		x[i] /= a[i][i]
	}
	return x
}

// rescored returns the answers with scores by other coefficients.
func rescored(all []asked, of func(asked) coefficients) []asked {
	out := make([]asked, len(all))
	for i, a := range all {
		c := of(a)
		scores := make([]float64, len(a.hits))
		for k, h := range a.hits {
			scores[k] = c.probability(h.evidence)
		}
		recall.Descend(scores)
		hits := make([]hit, len(a.hits))
		for k, h := range a.hits {
			hits[k] = hit{scores[k], h.right, h.evidence}
		}
		out[i] = a
		out[i].hits = hits
	}
	return out
}

// heldOutFolds scores each answer by what was learnt from the other stores, or
// from the other questions where there is one store.
func heldOutFolds(all []asked) []asked {
	var learnt [folds]coefficients
	for f := range learnt {
		learnt[f] = fit(examples(all, func(a asked) bool { return a.fold == f }))
	}
	return rescored(all, func(a asked) coefficients { return learnt[a.fold] })
}

// heldOutSets scores each answer by what was learnt from the other sets. LoCoMo
// is one set, whether its texts are turns or sessions.
func heldOutSets(all []asked) []asked {
	learnt := make(map[string]coefficients)
	for _, name := range names(all) {
		learnt[name] = fit(examples(all, func(a asked) bool { return family(a.set) == family(name) }))
	}
	return rescored(all, func(a asked) coefficients { return learnt[a.set] })
}
