package recall

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxWord is the longest word that is kept, in bytes; the rest of a longer
// one (a key, a data URL) is cut off alike in documents and questions.
const maxWord = 64

// tokenKind says what a token is and so which of its forms are searched.
type tokenKind uint8

const (
	tokenWord  tokenKind = iota // a word, or a part of an identifier
	tokenWhole                  // all parts of an identifier in one: dockercompose
	tokenPair                   // two neighbouring characters of a script without blanks
	tokenChar                   // a character of such a script, inside a run of them
	tokenLone                   // the only character of a run
)

// token is a folded piece of a text.
type token struct {
	text string
	kind tokenKind
	// pos counts words and characters without blanks from 0; a whole and a
	// pair stand where their first part stands.
	pos int
	// width is how many positions it spans: 2 for a pair, those of its parts
	// for a whole, else 1.
	width int
	// start and end are byte offsets in the text.
	start, end int
}

// scanner cuts a text into tokens and hands each to emit, in order of start.
type scanner struct {
	text string
	emit func(token)
	pos  int
}

// scan cuts text into tokens. It returns the number of positions.
func scan(text string, emit func(token)) int {
	s := scanner{text: text, emit: emit}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case isUnspaced(r):
			i = s.unspacedRun(i)
		case isWordRune(r):
			i = s.chunk(i)
		default:
			i += size
		}
	}
	return s.pos
}

// isUnspaced reports whether r belongs to a script that is written without
// blanks between words.
func isUnspaced(r rune) bool {
	if r < 0x0E00 {
		return false
	}
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) || r == 'ー' || r == '々'
}

func isWordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	}
	return (unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r)) && !isUnspaced(r)
}

// isJoiner reports whether r between two letters or digits makes them parts
// of one identifier, name or number.
func isJoiner(r rune) bool {
	switch r {
	case '_', '-', '.', '\'', '’', '‐':
		return true
	}
	return false
}

// unspacedRun emits the characters of the run at i and their overlapping
// pairs, and returns where it ends.
func (s *scanner) unspacedRun(i int) int {
	var buf [64]span
	chars, end := s.chars(i, buf[:0])
	if len(chars) == 1 {
		s.char(tokenLone, chars[0])
		return end
	}
	for k, c := range chars {
		if k+1 < len(chars) {
			s.emit(token{text: Fold(s.text[c.start:chars[k+1].end]), kind: tokenPair, pos: s.pos, width: 2,
				start: c.start, end: chars[k+1].end})
		}
		s.char(tokenChar, c)
	}
	return end
}

// chars cuts the run at i into characters with the marks that belong to them.
func (s *scanner) chars(i int, chars []span) ([]span, int) {
	for i < len(s.text) {
		r, size := utf8.DecodeRuneInString(s.text[i:])
		switch {
		case unicode.IsMark(r) && len(chars) > 0:
			chars[len(chars)-1].end = i + size
		case isUnspaced(r):
			chars = append(chars, span{start: i, end: i + size})
		default:
			return chars, i
		}
		i += size
	}
	return chars, i
}

func (s *scanner) char(kind tokenKind, c span) {
	s.emit(token{text: Fold(s.text[c.start:c.end]), kind: kind, pos: s.pos, width: 1, start: c.start, end: c.end})
	s.pos++
}

// chunk emits the words of the longest run of word characters and joiners at
// i and returns where it ends.
func (s *scanner) chunk(i int) int {
	var buf [16]span
	parts, end := s.parts(i, buf[:0])
	if s.plusOrSharp(parts, &end) {
		return end
	}
	if len(parts) > 1 {
		s.whole(parts)
	}
	for _, p := range parts {
		s.word(p)
	}
	return end
}

type span struct {
	start, end int
	apostrophe bool // inside
}

// parts cuts the chunk at i at its joiners and where the case changes, as in
// getUser and HTTPServer.
func (s *scanner) parts(i int, parts []span) ([]span, int) {
	start, end := i, i
	var prev rune
	for end < len(s.text) {
		r, size := utf8.DecodeRuneInString(s.text[end:])
		switch {
		case isWordRune(r):
			if end > start && s.caseChanges(s.text[start:end], prev, r, end+size) {
				parts = append(parts, span{start: start, end: end})
				start = end
			}
			prev = r
		case isJoiner(r) && s.wordAt(end+size):
			parts = append(parts, span{start: start, end: end})
			start, prev = end+size, 0
		default:
			return s.withoutPossessive(append(parts, span{start: start, end: end})), end
		}
		end += size
	}
	return s.withoutPossessive(append(parts, span{start: start, end: end})), end
}

