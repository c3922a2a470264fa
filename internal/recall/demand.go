package recall

import (
	"slices"
	"time"
	"unicode/utf8"

	"github.com/agmem/agmem"
)

// Demand says which texts answer a question, and what counts as a word of it.
// The zero value is that of a ranked search. See [agmem.Lookup].
type Demand struct {
	Match      agmem.Match
	Similarity float64
	Loose      bool
	Known      bool
}

// corrects says whether misspelt words are corrected.
func (p *Plan) corrects() bool {
	return p.Weights.Fuzzy > 0 && (p.Demand.Match == agmem.MatchBest || p.Demand.Match == agmem.MatchSimilar)
}

// mostLooseEdits bounds how many letters may be wrong: beyond it every word is
// similar to every other.
const mostLooseEdits = 6

// looseEdits is how many letters of a word of n may be wrong by the similarity
// alone. Of d wrong letters at most d are more than n, so that
// 1 - d/(n+d) >= similarity.
func (d Demand) looseEdits(n int) int {
	if n < minSpellable || n > maxSpellable {
		return 0
	}
	edits := min(mostLooseEdits, n-1)
	for edits > 0 && similarity(edits, n, n+edits) < d.Similarity {
		edits--
	}
	return edits
}

// similarity is 1 less the wrong letters as a share of the longer word's.
func similarity(wrong, a, b int) float64 { return 1 - float64(wrong)/float64(max(a, b, 1)) }

// EditSimilarity is 1 less the number of letters that are wrong, as a share of
// the longer word's: 1 for equal words. Two neighbours that are swapped are one
// wrong letter (the optimal string alignment distance).
func EditSimilarity(a, b string) float64 {
	s := &Speller{word: []rune(a), cand: []rune(b)}
	size := max(len(s.word), len(s.cand))
	for i := range s.rows {
		s.rows[i] = make([]int, size+1)
	}
	return similarity(s.edits(size), len(s.word), len(s.cand))
}

// TrigramSimilarity is the share of the trigrams that two words have in common,
// of all that either has (the Jaccard index), with a blank before and behind a
// word: 1 for equal words.
func TrigramSimilarity(a, b string) float64 {
	if a == b {
		return 1
	}
	x, y := trigrams(a), trigrams(b)
	common := 0
	for _, t := range x {
		if slices.Contains(y, t) {
			common++
		}
	}
	return float64(common) / float64(len(x)+len(y)-common)
}

// trigrams returns the different runs of three characters of a word.
func trigrams(word string) []string {
	padded := " " + word + " "
	if utf8.RuneCountInString(padded) < 3 {
		return []string{padded}
	}
	runes := []rune(padded)
	var all []string
	for i := 0; i+3 <= len(runes); i++ {
		all = append(all, string(runes[i:i+3]))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Required returns the leaves that a text must have beside what the conditions
// ask, where every word is demanded. Words that name a day are left out: a text
// of that day has them too.
func (p *Plan) Required() []int {
	if p.Demand.Match != agmem.MatchAll {
		return nil
	}
	return slices.DeleteFunc(p.words(), func(i int) bool { return p.Leaves[i].day })
}

// CountWords returns how many words a question has that a text may have or lack:
// without parts of operators, and without words that carry nothing where there are
// others.
func CountWords(question string) int { return len(NewPlan(Parse(question), question).words()) }

// words returns the leaves that are words of the question: those that carry
// nothing only where there are no others. Parts of operators are not among them.
func (p *Plan) words() []int {
	var content, function []int
	for i, l := range p.Leaves {
		switch {
		case l.joined || l.exclude || l.aside || l.strict:
		case l.function:
			function = append(function, i)
		default:
			content = append(content, i)
		}
	}
	if len(content) > 0 || len(p.conditions) > 0 {
		return content
	}
	return function
}

// answers says whether a text has the words that are demanded.
func (p *Plan) answers(v *textView, created time.Time) bool {
	if p.Demand.Match == agmem.MatchBest {
		return true
	}
	ofDay := p.date(created) > 0
	has := func(i int) bool { return len(v.places[i]) > 0 || p.Leaves[i].day && ofDay }
	if p.Demand.Match == agmem.MatchAll {
		return !slices.ContainsFunc(p.words(), func(i int) bool { return !has(i) })
	}
	return len(p.conditions) > 0 || slices.ContainsFunc(p.words(), has) || p.isOfNamedDay(created)
}

// isOfNamedDay says whether a text is from a day that the question names with
// its month and year, which answers it without any word.
func (p *Plan) isOfNamedDay(created time.Time) bool {
	return slices.ContainsFunc(p.days, func(d Day) bool { return d.Whole() && d.match(created) > 0 })
}

// foundWords says of each word of the question how a text has it, also of those
// that are parts of operators.
func (p *Plan) foundWords(v *textView) []agmem.FoundWord {
	if p.Demand.Match == agmem.MatchBest {
		return nil
	}
	var all []agmem.FoundWord
	for i, l := range p.Leaves {
		if l.joined || l.exclude || l.aside || l.function && !l.strict && l.IDF == 0 {
			continue
		}
		w := agmem.FoundWord{Word: l.Word}
		switch {
		case len(v.places[i]) == 0:
		case len(l.to) > 0:
			w.As = v.spelling(l)
		default:
			w.As = l.Word
		}
		all = append(all, w)
	}
	return all
}
