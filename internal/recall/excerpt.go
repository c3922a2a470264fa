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

// excerpt returns the passage of a text around some words, which fit into it if
// there are several. Marked are all words to mark, in order.
func excerpt(text string, around, marked []occurrence) *agmem.Passage {
	start, end := around[0].start, around[len(around)-1].end
	room := passageRoom - width(text[start:end])
	if room < 0 { // a single word that is too long
		end = start + bytesOf(text[start:end], passageRoom)
		room = 0
	}
	before := lead(text, start, room)
	after := trail(text, end, room-width(text[before:start]))
	if after == len(text) { // there is room left that the text before can have
		before = min(before, backward(text, start, room-width(text[end:])))
	}
	return written(text, before, after, marked)
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
		count += counted(r, &blank)
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
		count += counted(r, &blank)
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
		count += counted(r, &blank)
	}
	return count
}

func counted(r rune, blank *bool) int {
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

// isBorder says that a text can be cut at a place: not inside a word, and not
// between a character and what is drawn on it.
func isBorder(text string, at int) bool {
	if at == 0 || at == len(text) {
		return true
	}
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at:])
	return !Joins(after) && before != zeroWidthJoiner && !(isWordRune(before) && isWordRune(after))
}

const zeroWidthJoiner = '\u200d'

// Joins says that a rune is drawn as one with the rune before it.
func Joins(r rune) bool { return r == zeroWidthJoiner || unicode.In(r, unicode.Mn, unicode.Me) }

// written writes a part of a text as a passage.
func written(text string, from, to int, marked []occurrence) *agmem.Passage {
	w := passageWriter{marks: []agmem.Mark{}}
	for from < to && isBlankAt(text, from) {
		from += sizeAt(text, from)
	}
	if strings.TrimSpace(text[:from]) != "" {
		w.rune(ellipsis)
	}
	for at := from; at < to; {
		for len(marked) > 0 && marked[0].start <= at {
			if marked[0].start == at {
				w.mark(at, min(marked[0].end, to))
			}
			marked = marked[1:]
		}
		r, size := utf8.DecodeRuneInString(text[at:])
		w.text(r, at)
		at += size
	}
	if strings.TrimSpace(text[to:]) != "" {
		w.rune(ellipsis)
	}
	return &agmem.Passage{Text: w.b.String(), Marks: w.marks}
}

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
	until int // the byte of the text where the last mark ends
}

// mark marks the characters up to a byte of the text.
func (w *passageWriter) mark(at, end int) {
	if end <= w.until {
		return
	}
	if len(w.marks) == 0 || at > w.until {
		start := w.count
		if w.blank {
			start++
		}
		w.marks = append(w.marks, agmem.Mark{Start: start})
	}
	w.until = end
}

// text writes a character of the text.
func (w *passageWriter) text(r rune, at int) {
	if unicode.IsSpace(r) {
		w.blank = true
		return
	}
	if w.blank {
		w.rune(' ')
	}
	w.rune(r)
	if at < w.until {
		last := &w.marks[len(w.marks)-1]
		last.Length = w.count - last.Start
	}
}

func (w *passageWriter) rune(r rune) {
	w.b.WriteRune(r)
	w.count++
	w.blank = false
}
