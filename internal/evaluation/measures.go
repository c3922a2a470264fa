package evaluation

import (
	"math"
	"strings"
	"time"
)

// minPrefix is how much of an id has to be given for it to be known by that.
const minPrefix = 4

// Found is a hit to a question.
type Found struct {
	// Names are what it is called: ids.
	Names []string
	// Text is what it says.
	Text string
}

func (f Found) isCalled(name string) bool {
	for _, n := range f.Names {
		if n == name || len(name) >= minPrefix && strings.HasPrefix(n, name) {
			return true
		}
	}
	return false
}

// Answer is what a search said to a question, best first.
type Answer struct {
	Found []Found
	// Took is how long it took.
	Took time.Duration
	// Tokens is what reading it costs.
	Tokens int
}

// Measures are shares in 0..1, of one question or the mean over several.
type Measures struct {
	// Recall5 is the share of the gold among the first five, and Recall among all
	// that were asked for.
	Recall5 float64 `json:"recall5"`
	Recall  float64 `json:"recall"`
	// Hit is 1 where anything of the gold was found.
	Hit float64 `json:"hit"`
	// MRR is the reciprocal rank of the first right one.
	MRR float64 `json:"mrr"`
	// NDCG is the normalised discounted cumulative gain: Järvelin and Kekäläinen,
	// Cumulated gain-based evaluation of IR techniques (2002), each document being
	// right or wrong.
	NDCG float64 `json:"ndcg"`
}

// measure judges an answer, of which limit hits were asked for.
func measure(answer []Found, gold []string, limit int) Measures {
	var m Measures
	var gain, ideal float64
	taken := make([]bool, len(gold))
	documents := len(gold) // less those that are the same text, and so one hit
	for i, f := range answer[:min(len(answer), limit)] {
		right := 0
		for g, name := range gold {
			if !taken[g] && f.isCalled(name) {
				taken[g] = true
				right++
			}
		}
		if right == 0 {
			continue
		}
		documents -= right - 1
		m.Recall += float64(right)
		if i < 5 {
			m.Recall5 += float64(right)
		}
		if m.MRR == 0 {
			m.MRR = 1 / float64(i+1)
		}
		gain += 1 / math.Log2(float64(i+2))
	}
	for i := range min(documents, limit) {
		ideal += 1 / math.Log2(float64(i+2))
	}
	m.Hit = math.Ceil(m.MRR)
	m.Recall /= float64(len(gold))
	m.Recall5 /= float64(len(gold))
	m.NDCG = gain / ideal
	return m
}

// failures says which of the conditions of a question do not hold.
func failures(answer []Found, q Question) []string {
	var all []string
	for _, want := range q.Must {
		if !contains(answer, want) {
			all = append(all, "not found: "+want)
		}
	}
	for _, not := range q.MustNot {
		if contains(answer, not) {
			all = append(all, "found: "+not)
		}
	}
	return all
}

func contains(answer []Found, want string) bool {
	folded := strings.ToLower(want)
	for _, f := range answer {
		if f.isCalled(want) || strings.Contains(strings.ToLower(f.Text), folded) {
			return true
		}
	}
	return false
}
