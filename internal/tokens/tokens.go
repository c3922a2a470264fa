// Package tokens estimates how many tokens a text is for a language model. It
// loads no vocabulary: it cuts a text into pieces as the tokenizer o200k does,
// which are words, groups of three digits, runs of punctuation and white space, and
// knows what a piece of each form and length costs on average.
//
// A tokenizer with its vocabulary would take longer to load than a whole
// command runs. How far the estimates are from it is measured in the tests.
package tokens

import "unicode/utf8"

// Estimate returns about how many tokens a text has: 0 for an empty one, and at
// least 1 otherwise. It goes over the text once and allocates nothing.
func Estimate(text string) int {
	if text == "" {
		return 0
	}
	s := scanner{text: text}
	for s.at < len(text) {
		s.piece()
	}
	return int(max(1, (s.sum+half)/whole))
}

// Costs are in hundredths of a token.
const (
	whole = 100
	half  = whole / 2
)

// scanner cuts a text into pieces and adds up what they cost.
type scanner struct {
	text string
	at   int
	sum  int64
}

// peek returns the character at an offset with its class and its size.
func (s *scanner) peek(at int) (r rune, c class, size int) {
	if at >= len(s.text) {
		return 0, end, 0
	}
	if b := s.text[at]; b < utf8.RuneSelf {
		return rune(b), classOfASCII(b), 1
	}
	r, size = utf8.DecodeRuneInString(s.text[at:])
	return r, classOf(r), size
}

// piece goes over the next piece and adds its cost.
func (s *scanner) piece() {
	r, c, size := s.peek(s.at)
	switch {
	case c.isLetter():
		s.word(0)
	case c == digit:
		s.number()
	case r == '\r' || r == '\n':
		s.space()
	default:
		_, next, _ := s.peek(s.at + size)
		switch {
		case next.isLetter():
			s.at += size
			s.word(r)
		case c == blank && (r != ' ' || next != mark):
			s.space()
		default:
			s.punctuation()
		}
	}
}

// number takes up to three digits, which are one token.
func (s *scanner) number() {
	for range 3 {
		_, c, size := s.peek(s.at)
		if c != digit {
			break
		}
		s.at += size
	}
	s.sum += whole
}

// space takes a run of white space, up to its last line break if it has one. Of a
// run without one the last character is left for the word behind it.
func (s *scanner) space() {
	begin, last, lineEnd := s.at, s.at, -1
	for {
		r, c, size := s.peek(s.at)
		if c != blank {
			break
		}
		last = s.at
		s.at += size
		if r == '\r' || r == '\n' {
			lineEnd = s.at
		}
	}
	switch {
	case lineEnd >= 0:
		s.at = lineEnd
	case s.at < len(s.text) && last > begin:
		s.at = last
	}
	s.sum += whole + int64(s.at-begin)/longSpace*whole
}

// longSpace is how many blanks one token may be.
const longSpace = 64

// punctuation takes a run of characters that are not letters, digits or white
// space, with the blank before it and the line breaks behind it.
func (s *scanner) punctuation() {
	if s.text[s.at] == ' ' {
		s.at++
	}
	first, _, _ := s.peek(s.at)
	ascii, wide, same := 0, 0, true
	for {
		r, c, size := s.peek(s.at)
		if c != mark {
			break
		}
		same = same && r == first
		if size == 1 {
			ascii++
		} else {
			wide += wideCost(r)
		}
		s.at += size
	}
	for s.at < len(s.text) && (s.text[s.at] == '\n' || s.text[s.at] == '\r' || s.text[s.at] == '/') {
		s.at++
	}
	s.sum += int64(markCost(ascii, same)) + int64(wide)
}
