package main

import (
	"math"

	"github.com/agmem/agmem/internal/recall"
)

// coefficients are those of a logistic regression over
// [recall.Evidence.Features].
type coefficients [3]float64

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

// sort is what hits are weighed by: the best right hits of a set, its other
// hits of own questions, and the hits of each kind of question that nothing
// answers.
type sort struct {
	set  string
	kind kind
	best bool
}

// examples weighs the hits so that every set counts the same, whatever it has
// of each kind of question: the best right hits together 1, those of
// questions that nothing answers 1, and the wrong hits of own questions, which
// are often right and only not judged, a tenth. Later hits count less. A set
// with few answers counts less too.
func examples(all []asked, held func(asked) bool) []example {
	sorted := make(map[sort][]example)
	others := make(map[string]map[kind]bool)
	for _, a := range all {
		if held(a) {
			continue
		}
		if others[a.set] == nil {
			others[a.set] = make(map[kind]bool)
		}
		if a.kind != own {
			others[a.set][a.kind] = true
		}
		a.addTo(sorted)
	}
	var out []example
	for s, part := range sorted {
		total := min(float64(len(sorted[sort{s.set, own, true}]))/200, 1)
		switch {
		case s.kind != own:
			total /= float64(len(others[s.set]))
		case !s.best:
			total *= 0.1
		}
		out = append(out, weighed(part, total)...)
	}
	return out
}

// addTo sorts the hits of an answer. Right hits after the best right one teach
// nothing that is needed and are left out.
func (a asked) addTo(sorted map[sort][]example) {
	found := false
	for rank, h := range a.hits {
		e, s := example{h.evidence, h.right, 1 / float64((rank+1)*(rank+1))}, sort{a.set, a.kind, h.right}
		if h.right {
			if found {
				continue
			}
			found, e.weight = true, 1
		}
		sorted[s] = append(sorted[s], e)
	}
}

// weighed returns examples whose weights sum up to total.
func weighed(part []example, total float64) []example {
	var sum float64
	for _, e := range part {
		sum += e.weight
	}
	for i := range part {
		part[i].weight *= total / sum
	}
	return part
}

// fit finds the coefficients under which the examples are likeliest, by
// Newton's method.
func fit(learn []example) coefficients {
	c := coefficients{unknownFeature: heldUnknown}
	for range 30 {
		var gradient coefficients
		var curvature [3]coefficients
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
func solve(a [3]coefficients, b coefficients) (x coefficients) {
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
