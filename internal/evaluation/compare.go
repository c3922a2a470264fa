package evaluation

import "math"

// Comparison says how the results of two configurations differ over the same
// questions.
type Comparison struct {
	// Better, Worse and Same count the questions by the discounted gain of the second;
	// of a question without gold, by whether its conditions hold.
	Better int `json:"better"`
	Worse  int `json:"worse"`
	Same   int `json:"same"`
	// Chance is how likely it is that questions differ at least as one-sidedly by
	// chance: a two-sided sign test.
	Chance float64 `json:"chance"`
}

// Compare compares results of the same questions.
func Compare(first, second []Result) Comparison {
	var c Comparison
	for i := range first {
		switch a, b := worth(first[i]), worth(second[i]); {
		case b > a:
			c.Better++
		case b < a:
			c.Worse++
		default:
			c.Same++
		}
	}
	c.Chance = signTest(c.Better, c.Worse)
	return c
}

func worth(r Result) float64 {
	if r.Measures != nil {
		return r.Measures.NDCG
	}
	return -float64(len(r.Failed))
}

// signTest is the probability that a fair coin falls at least as one-sidedly.
func signTest(a, b int) float64 {
	n := a + b
	if n == 0 {
		return 1
	}
	all, _ := math.Lgamma(float64(n + 1))
	var p float64
	for k := range min(a, b) + 1 {
		in, _ := math.Lgamma(float64(k + 1))
		out, _ := math.Lgamma(float64(n - k + 1))
		p += math.Exp(all - in - out - float64(n)*math.Ln2)
	}
	return min(1, 2*p)
}
