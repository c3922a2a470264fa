package extract

import "strings"

// page is a text and what its lines are in Markdown. Only what decides where a
// fact may begin and end is read.
type page struct {
	text  string
	lines []line
	// hidden are the ranges of code spans and comments, in their order.
	hidden []span
}

// span is a range of bytes of the text.
type span struct{ start, end int }

// line is one line of a text.
type line struct {
	span        // without the line ending
	quote   int // how many > are before it
	indent  int // columns between them and what follows
	body    int // where the text begins, behind > - 1. # and [ ]
	column  int // columns before the text, counted after the last >
	kind    kind
	isItem  bool // a bullet or a number begins it
	isCode  bool // it is part of a code block
	isFence bool // it is in a fence that is closed, or is one of its ends
}

// kind is what a line does to the paragraph before it.
type kind int

const (
	words kind = iota
	blank
	heading
	rule
	row // of a table
)

func read(text string) *page {
	p := &page{text: text}
	for start := 0; start < len(text); {
		end := len(text)
		if n := strings.IndexByte(text[start:], '\n'); n >= 0 {
			end = start + n
		}
		trimmed := end
		for trimmed > start && text[trimmed-1] == '\r' {
			trimmed--
		}
		p.lines = append(p.lines, readLine(text, span{start, trimmed}))
		start = end + 1
	}
	p.markFences()
	p.markIndented()
	p.hideSpans()
	p.hideComments()
	return p
}

// of returns the text of a line from an offset on.
func (p *page) of(l line, from int) string { return p.text[from:l.end] }

// readLine reads the signs at the beginning of a line.
func readLine(text string, at span) line {
	l := line{span: at, body: at.start}
	c := cursor{text[:at.end], at.start, 0}
	for {
		back := c
		c.blanks()
		if !c.take('>') {
			c = back
			break
		}
		c.column = 0
		if c.next() == ' ' {
			c.at++
		}
		l.quote++
	}
	c.blanks()
	l.indent = c.column
	rest := text[c.at:at.end]
	switch {
	case rest == "":
		l.kind = blank
	case isRule(rest):
		l.kind = rule
	default:
		for c.item() {
			l.isItem = true
			c.blanks()
		}
		if c.heading() {
			l.kind = heading
		} else if c.next() == '|' {
			l.kind = row
		}
	}
	l.body, l.column = c.at, c.column
	return l
}

// isRule says whether a line is a thematic break: three or more of one sign.
func isRule(text string) bool {
	text = strings.TrimRight(text, " \t")
	if text == "" || strings.IndexByte("-*_", text[0]) < 0 {
		return false
	}
	n := 0
	for i := range len(text) {
		switch text[i] {
		case text[0]:
			n++
		case ' ', '\t':
		default:
			return false
		}
	}
	return n >= 3
}

// cursor goes over the beginning of a line.
type cursor struct {
	text   string // up to the end of the line
	at     int
	column int // since the last >; a tab goes to the next multiple of four
}

func (c *cursor) next() byte {
	if c.at < len(c.text) {
		return c.text[c.at]
	}
	return 0
}

func (c *cursor) take(sign byte) bool {
	if c.next() != sign {
		return false
	}
	c.at++
	c.column++
	return true
}

func (c *cursor) blanks() {
	for ; c.next() == ' ' || c.next() == '\t'; c.at++ {
		if c.next() == '\t' {
			c.column += 4 - c.column%4
		} else {
			c.column++
		}
	}
}

// item takes the sign of a list item: - * + 1. 2) and a box behind it.
func (c *cursor) item() bool {
	at := c.at
	digits := 0
	for at < len(c.text) && '0' <= c.text[at] && c.text[at] <= '9' && digits < 9 {
		at++
		digits++
	}
	signs := "-*+"
	if digits > 0 {
		signs = ".)"
	}
	if at+1 >= len(c.text) || strings.IndexByte(signs, c.text[at]) < 0 || !isBlank(c.text[at+1]) {
		return false
	}
	c.column += at + 1 - c.at
	c.at = at + 1
	for _, box := range []string{" [ ] ", " [x] ", " [X] "} {
		if strings.HasPrefix(c.text[c.at:], box) {
			c.column += len(box)
			c.at += len(box)
		}
	}
	return true
}

// heading takes the signs of a heading.
func (c *cursor) heading() bool {
	n := 0
	for c.at+n < len(c.text) && c.text[c.at+n] == '#' && n < 7 {
		n++
	}
	if n == 0 || n == 7 || c.at+n < len(c.text) && !isBlank(c.text[c.at+n]) {
		return false
	}
	c.at += n
	c.column += n
	c.blanks()
	return true
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }
