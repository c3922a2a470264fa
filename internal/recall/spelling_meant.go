package recall

import (
	"cmp"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/commonwords"
)

// Similar is a word of an index that a misspelt word may have meant.
type Similar struct {
	Word     string
	Distance int // as [Speller.Distance] says
	DF       int // how many documents have it
}

// Misspelt reports whether a leaf may be a word that was meant otherwise: one
// that no document has, as a rule. A common word is meant as it stands.
func (p *Plan) Misspelt(i int) bool {
	l := p.Leaves[i]
	if !p.corrects() || l.strict || l.Prefix != "" || l.function || l.joined || l.exclude || l.aside ||
		!IsSpellable(l.Word) || isSwappedFunctionWord(l.Word) {
		return false
	}
	if l.DF > 0 {
		return p.Demand.Known && !commonwords.Has(l.Word)
	}
	return p.Demand.Loose || !commonwords.Has(l.Word)
}

// Speller returns the speller for a word of the question.
func (p *Plan) Speller(word string) *Speller {
	s := NewSpeller(word)
	s.demand = p.Demand
	return s
}

const (
	// maxAlternatives is how many words a misspelt one is taken for at most,
	// where they are equally likely.
	maxAlternatives = 3
	// sameMistake is how much costlier a second word may be and still be meant
	// as likely as the first.
	sameMistake = 2.0
	// costUnlisted is how much farther away a word counts that is not common: in
	// texts stand names and misspellings, and people mean common words more
	// often.
	costUnlisted = 4
	// gainPerDoubling is what each doubling of the documents that have a word takes off.
	gainPerDoubling = 0.5
	// worthOfCorrected is what a corrected word is worth at best, beside the word itself.
	worthOfCorrected = 0.9
	// mostMistaken bounds what the mistakes take off that, as a share.
	mostMistaken = 0.8
)

// Correct makes leaf i stand for the likeliest of similar words and reports
// whether there was one. No word is taken for one that carries nothing. The
// leaf is worth less than if its word had been found: the less, the more
// mistakes that takes. A word that documents have stands for itself first.
func (p *Plan) Correct(i int, similar []Similar) bool {
	l := &p.Leaves[i]
	known := l.DF > 0
	if known {
		similar = slices.DeleteFunc(similar, func(s Similar) bool { return p.isFormOf(s.Word, l.Terms) })
	}
	ranked := rankSimilar(p.Speller(l.Word), similar)
	if len(ranked) == 0 {
		return false
	}
	if known {
		l.to = []string{l.Word}
	} else {
		l.Terms = nil
	}
	for _, s := range ranked[:min(len(ranked), maxAlternatives)] {
		if s.cost > ranked[0].cost+sameMistake {
			break
		}
		l.to = append(l.to, s.Word)
		l.Terms = append(l.Terms, p.termsOf(s.Word)...)
	}
	slices.Sort(l.Terms)
	l.Terms = slices.Compact(l.Terms)
	if known {
		return true
	}
	mistaken := min(ranked[0].cost/float64(10*(utf8.RuneCountInString(l.Word)+1)), mostMistaken)
	l.doubt = 1 - p.Weights.Fuzzy*worthOfCorrected*(1-mistaken)
	return true
}

// isFormOf says whether a word is found by one of some terms.
func (p *Plan) isFormOf(word string, terms []string) bool {
	return slices.ContainsFunc(p.termsOf(word), func(t string) bool { return slices.Contains(terms, t) })
}

// Corrections returns the words that were taken for others, in the order of the
// question, with the likeliest of the others first.
func (p *Plan) Corrections() []agmem.Correction {
	var all []agmem.Correction
	for _, l := range p.Leaves {
		for _, to := range l.to {
			if to != l.Word {
				all = append(all, agmem.Correction{From: l.Word, To: to})
			}
		}
	}
	return all
}

type rankedWord struct {
	Similar
	cost float64 // in tenths, as the distance
}

// rankSimilar returns the words that may have been meant, the likeliest first:
// the fewer mistakes that takes, the commoner the word is in the language and
// the more documents have it.
func rankSimilar(speller *Speller, similar []Similar) []rankedWord {
	limit := speller.MaxDistance()
	var ranked []rankedWord
	for _, s := range similar {
		if isPlain(s.Word) && !commonwords.Has(s.Word) {
			s.Distance += costUnlisted
		}
		if s.Distance > limit || isFunctionWord(s.Word) {
			continue
		}
		ranked = append(ranked, rankedWord{s, max(float64(s.Distance)-gainPerDoubling*math.Log2(float64(s.DF)), 1)})
	}
	slices.SortFunc(ranked, func(a, b rankedWord) int {
		return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.Word, b.Word))
	})
	return ranked
}

// isSwappedFunctionWord reports whether a word is one that carries nothing,
// with two neighbours swapped (teh, waht), and no common word itself (form).
func isSwappedFunctionWord(word string) bool {
	letters := []byte(word)
	for i := 1; i < len(letters); i++ {
		letters[i-1], letters[i] = letters[i], letters[i-1]
		if isFunctionWord(string(letters)) {
			return !commonwords.Has(word)
		}
		letters[i-1], letters[i] = letters[i], letters[i-1]
	}
	return false
}
