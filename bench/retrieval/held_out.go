package main

import "github.com/agmem/agmem/internal/recall"

// rescored returns the answers with scores by other coefficients.
func rescored(all []asked, of func(asked) coefficients) []asked {
	out := make([]asked, len(all))
	for i, a := range all {
		c := of(a)
		scores := make([]float64, len(a.hits))
		for k, h := range a.hits {
			scores[k] = c.probability(h.evidence)
		}
		recall.Descend(len(scores), func(i int) *float64 { return &scores[i] })
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
