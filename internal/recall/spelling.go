package recall

import "unicode/utf8"

// The shortest and the longest word that is considered misspelt, in
// characters. In shorter ones every other word is one letter away.
const (
	minMisspelt  = 4
	maxSpellable = 32
)

// minSpellable is the shortest word that an index keeps for corrections. It is
// less than minMisspelt, and files of earlier versions rely on it.
const minSpellable = 3

// IsSpellable reports whether a term is a word that someone may have meant:
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

// Speller measures how far words are from one misspelt word. What it calls a
// distance is in tenths of a missing letter: see mistakes.
type Speller struct {
	word []rune
	mask uint64
	// demand may ask for more similar words, or let through less similar ones.
	demand Demand
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

// maxEdits is how many letters may be wrong: it tells most words apart before
// their distance is measured.
func (s *Speller) maxEdits() int {
	if s.demand.Loose {
		return s.demand.looseEdits(len(s.word))
	}
	switch n := len(s.word); {
	case n < minMisspelt || n > maxSpellable:
		return 0
	case n == 4:
		return 1
	case n <= 9:
		return 2
	default:
		return 3
	}
}

// MaxDistance is how far the word may be from what was meant. In a word of
// four letters that is one mistake of the commoner kinds, in one of five any
// other letter, and only longer ones may have two mistakes.
func (s *Speller) MaxDistance() int {
	if edits := s.maxEdits(); s.demand.Loose && edits > 0 {
		return edits*costExtra + costFirst
	}
	switch n := len(s.word); {
	case n < minMisspelt || n > maxSpellable:
		return 0
	case n == 4:
		return costMissing
	case n == 5:
		return costOther
	default:
		return 8 + 2*n
	}
}

// Sizes returns the smallest and the largest size, in characters, of a word
// within MaxDistance; there is none where the smallest is above the largest.
func (s *Speller) Sizes() (low, high int) {
	d := s.maxEdits()
	return max(len(s.word)-d, minMisspelt), min(len(s.word)+d, maxSpellable)
}

// Distance returns what the mistakes cost that lead from candidate to the
// word, or MaxDistance + 1 where that is more, too many letters are wrong or
// the candidate is too short.
func (s *Speller) Distance(candidate []byte) int {
	far := s.MaxDistance() + 1
	edits := s.maxEdits()
	letters := edits
	if !s.ascii {
		letters *= maxRuneBytes
	}
	if edits == 0 || !masksWithin(s.mask, letterMask(candidate), letters) {
		return far
	}
	s.cand = s.cand[:0]
	for _, r := range string(candidate) {
		s.cand = append(s.cand, r)
	}
	if len(s.cand) < minMisspelt || len(s.cand) > maxSpellable {
		return far
	}
	if wrong := s.edits(edits); wrong > edits || similarity(wrong, len(s.word), len(s.cand)) < s.demand.Similarity {
		return far
	}
	return min(s.mistakes(), far)
}
