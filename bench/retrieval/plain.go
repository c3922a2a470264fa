package main

import (
	"cmp"
	"math"
	"slices"

	"github.com/agmem/agmem/internal/recall"
)

// plain ranks texts by BM25 alone, with the parameters that are usual and the
// words of the same analyzer: what a pack is compared with.
type plain struct {
	lengths  []float64
	mean     float64
	postings map[string]map[int]float64 // how often a term is in which text
}

// The usual parameters of BM25.
const (
	plainK1 = 1.2
	plainB  = 0.75
)

func newPlain(texts []string) *plain {
	p := &plain{postings: make(map[string]map[int]float64)}
	analyzer := recall.NewAnalyzer()
	for i, text := range texts {
		terms := analyzer.Analyze(recall.Document{Content: text})
		p.lengths = append(p.lengths, float64(terms.Length))
		p.mean += float64(terms.Length) / float64(len(texts))
		for _, posting := range terms.Postings {
			if p.postings[posting.Term] == nil {
				p.postings[posting.Term] = make(map[int]float64)
			}
			p.postings[posting.Term][i] = float64(posting.Freq)
		}
	}
	return p
}

// order returns the texts that have a word of a question, best first, those that
// are as good as each other in the order in which they were written. Words such as
// "the" and "when" count only where a question has no others.
func (p *plain) order(question string) []int {
	plan := recall.NewPlan(recall.Parse(question), question)
	scores := make(map[int]float64)
	words := plan.Active()
	if len(words) == 0 {
		words = plan.Inactive()
	}
	for _, i := range words {
		p.score(plan.Leaves[i].Terms, scores)
	}
	found := make([]int, 0, len(scores))
	for text := range scores {
		found = append(found, text)
	}
	slices.SortFunc(found, func(a, b int) int { return cmp.Or(cmp.Compare(scores[b], scores[a]), a-b) })
	return found
}

// score adds what a word is worth, in all the forms that the index has of it.
func (p *plain) score(forms []string, scores map[int]float64) {
	often := make(map[int]float64)
	for _, form := range forms {
		for text, n := range p.postings[form] {
			often[text] += n
		}
	}
	all, having := float64(len(p.lengths)), float64(len(often))
	idf := math.Log(1 + (all-having+0.5)/(having+0.5))
	for text, n := range often {
		scores[text] += idf * n * (plainK1 + 1) / (n + plainK1*(1-plainB+plainB*p.lengths[text]/p.mean))
	}
}
