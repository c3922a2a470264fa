package recall

import (
	"math"
	"unicode/utf8"
)

// Evidence is what the score of a text rests on. Both are shares of what
// the question asks, so that they mean the same in a store of any size, and in
// one whose texts all have the words of the question.
type Evidence struct {
	// Worth is the value of the text as a share of what all words of the
	// question are worth, those included that no text has. A short text with
	// every word has 1.2 or more. Words that name a day are left out where the
	// day of writing fits: the value has its share of that. The meaning of the
	// text is not in it.
	Worth float64
	// Unknown is the share of the words asked that no text has: a question
	// about something else has many. A corrected word counts a quarter.
	Unknown float64
	// Compared says that the text has a vector and that there is one of the question.
	Compared bool
	// Alike is, if Compared, how much more alike the two are than the question and
	// what has nothing to do with it, as a share of what is possible, in 0..1.
	Alike float64
}

// coefficients are those of a logistic regression over [Evidence.Features].
type coefficients [3]float64

// The coefficients of [Evidence.Relevance]: logistic regressions over the
// answers of public question sets (LoCoMo, CoSQA, Cranfield, LongMemEval,
// MemDaily) to their own questions and to those of others, each set with the
// same weight, rounded. bench/retrieval -calibrate fits them anew, and shows how
// they do on sets and stores that were held out.
//
// The base of what was compared is lower than what was fitted, so that a threshold
// lets about as many questions through that nothing answers as it does by words.
func (e Evidence) coefficients() coefficients {
	if e.Compared {
		return coefficients{0.45, 2.75, -4}
	}
	return coefficients{1.25, 2.15, -4}
}

// alikeWorth is what a text that is as much alike as possible is worth for that, as a
// share of what the question asks. What is less than .5 or more than .8 tells what
// answers from what does not a little less well.
const alikeWorth = 0.7

// leastWorth is from where on the logarithm of Worth is continued as a straight
// line: it is finite then, and still falls.
const leastWorth = 0.02

// Features returns what is multiplied with the coefficients: 1 for the base,
// then the evidence in order.
func (e Evidence) Features() [3]float64 {
	worth := e.Worth + alikeWorth*e.Alike
	below := max(0, 1-worth/leastWorth)
	return [3]float64{1, math.Log(max(worth, leastWorth)) - below, e.Unknown}
}

// Relevance estimates how likely it is that the text answers the question, in
// 0..1.
func (e Evidence) Relevance() float64 {
	coefficients := e.coefficients()
	var sum float64
	for i, f := range e.Features() {
		sum += coefficients[i] * f
	}
	return 1 / (1 + math.Exp(-sum))
}

// missingPair is what a pair of characters that a text lacks counts, as a part
// of what it would be worth. Every second pair of a question in Chinese lies
// across the border of two words, and no answer has it.
const missingPair = 0.3

// missingPairs is how many times the worth of the pairs that a text has may be
// missing for that reason. What is missing beyond that counts in full: a text that
// has none of the pairs does not answer.
const missingPairs = 10

// correctedPart is how much a corrected word counts among the unknown ones.
const correctedPart = 0.25

// evidence gathers what the score of a text rests on.
func (p *Plan) evidence(t Text, v *textView, value float64) Evidence {
	var e Evidence
	ofDay := p.date(t.CreatedAt)
	var asked, words, pairs, noPairs float64
	for i, l := range p.Leaves {
		worth := l.fullWorth()
		if l.joined || worth == 0 || l.day && ofDay > 0 {
			continue
		}
		words++
		switch {
		case l.isPair() && len(v.places[i]) == 0:
			noPairs += worth
			continue
		case l.isPair():
			pairs += worth
		case len(l.to) > 0:
			e.Unknown += correctedPart
		case l.lost > 0:
			e.Unknown++
		}
		asked += worth
	}
	across := min(noPairs, missingPairs*pairs)
	asked += across*missingPair + noPairs - across
	if words == 0 { // a day, and nothing else: as if it had words too, and they were there
		e.Worth = 1 + ofDay
		return e
	}
	e.Worth, e.Unknown = value/asked, e.Unknown/words
	return e
}

// fullWorth is what a leaf would be worth if the text had it as it was typed.
func (l Leaf) fullWorth() float64 { return l.IDF + l.lost }

// isPair reports whether a leaf is a pair of characters of a script that is
// written without blanks.
func (l Leaf) isPair() bool {
	r, _ := utf8.DecodeRuneInString(l.Word)
	return isUnspaced(r)
}

// Descend makes n scores fall from first to last, as the ranks of what has them
// say, while changing them as little as it can: where a score is above the one
// before it, all that are out of order get their mean (isotonic regression by
// pooling adjacent violators).
func Descend(n int, score func(i int) *float64) {
	type pool struct {
		sum  float64
		size int
	}
	var pools []pool
	mean := func(p pool) float64 { return p.sum / float64(p.size) }
	for i := range n {
		pools = append(pools, pool{*score(i), 1})
		for n := len(pools); n > 1 && mean(pools[n-2]) < mean(pools[n-1]); n-- {
			pools[n-2].sum += pools[n-1].sum
			pools[n-2].size += pools[n-1].size
			pools = pools[:n-1]
		}
	}
	i := 0
	for _, p := range pools {
		for range p.size {
			*score(i) = mean(p)
			i++
		}
	}
}
