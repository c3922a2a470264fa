package recall

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"unicode/utf8"
)

// The shortest and the longest word that is considered misspelt, in
// characters. In shorter ones every other word is one letter away.
const (
	minSpellable = 3
	maxSpellable = 32
)

// IsSpellable reports whether a term is a word that a user may have meant:
// letters alone, at least one of them not a digit, of a script with words.
func IsSpellable(term string) bool {
	if n := utf8.RuneCountInString(term); n < minSpellable || n > maxSpellable {
		return false
	}
	for _, r := range term {
		if r < utf8.RuneSelf && (r < 'a' || r > 'z') {
			return false
		}
		if r >= utf8.RuneSelf && (!isWordRune(r) || isUnspaced(r)) {
			return false
		}
	}
	return true
}

// Speller measures how far words are from one misspelt word.
type Speller struct {
	word []rune
	mask uint64
	// ascii says that a letter of the word is one byte. A candidate that has
	// others is rarely meant; it may be passed over.
	ascii bool
	rows  [3][]int // of the distance table: two back, one back, current
	cand  []rune
}

// NewSpeller returns a speller for a folded word.
func NewSpeller(word string) *Speller {
	s := &Speller{word: []rune(word), mask: letterMask([]byte(word)), ascii: isPlain(word)}
	for i := range s.rows {
		s.rows[i] = make([]int, maxSpellable+2)
	}
	return s
}

// MaxDistance is how many edits the word may be away from what was meant:
// one in a short word, two from five letters on, three in a long one.
func (s *Speller) MaxDistance() int {
	switch n := len(s.word); {
	case n < minSpellable || n > maxSpellable:
		return 0
	case n <= 4:
		return 1
	case n <= 9:
		return 2
	default:
		return 3
	}
}

// Sizes returns the smallest and the largest size, in characters, of a word
// within MaxDistance.
func (s *Speller) Sizes() (low, high int) {
	d := s.MaxDistance()
	return max(len(s.word)-d, minSpellable), min(len(s.word)+d, maxSpellable)
}

// Distance returns the number of insertions, deletions, substitutions and
// swaps of neighbours that lead from the word to candidate (the optimal
// string alignment distance), or MaxDistance + 1 if there are more.
func (s *Speller) Distance(candidate []byte) int {
	limit := s.MaxDistance()
	letters := limit
	if !s.ascii {
		letters *= maxRuneBytes
	}
	if !masksWithin(s.mask, letterMask(candidate), letters) {
		return limit + 1
	}
	s.cand = s.cand[:0]
	for _, r := range string(candidate) {
		s.cand = append(s.cand, r)
	}
	if len(s.cand) > maxSpellable {
		return limit + 1
	}
	return min(s.alignment(limit), limit+1)
}

// letterMask has a bit for each letter that occurs, by the lower six bits of
// its bytes, which tell small ASCII letters apart.
func letterMask(word []byte) uint64 {
	var m uint64
	for _, c := range word {
		m |= 1 << (c & 63)
	}
	return m
}

// maxRuneBytes is how many bits of a mask one edit can set or clear.
const maxRuneBytes = 4

// masksWithin reports whether words with these letters can be limit edits
// apart: an edit brings in one letter at most and takes away one at most.
func masksWithin(a, b uint64, limit int) bool {
	return bits.OnesCount64(a&^b) <= limit && bits.OnesCount64(b&^a) <= limit
}

// alignment fills the distance table row by row and gives up once no cell of
// a row is within limit.
func (s *Speller) alignment(limit int) int {
	n := len(s.cand)
	two, one, row := s.rows[0], s.rows[1], s.rows[2]
	for j := 0; j <= n; j++ {
		one[j] = j
	}
	for i := 1; i <= len(s.word); i++ {
		row[0] = i
		best := i
		for j := 1; j <= n; j++ {
			cost := 1
			if s.word[i-1] == s.cand[j-1] {
				cost = 0
			}
			d := min(one[j]+1, row[j-1]+1, one[j-1]+cost)
			if i > 1 && j > 1 && s.word[i-1] == s.cand[j-2] && s.word[i-2] == s.cand[j-1] {
				d = min(d, two[j-2]+1)
			}
			row[j] = d
			best = min(best, d)
		}
		if best > limit {
			return limit + 1
		}
		two, one, row = one, row, two
	}
	return one[n]
}

// Similar is a word of an index that a misspelt word may have meant.
type Similar struct {
	Word     string
	Distance int
	DF       int // how many documents have it
}

// maxAlternatives is how many corrections a misspelt word has at most, where
// they are equally near.
const maxAlternatives = 3

// Correct makes leaf i mean the most likely of similar words and reports
// whether there was one. No word is corrected to a word without meaning.
func (p *Plan) Correct(i int, similar []Similar) bool {
	l := &p.Leaves[i]
	ranked := rankSimilar(l.Word, similar)
	if len(ranked) > 0 && isFunctionWord(ranked[0].Word) && isSwap(l.Word, ranked[0].Word) {
		l.lost = 0 // teh, waht: nothing is lost with it
		return false
	}
	ranked = slices.DeleteFunc(ranked, func(r rankedWord) bool { return isFunctionWord(r.Word) })
	if len(ranked) == 0 {
		return false
	}
	l.Terms = nil
	for _, s := range ranked[:min(len(ranked), maxAlternatives)] {
		if s.cost > ranked[0].cost+sameMistake {
			break
		}
		l.to = append(l.to, s.Word)
		l.Terms = append(l.Terms, p.termsOf(s.Word)...)
	}
	slices.Sort(l.Terms)
	l.Terms = slices.Compact(l.Terms)
	l.weight *= p.Weights.Fuzzy * (1 - ranked[0].cost/float64(utf8.RuneCountInString(l.Word)+1))
	return true
}

// isSwap reports whether two words have the same letters.
func isSwap(a, b string) bool {
	x, y := []byte(a), []byte(b)
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

// sameMistake is how much costlier a second word may be and still be meant as
// likely as the first.
const sameMistake = 0.2

type rankedWord struct {
	Similar
	cost float64
}

func firstRune(word string) rune {
	r, _ := utf8.DecodeRuneInString(word)
	return r
}

// rankSimilar orders words by what the mistake would be: people rarely get the
// first letter wrong, and mean common words more often than rare ones.
func rankSimilar(word string, similar []Similar) []rankedWord {
	ranked := make([]rankedWord, len(similar))
	for i, s := range similar {
		cost := float64(s.Distance)
		if firstRune(s.Word) != firstRune(word) {
			cost += 0.6
		}
		cost -= 0.05 * math.Log2(float64(s.DF))
		ranked[i] = rankedWord{s, max(cost, 0.1)}
	}
	slices.SortFunc(ranked, func(a, b rankedWord) int {
		return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.Word, b.Word))
	})
	return ranked
}
