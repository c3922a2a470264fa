package search

import (
	"cmp"
	"slices"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
)

// explanations says why each of some answers has its place: the places that it has in
// the list by words and in that by meaning, where there are both.
func (s *search[D]) explanations(all []answer[D]) []*agmem.Explanation {
	made := make([]*agmem.Explanation, len(all))
	for i, a := range all {
		made[i] = &agmem.Explanation{RRF: recall.ReciprocalRank(i + 1), Reasons: a.Reasons}
	}
	if s.vectors == nil {
		return made
	}
	words := places(all, func(a answer[D]) float64 { return a.Value - byMeaning(a) })
	meaning := places(all, func(a answer[D]) float64 { return s.cosines[a.text.Number] })
	for i, e := range made {
		e.Ranks = &agmem.Ranks{Words: words[i], Meaning: meaning[i]}
		e.RRF = 0
		for _, rank := range []int{words[i], meaning[i]} {
			if rank > 0 {
				e.RRF += recall.ReciprocalRank(rank)
			}
		}
	}
	return made
}

// byMeaning is the share of an answer's value that its vector has.
func byMeaning[D any](a answer[D]) float64 {
	for _, r := range a.Reasons {
		if r.Signal == agmem.SignalVector {
			return r.Value
		}
	}
	return 0
}

// places returns the place of each answer in the order of a value, from 1 on, and 0
// where that is not above 0.
func places[D any](all []answer[D], value func(answer[D]) float64) []int {
	const rounding = 1e-9 // of a value from which all was taken away
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(value(all[b]), value(all[a])) })
	place := make([]int, len(all))
	for rank, i := range order {
		if value(all[i]) > rounding {
			place[i] = rank + 1
		}
	}
	return place
}
