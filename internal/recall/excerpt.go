package recall

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agmem/agmem"
)

const ellipsis = '…'

// passageRoom is how many characters of a passage are the text's: the others are
// for what says that something was left out.
const passageRoom = agmem.MaxPassage - 2

// around returns where the passage around some words begins and ends, which fit
// into it if there are several.
func around(text string, words []counted) (from, to int) {
	start, end := words[0].start, words[len(words)-1].end
	room := passageRoom - width(text[start:end])
	if room < 0 { // a single word that is too long
		return start, start + bytesOf(text[start:end], passageRoom)
	}
	from = lead(text, start, room)
	to = trail(text, end, room-width(text[from:start]))
	if to == len(text) { // there is room left that the text before can have
		from = min(from, backward(text, start, room-width(text[end:])))
	}
	return from, to
}

// lead returns where a passage begins: with the sentence or line of its first
// word if that is near, else at a word before it that leaves half the room for
// what comes behind.
func lead(text string, start, room int) int {
	earliest := backward(text, start, room*3/4)
	for at := start; at > earliest; {
		r, size := utf8.DecodeLastRuneInString(text[:at])
		if r == '\n' || endsSentence(r) && (r >= utf8.RuneSelf || text[at] == ' ') {
			return at
		}
		at -= size
	}
	if earliest == 0 {
		return 0
	}
	return max(earliest, backward(text, start, room/2))
}

func endsSentence(r rune) bool {
	switch r {
	case '.', '!', '?', '。', '！', '？':
		return true
	}
	return false
}

// backward returns the furthest word's beginning that is at most some characters
// before a place, and that place where there is none.
func backward(text string, at, room int) int {
	best, count, blank := at, 0, false
	for i := at; i > 0 && count <= room; {
		r, size := utf8.DecodeLastRuneInString(text[:i])
		count += characterOf(r, &blank)
		i -= size
		if count <= room && isBorder(text, i) {
			best = i
		}
	}
	return best
}

// trail returns the furthest word's end that is at most some characters behind a
// place, and that place where there is none.
func trail(text string, at, room int) int {
	best, count, blank := at, 0, false
	for i := at; i < len(text) && count <= room; {
		r, size := utf8.DecodeRuneInString(text[i:])
		count += characterOf(r, &blank)
		i += size
		if count <= room && isBorder(text, i) {
			best = i
		}
	}
	return best
}

// width counts characters as they are written: blanks in a row are one.
func width(text string) int {
	count, blank := 0, false
	for _, r := range text {
		count += characterOf(r, &blank)
	}
	return count
}

func characterOf(r rune, blank *bool) int {
	again := unicode.IsSpace(r) && *blank
	*blank = unicode.IsSpace(r)
	if again {
		return 0
	}
	return 1
}

// bytesOf returns where the first n characters of a text end.
func bytesOf(text string, n int) int {
	for at := range text {
		if n == 0 {
			return at
		}
		n--
	}
	return len(text)
}

// isBorder says that a text can be cut at a place: not inside a word or an
// identifier, and not between a character and what is drawn on it.
func isBorder(text string, at int) bool {
	if at == 0 || at == len(text) {
		return true
	}
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at:])
	switch {
	case Joins(after) || before == zeroWidthJoiner:
		return false
	case isWordRune(after):
		return !isWordRune(before) && !isJoiner(before)
	case isJoiner(after) && isWordRune(before):
		next, _ := utf8.DecodeRuneInString(text[at+utf8.RuneLen(after):])
		return !isWordRune(next)
	}
	return true
}

const zeroWidthJoiner = '\u200d'

// Joins says that a rune is drawn as one with the rune before it.
func Joins(r rune) bool {
	return r >= firstMark && (r == zeroWidthJoiner || unicode.In(r, unicode.Mn, unicode.Me))
}

// firstMark is where the marks begin that are drawn on other characters.
const firstMark = '\u0300'

func isBlankAt(text string, at int) bool {
	r, _ := utf8.DecodeRuneInString(text[at:])
	return unicode.IsSpace(r)
}

func sizeAt(text string, at int) int {
	_, size := utf8.DecodeRuneInString(text[at:])
	return size
}

// passageWriter writes a text on one line and counts its characters.
type passageWriter struct {
	b     strings.Builder
	count int
	blank bool // comes before the next character
	marks []agmem.Mark
}

// omit says that a text is left out, unless it is blank.
func (w *passageWriter) omit(text string) {
	if strings.TrimSpace(text) != "" {
		w.rune(ellipsis)
	}
}

// text writes a text that is not marked.
func (w *passageWriter) text(text string) {
	for _, r := range text {
		if unicode.IsSpace(r) {
			w.blank = true
			continue
		}
		if w.blank {
			w.rune(' ')
		}
		w.rune(r)
	}
}

// marked writes a word that is marked, together with one that is directly before
// it.
func (w *passageWriter) marked(word string) {
	if word == "" {
		return
	}
	if w.blank {
		w.rune(' ')
	}
	last := len(w.marks) - 1
	if last < 0 || w.marks[last].Start+w.marks[last].Length < w.count {
		w.marks = append(w.marks, agmem.Mark{Start: w.count})
		last++
	}
	w.text(word)
	w.marks[last].Length = w.count - w.marks[last].Start
}

func (w *passageWriter) rune(r rune) {
	w.b.WriteRune(r)
	w.count++
	w.blank = false
}