func (s *scanner) wordAt(i int) bool {
	r, _ := utf8.DecodeRuneInString(s.text[min(i, len(s.text)):])
	return isWordRune(r)
}

// caseChanges reports whether a part begins at r: a capital after a small
// letter, or the last of several capitals or digits before a small letter. After a
// digit it does so too where the part has small letters, as in base64URL: K8S,
// 512MB and LOG4J are one word, as k8s is.
func (s *scanner) caseChanges(part string, prev, r rune, next int) bool {
	if !unicode.IsUpper(r) {
		return false
	}
	if unicode.IsLower(prev) || unicode.IsDigit(prev) && strings.ContainsFunc(part, unicode.IsLower) {
		return true
	}
	if !unicode.IsUpper(prev) && !unicode.IsDigit(prev) || next >= len(s.text) {
		return false
	}
	n, size := utf8.DecodeRuneInString(s.text[next:])
	if !unicode.IsLower(n) {
		return false
	}
	// "URLs" and "IDs" are plurals, not a word that begins at their last capital.
	return n != 's' || s.lowerAt(next+size)
}

func (s *scanner) lowerAt(i int) bool {
	r, _ := utf8.DecodeRuneInString(s.text[min(i, len(s.text)):])
	return unicode.IsLower(r)
}

// withoutPossessive joins the parts around an apostrophe, which is no
// identifier's: don't is dont, Caroline's is Caroline.
func (s *scanner) withoutPossessive(parts []span) []span {
	for k := len(parts) - 1; k > 0; k-- {
		if !isApostrophe(s.text[parts[k-1].end:parts[k].start]) {
			continue
		}
		if tail := s.text[parts[k].start:parts[k].end]; tail == "s" || tail == "S" {
			parts = append(parts[:k], parts[k+1:]...)
			continue
		}
		parts[k-1].end, parts[k-1].apostrophe = parts[k].end, true
		parts = append(parts[:k], parts[k+1:]...)
	}
	return parts
}

func isApostrophe(sep string) bool { return sep == "'" || sep == "’" }

// plusOrSharp emits c++, c#, f# and their like, whose signs are part of the
// name, and reports whether it did.
func (s *scanner) plusOrSharp(parts []span, end *int) bool {
	last := parts[len(parts)-1]
	rest := s.text[last.end:]
	if len(parts) != 1 || last.end != *end || last.end-last.start > 2 {
		return false
	}
	size := 0
	switch {
	case strings.HasPrefix(rest, "++"):
		size = 2
	case strings.HasPrefix(rest, "#"):
		size = 1
	default:
		return false
	}
	if s.wordAt(last.end + size) {
		return false
	}
	last.end += size
	*end = last.end
	s.word(last)
	return true
}

func (s *scanner) word(p span) {
	text := s.text[p.start:p.end]
	if p.apostrophe {
		text = strings.NewReplacer("'", "", "’", "").Replace(text)
	}
	folded := cutWord(Fold(text))
	if folded == "" {
		return // accents that are on nothing
	}
	s.emit(token{text: folded, kind: tokenWord, pos: s.pos, width: 1, start: p.start, end: p.end})
	s.pos++
}

// whole emits the parts as one word. Joiners are left out, so that
// docker-compose, docker_compose and dockerCompose are the same; between
// digits they stay, for 1.12 is not 11.2.
func (s *scanner) whole(parts []span) {
	var b strings.Builder
	for k, p := range parts {
		if k > 0 && parts[k-1].end < p.start && s.digitsAround(parts[k-1].end, p.start) {
			b.WriteString(s.text[parts[k-1].end:p.start])
		}
		b.WriteString(s.text[p.start:p.end])
	}
	folded := cutWord(Fold(b.String()))
	if folded == "" {
		return
	}
	first, last := parts[0], parts[len(parts)-1]
	s.emit(token{text: folded, kind: tokenWhole, pos: s.pos, width: len(parts),
		start: first.start, end: last.end})
}

func (s *scanner) digitsAround(end, start int) bool {
	return isDigit(s.text[end-1]) && isDigit(s.text[start])
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// cutWord shortens a word to maxWord bytes at a character's border.
func cutWord(w string) string {
	if len(w) <= maxWord {
		return w
	}
	n := maxWord
	for n > 0 && !utf8.RuneStart(w[n]) {
		n--
	}
	return w[:n]
}
