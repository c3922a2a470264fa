package extract

import "strings"

// fence is the opening line of a code block.
type fence struct {
	sign   byte
	length int
	quote  int
	line   int
}

// markFences marks the lines of fenced code blocks. One that is never closed
// goes on to the end of the text, or of the quote that it is in.
func (p *page) markFences() {
	var open *fence
	for i := range p.lines {
		l := &p.lines[i]
		if open != nil && l.quote < open.quote {
			open = nil
		}
		sign, length, info := fenceOf(p.of(*l, l.body))
		switch {
		case open == nil && length >= 3 && !(sign == '`' && strings.Contains(info, "`")):
			open = &fence{sign, length, l.quote, i}
			l.isCode = true
		case open != nil:
			l.isCode = true
			if sign == open.sign && length >= open.length && strings.TrimSpace(info) == "" {
				for j := open.line; j <= i; j++ {
					p.lines[j].isFence = true
				}
				open = nil
			}
		}
	}
}

// fenceOf returns the run of backticks or tildes that a text begins with, and
// what follows it.
func fenceOf(text string) (sign byte, length int, info string) {
	if text == "" || text[0] != '`' && text[0] != '~' {
		return 0, 0, ""
	}
	rest := strings.TrimLeft(text, text[:1])
	return text[0], len(text) - len(rest), rest
}

// markIndented marks the lines of code blocks that are indented by four: after
// a blank line, and not in a list, where text is indented too.
func (p *page) markIndented() {
	const code = 4
	isList, afterBlank, isCode := false, true, false
	for i := range p.lines {
		l := &p.lines[i]
		switch {
		case l.kind == blank || l.isCode:
			afterBlank, isCode = true, isCode && l.kind == blank
			continue
		case !isList && l.indent >= code && (afterBlank || isCode):
			l.isCode, isCode = true, true
		default:
			isCode = false
			isList = l.isItem || isList && (l.indent > 0 || !afterBlank)
		}
		afterBlank = false
	}
}

// hideSpans finds the code spans of every paragraph.
func (p *page) hideSpans() {
	for i := 0; i < len(p.lines); {
		j := i + 1
		for j < len(p.lines) && p.continues(j) {
			j++
		}
		if !p.lines[i].isCode {
			p.hideSpansIn(span{p.lines[i].body, p.lines[j-1].end})
		}
		i = j
	}
}

// continues says whether a line belongs to the paragraph of the one before it.
func (p *page) continues(i int) bool {
	l, before := p.lines[i], p.lines[i-1]
	return l.kind == words && before.kind == words && !l.isItem && !l.isCode && !before.isCode && l.quote == before.quote
}

// hideSpansIn pairs each run of backticks with the next one of its length.
func (p *page) hideSpansIn(in span) {
	runs := p.backticks(in)
	if len(runs) < 2 {
		return
	}
	partner := make([]int, len(runs))
	ofLength := make(map[int]int)
	for i := len(runs) - 1; i >= 0; i-- {
		length := runs[i].end - runs[i].start
		partner[i] = ofLength[length] // zero for none: the first run is nobody's second
		ofLength[length] = i
	}
	for i := 0; i < len(runs); i++ {
		isEscaped := runs[i].start > in.start && p.text[runs[i].start-1] == '\\'
		if j := partner[i]; j > 0 && !isEscaped {
			p.hidden = append(p.hidden, span{runs[i].start, runs[j].end})
			i = j
		}
	}
}

func (p *page) backticks(in span) []span {
	var runs []span
	for at := in.start; at < in.end; at++ {
		n := strings.IndexByte(p.text[at:in.end], '`')
		if n < 0 {
			break
		}
		start := at + n
		for at = start; at < in.end && p.text[at] == '`'; at++ {
		}
		runs = append(runs, span{start, at})
	}
	return runs
}

// hideComments adds the comments of HTML to what is hidden. One that begins in
// code is not a comment, nor is one that never ends.
func (p *page) hideComments() {
	const opening, closing = "<!--", "-->"
	spans := p.hidden
	p.hidden = nil
	at := 0
	for _, l := range p.lines {
		for at = max(at, l.body); at < l.end && !l.isCode; {
			start := strings.Index(p.text[at:l.end], opening)
			if start < 0 {
				break
			}
			start += at
			for len(spans) > 0 && spans[0].end <= start {
				p.hidden, spans = append(p.hidden, spans[0]), spans[1:]
			}
			if len(spans) > 0 && spans[0].start <= start {
				at = spans[0].end
				continue
			}
			length := strings.Index(p.text[start:], closing)
			if length < 0 {
				p.hidden = append(p.hidden, spans...)
				return
			}
			at = start + length + len(closing)
			p.hidden = append(p.hidden, span{start, at})
			for len(spans) > 0 && spans[0].start < at {
				spans = spans[1:]
			}
		}
	}
	p.hidden = append(p.hidden, spans...)
}
