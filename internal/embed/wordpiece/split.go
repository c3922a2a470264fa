package wordpiece

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// continuing is what the vocabulary has before a piece inside a word.
const continuing = "##"

// splitter cuts one text. It reads the text once, rune by rune, keeps one word
// at a time, and stops when it has as many ids as were asked for: a text of any
// length costs no more than its beginning.
type splitter struct {
	*Tokenizer
	ids   []int32
	limit int

	word   []byte
	chars  int // of the word; more than maxChars are counted and not kept
	hashes []uint32
	marks  [64]byte // the decomposition of a character
}

func (s *splitter) split(text string) {
	for at := 0; at < len(text) && len(s.ids) < s.limit; {
		if a := s.addedAt(text[at:]); a != nil {
			s.endWord()
			s.emit(a.id)
			at += len(a.text)
			continue
		}
		if c := text[at]; c < utf8.RuneSelf {
			s.ascii(c)
			at++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[at:])
		s.rune(r)
		at += size
	}
	s.endWord()
}

// addedAt returns the longest added token that a text begins with.
func (s *splitter) addedAt(text string) *addedToken {
	var longest *addedToken
	for i := range s.added {
		a := &s.added[i]
		if text[0] == a.text[0] && strings.HasPrefix(text, a.text) && (longest == nil || len(a.text) > len(longest.text)) {
			longest = a
		}
	}
	return longest
}

func (s *splitter) ascii(c byte) {
	switch {
	case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
		s.push(rune(c))
	case 'A' <= c && c <= 'Z':
		if s.lower {
			c += 'a' - 'A'
		}
		s.push(rune(c))
	case c == ' ', c == '\t', c == '\n', c == '\r':
		s.endWord()
	case c < ' ', c == 0x7f:
		if !s.clean {
			s.character(rune(c))
		}
	default:
		s.alone(rune(c))
	}
}

// rune takes a character of the text that is not ASCII.
func (s *splitter) rune(r rune) {
	switch {
	case s.clean && isDropped(r):
	case s.clean && unicode.Is(unicode.White_Space, r):
		s.endWord()
	case s.chinese && isChinese(r):
		s.endWord()
		s.normal(r)
		s.endWord()
	default:
		s.normal(r)
	}
}

// normal takes a character without its accents.
func (s *splitter) normal(r rune) {
	if !s.strip {
		s.character(r)
		return
	}
	n := utf8.EncodeRune(s.marks[:], r)
	for _, part := range string(norm.NFD.Append(s.marks[n:n], s.marks[:n]...)) {
		if !isMark(part) {
			s.character(part)
		}
	}
}

// character takes a character that cleaning left.
func (s *splitter) character(r rune) {
	switch {
	case unicode.Is(unicode.White_Space, r):
		s.endWord()
	case isPunctuation(r):
		s.alone(r)
	case s.lower && r == 'İ':
		// The only character whose lower case is two.
		s.push('i')
		s.push('\u0307')
	case s.lower:
		s.push(unicode.ToLower(r))
	default:
		s.push(r)
	}
}

// alone takes a character that is a word by itself.
func (s *splitter) alone(r rune) {
	s.endWord()
	s.push(r)
	s.endWord()
}

func (s *splitter) push(r rune) {
	if s.chars++; s.chars <= s.maxChars {
		s.word = utf8.AppendRune(s.word, r)
	}
}

// endWord emits the pieces of the word, if there is one.
func (s *splitter) endWord() {
	if s.chars == 0 {
		return
	}
	before := len(s.ids)
	if s.chars > s.maxChars || !s.pieces() {
		s.ids = s.ids[:before]
		s.emit(s.unk)
	}
	s.word, s.chars = s.word[:0], 0
}

func (s *splitter) emit(id int32) {
	if len(s.ids) < s.limit {
		s.ids = append(s.ids, id)
	}
}

// pieces emits the longest piece that the vocabulary has, then the longest of
// the rest, and so on. It reports false for a word that it cannot cut so.
func (s *splitter) pieces() bool {
	prefix, seed := "", hashSeed
	for rest := s.word; len(rest) > 0; {
		id, size := s.longestPiece(prefix, seed, rest)
		if size == 0 {
			return false
		}
		s.emit(id)
		rest = rest[size:]
		prefix, seed = continuing, hashOn(hashOn(hashSeed, continuing[0]), continuing[1])
	}
	return true
}

// longestPiece returns the longest beginning of a word that the vocabulary has
// after a prefix with this hash, and its size; no size if it has none.
func (s *splitter) longestPiece(prefix string, hash uint32, word []byte) (id int32, size int) {
	word = word[:min(len(word), max(0, s.longest-len(prefix)))]
	s.hashes = s.hashes[:0]
	for _, c := range word {
		hash = hashOn(hash, c)
		s.hashes = append(s.hashes, hash)
	}
	for size := len(word); size > 0; size-- {
		if id, ok := s.find(prefix, word[:size], hashEnd(s.hashes[size-1])); ok {
			return id, size
		}
	}
	return 0, 0
}
