package recall

import "strings"

// What the mistakes cost that people make, in tenths of a missing letter. The
// values were found on recorded misspellings, see docs/adr.
const (
	costSwapped    = 7  // dokcer
	costDoubling   = 6  // comitted, panner: a double letter that is single, or the other way round
	costMissing    = 10 // deploment
	costMissedWeak = 8  // kubrnetes: a letter that is hardly heard
	costExtra      = 14 // dockper
	costExtraWeak  = 9  // deployement
	costExtraKey   = 10 // dockjer: a key beside the one that was meant
	costOther      = 13 // dobker
	costOtherKey   = 12 // dovker
	costOtherVowel = 11 // dacker
	costSameSound  = 8  // dokker
	costFirst      = 9  // more where the first letter is another: people rarely get that one wrong
)

// mistakes returns what the cheapest mistakes cost that make the word of the
// candidate: an alignment as in edits, from the candidate to the word.
func (s *Speller) mistakes() int {
	meant, word := s.cand, s.word
	two, one, row := s.rows[0], s.rows[1], s.rows[2]
	one[0] = 0
	for j := range meant {
		one[j+1] = one[j] + costOfMissing(meant, j)
	}
	for i := range word {
		extra := costOfExtra(word, i)
		row[0] = one[0] + extra
		for j := range meant {
			d := min(one[j+1]+extra, row[j]+costOfMissing(meant, j), one[j]+costOfOther(word[i], meant[j]))
			if i > 0 && j > 0 && word[i] == meant[j-1] && word[i-1] == meant[j] {
				d = min(d, two[j-1]+costSwapped)
			}
			row[j+1] = d
		}
		two, one, row = one, row, two
	}
	if word[0] != meant[0] {
		return one[len(meant)] + costFirst
	}
	return one[len(meant)]
}

// costOfMissing is what it costs to leave out letter i of a word.
func costOfMissing(word []rune, i int) int {
	switch {
	case hasTwin(word, i):
		return costDoubling
	case isWeak(word[i]):
		return costMissedWeak
	}
	return costMissing
}

// costOfExtra is what it costs that letter i of a word is one too many.
func costOfExtra(word []rune, i int) int {
	switch {
	case hasTwin(word, i):
		return costDoubling
	case isWeak(word[i]):
		return costExtraWeak
	case i > 0 && areNeighbours(word[i-1], word[i]), i+1 < len(word) && areNeighbours(word[i], word[i+1]):
		return costExtraKey
	}
	return costExtra
}

// costOfOther is what it costs to write one letter for another.
func costOfOther(a, b rune) int {
	switch {
	case a == b:
		return 0
	case soundsLike(a, b):
		return costSameSound
	case isVowel(a) && isVowel(b):
		return costOtherVowel
	case areNeighbours(a, b):
		return costOtherKey
	}
	return costOther
}

// hasTwin reports whether letter i stands beside another of its kind.
func hasTwin(word []rune, i int) bool {
	return i > 0 && word[i-1] == word[i] || i+1 < len(word) && word[i+1] == word[i]
}

func isVowel(r rune) bool { return strings.ContainsRune("aeiouyаеиоуыэюя", r) }

func isWeak(r rune) bool { return r == 'h' || r == 'ь' || isVowel(r) }

// soundsLike reports whether two letters often stand for the same sound.
func soundsLike(a, b rune) bool {
	switch min(a, b) {
	case 'b':
		return max(a, b) == 'p'
	case 'c':
		return max(a, b) == 'k' || max(a, b) == 's'
	case 'd':
		return max(a, b) == 't'
	case 'f':
		return max(a, b) == 'v'
	case 'g':
		return max(a, b) == 'j'
	case 'i':
		return max(a, b) == 'y'
	case 'k':
		return max(a, b) == 's'
	case 'm':
		return max(a, b) == 'n'
	case 's':
		return max(a, b) == 'z'
	case 'v':
		return max(a, b) == 'w'
	}
	return false
}

// areNeighbours reports whether two keys touch on an English keyboard.
func areNeighbours(a, b rune) bool {
	const keyboard = "qwertyuiop asdfghjkl  zxcvbnm"
	const width = len("qwertyuiop ")
	x, y := strings.IndexRune(keyboard, a), strings.IndexRune(keyboard, b)
	if x < 0 || y < 0 || a == ' ' || b == ' ' {
		return false
	}
	if x > y {
		x, y = y, x
	}
	// The key to the right, and the two below: each row begins a little
	// further right than the one above it.
	switch y - x {
	case 1, width, width - 1:
		return true
	}
	return false
}
