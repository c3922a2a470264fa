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
	// day of writing fits: the value has its share of that. What the text means
	// adds to it.
	Worth float64
	// Unknown is the share of the words asked that no text has: a question
	// about something else has many. A corrected word counts a quarter.
	Unknown float64
}

// The coefficients of [Evidence.Relevance]: a logistic regression over the
// answers of public question sets (LoCoMo, CoSQA, Cranfield, LongMemEval,
// MemDaily) to their own questions and to those of others, each set with the
// same weight, rounded. bench/retrieval -calibrate fits them anew, and shows how
// they do on sets and stores that were held out.
const (
	relevanceBase    = 1.25
	relevanceWorth   = 2.15 // of the logarithm of Worth
	relevanceUnknown = -4
)

// leastWorth is from where on the logarithm of Worth is continued as a straight
// line: it is finite then, and still falls.
const leastWorth = 0.02

// Features returns what is multiplied with the coefficients: 1 for the base,
// then the evidence in order.
func (e Evidence) Features() [3]float64 {
	below := max(0, 1-e.Worth/leastWorth)
	return [3]float64{1, math.Log(max(e.Worth, leastWorth)) - below, e.Unknown}
}

// Relevance estimates how likely it is that the text answers the question, in
// 0..1.
func (e Evidence) Relevance() float64 {
	coefficients := [3]float64{relevanceBase, relevanceWorth, relevanceUnknown}
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

// meantWorth is what a text that stands out by [farOut] deviations is worth for its
// meaning, as a share of what the question asks. With it, the coefficients that were
// fitted to words alone hold, and scores of texts without vectors are what they were.
const meantWorth = 0.5

// meaning returns the evidence of a text with what its vector and those beside it
// say. Who means it in other words has words that no text has.
func (e Evidence) meaning(likeness float64) Evidence {
	e.Worth += meantWorth * likeness
	e.Unknown /= 1 + likeness
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
