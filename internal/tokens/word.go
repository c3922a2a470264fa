package tokens

import "strings"

// word takes the letters from here to where the next word begins: capitals, then
// small letters, then an ending such as 's. Before is what was taken along in
// front of it, 0 for nothing.
func (s *scanner) word(before rune) {
	w := letters{}
	for s.take(&w, upper) {
	}
	for s.take(&w, lower) {
	}
	if w.small > 0 {
		s.ending()
	}
	s.sum += int64(w.cost(before))
}

// letters counts the letters of a word.
type letters struct {
	capitals, small int // of ASCII
	other           int // the cost of the others
}

// take takes one letter that is of a case or has none.
func (s *scanner) take(w *letters, of class) bool {
	r, c, size := s.peek(s.at)
	if c != of && c != plain {
		return false
	}
	s.at += size
	switch {
	case size > 1:
		w.other += letterCost(r)
	case c == upper:
		w.capitals++
	default:
		w.small++
	}
	return true
}

// ending takes the short form of a verb or a genitive behind a word.
func (s *scanner) ending() {
	rest := s.text[s.at:]
	if len(rest) < 2 || rest[0] != '\'' {
		return
	}
	for _, e := range [...]string{"s", "t", "re", "ve", "m", "ll", "d"} {
		if len(rest) > len(e) && strings.EqualFold(rest[1:1+len(e)], e) {
			s.at += 1 + len(e)
			s.sum += endingCost
			return
		}
	}
}

const endingCost = 20

// cost is what a word costs, by what is in front of it. Most words that follow a
// blank are one token, up to a length; in the middle of an identifier the
// same word is more often two.
func (w letters) cost(before rune) int {
	n := w.capitals + w.small
	var cost int
	switch {
	case n == 0:
	case w.small == 0 && before == ' ':
		cost = at(spacedCapitals[:], n)
	case w.small == 0:
		cost = at(capitalWords[:], n)
	case before == ' ':
		cost = at(spacedWords[:], n)
	default:
		cost = at(innerWords[:], n)
	}
	switch {
	case w.capitals == 1 && w.small > 0:
		cost += titleCost
	case w.capitals > 1 && w.small > 0:
		cost += mixedCost
	}
	if before != 0 && before != ' ' {
		cost += joinedCost
	}
	if w.other > 0 {
		cost += max(w.other, whole-min(cost, whole))
	}
	return cost
}

const (
	titleCost  = 4
	mixedCost  = 80
	joinedCost = 10
)

// The costs of words by their number of letters, measured over prose, code,
// JSON and logs. What is longer costs perLetter more for each letter.
var (
	spacedWords    = [...]int{0, 100, 100, 101, 101, 104, 105, 109, 113, 117, 120, 125, 132, 140, 150}
	innerWords     = [...]int{0, 103, 110, 124, 127, 144, 138, 154, 172, 195, 220, 240, 265, 310, 350}
	spacedCapitals = [...]int{0, 100, 100, 101, 102, 105, 112, 148, 165, 240, 265, 290}
	capitalWords   = [...]int{0, 101, 104, 118, 140, 155, 165, 175, 215, 240, 265, 290}
)

const perLetter = 32

func at(costs []int, n int) int {
	last := len(costs) - 1
	return costs[min(n, last)] + max(0, n-last)*perLetter
}

// markCost is what a run of n ASCII punctuation characters costs; one that
// repeats the same character is a rule or a border.
func markCost(n int, same bool) int {
	switch {
	case n == 0:
		return 0
	case same:
		return whole + n/16*half
	case n <= 3:
		return whole + (n/3)*5
	default:
		return whole + (n-3)*32
	}
}
