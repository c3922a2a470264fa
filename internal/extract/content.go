package extract

import "strings"

// content returns the text behind a marker up to where the fact ends, at next
// at the latest; an empty text if nothing is there.
func (p *page) content(m marker, next int) string {
	at := m.line
	l := p.lines[at]
	first := strings.TrimSpace(p.text[m.end:min(l.end, next)])
	if !m.hasColon {
		first, _ = cutDash(first)
	}
	if l.kind == row {
		return strings.TrimSpace(cell(p.text[m.end:min(l.end, next)]))
	}
	if next <= l.end || l.kind == heading && first != "" {
		return first
	}
	var lines []string
	if first != "" {
		lines = append(lines, first)
	} else {
		at = p.skipBlank(at, next)
	}
	for at++; at < len(p.lines) && p.belongs(p.lines[at], m, next); at++ {
		lines = append(lines, p.piece(p.lines[at], l, next))
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// cell returns the rest of a cell of a table.
func cell(text string) string {
	for at := 0; at < len(text); at++ {
		if text[at] == '|' && (at == 0 || text[at-1] != '\\') {
			return text[:at]
		}
	}
	return text
}

// skipBlank returns the line before the first one with text after a line: a
// marker alone on its line introduces the paragraph below it.
func (p *page) skipBlank(at, next int) int {
	l := p.lines[at]
	for at+1 < len(p.lines) && p.lines[at+1].kind == blank && p.lines[at+1].start < next {
		at++
	}
	isOutside := l.isItem && at+1 < len(p.lines) && p.lines[at].kind == blank && p.lines[at+1].indent <= l.indent
	if isOutside {
		return len(p.lines)
	}
	return at
}

// belongs says whether a line is part of the fact of a marker above it.
func (p *page) belongs(l line, m marker, next int) bool {
	of := p.lines[m.line]
	switch {
	case next < l.end && strings.IndexFunc(p.text[l.body:max(l.body, next)], isLetterOrDigit) < 0, l.quote < of.quote:
		return false // the next marker begins the line, perhaps behind an emoji
	case l.isFence:
		return true
	case of.isItem && l.isItem && l.indent <= of.indent:
		return false
	case l.isCode:
		return l.kind != blank
	}
	return l.kind == words || l.kind == row
}

// piece returns what a fact takes of a line: without the quote signs and the
// indentation of the marker's own line.
func (p *page) piece(l, of line, next int) string {
	c := cursor{p.text[:l.end], l.start, 0}
	for range of.quote {
		c.blanks()
		c.take('>')
		c.column = 0
		if c.next() == ' ' {
			c.at++
		}
	}
	for isBlank(c.next()) && c.column < of.column {
		back := c
		c.at++
		c.column++
		if back.next() == '\t' {
			c.column = back.column + 4 - back.column%4
		}
	}
	return strings.TrimRight(p.text[c.at:min(l.end, next)], " \t\r")
}

// isPlaceholder says whether a content stands for one: nothing at all, dots, or
// a word in brackets.
func isPlaceholder(content string) bool {
	if strings.IndexFunc(content, isLetterOrDigit) < 0 {
		return true
	}
	for _, pair := range []string{"[]", "<>", "{}"} {
		isAround := content[0] == pair[0] && strings.IndexByte(content, pair[1]) == len(content)-1
		if isAround && !strings.Contains(content, "://") {
			return true
		}
	}
	return false
}
