package recall

import "strings"

// Expected says what a score has to be, as bench/retrieval measures it.
type Expected struct {
	// Least is what a hit scores that is worth showing. It drops two fifths of
	// the hits to questions that nothing answers, and hardly a right one.
	Least float64
	// Good is what the first hit scores to 19 in 20 questions that have an
	// answer.
	Good float64
}

// ExpectedOf returns what the hits to a question have to score. In scripts that
// are written without blanks, right answers have only some of the pairs of characters
// that the question has, so that they score low by words. None of those hits is left
// out, and where the first one was not compared by its meaning either, little is
// expected of it.
func ExpectedOf(question string, compared bool) Expected {
	words := Expected{Least: 0.03, Good: 0.25}
	switch {
	case !strings.ContainsFunc(question, isUnspaced):
		return words
	case compared:
		return Expected{Least: 0, Good: words.Good}
	}
	return Expected{Least: 0, Good: 0.05}
}
