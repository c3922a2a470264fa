package extract

import "strings"

// marker is one *Remember* that introduces a fact.
type marker struct {
	span          // with its colon
	line     int  // index of its line
	hasColon bool // one is inside the emphasis or follows it
}

// markers returns the markers of the text in their order.
func (p *page) markers() []marker {
	var found []marker
	hidden := p.hidden
	for i, l := range p.lines {
		if l.isCode {
			continue
		}
		firstLetter := p.firstLetter(l)
		for at := l.body; at < l.end; {
			n := indexWord(p.text[at:l.end])
			if n < 0 {
				break
			}
			at += n + len(word)
			m, ok := p.markerAt(at-len(word), l)
			if !ok {
				continue
			}
			for len(hidden) > 0 && hidden[0].end <= m.start {
				hidden = hidden[1:]
			}
			if isHidden := len(hidden) > 0 && hidden[0].start <= m.start; isHidden || !p.introduces(m, i, m.start <= firstLetter) {
				continue
			}
			m.line = i
			found = append(found, m)
			at = m.end
		}
	}
	return found
}

// firstLetter returns where the first letter or digit of a line is.
func (p *page) firstLetter(l line) int {
	n := strings.IndexFunc(p.of(l, l.body), isLetterOrDigit)
	if n < 0 {
		return l.end
	}
	return l.body + n
}

const word = "remember"

func indexWord(text string) int {
	for i := 0; i+len(word) <= len(text); i++ {
		if text[i]|0x20 == word[0] && strings.EqualFold(text[i:i+len(word)], word) {
			return i
		}
	}
	return -1
}

// markerAt reads the emphasis around a word and the colon. It only looks at
// the form: what is before and after the marker is for introduces.
func (p *page) markerAt(at int, l line) (marker, bool) {
	signs := p.emphasisBefore(at, l)
	if signs == 0 {
		return marker{}, false
	}
	sign := p.text[at-1]
	rest := p.text[at+len(word) : l.end]
	rest, hasColon := cutColon(rest)
	if len(rest) < signs || strings.Trim(rest[:signs], string(rune(sign))) != "" || len(rest) > signs && rest[signs] == sign {
		return marker{}, false
	}
	rest = rest[signs:]
	if !hasColon {
		rest, hasColon = cutColon(rest)
	}
	if !hasColon && (sign == '_' || rest == "" || !isBlank(rest[0])) {
		return marker{}, false
	}
	return marker{span: span{at - signs, l.end - len(rest)}, hasColon: hasColon}, true
}

// emphasisBefore returns how many signs of emphasis, one to three, are directly
// before an offset; 0 if there are none, more, or escaped ones.
func (p *page) emphasisBefore(at int, l line) int {
	const most = 3
	n := 0
	for n <= most && at-n > l.body && (p.text[at-n-1] == '*' || p.text[at-n-1] == '_') && p.text[at-n-1] == p.text[at-1] {
		n++
	}
	if n > most || at-n > l.body && p.text[at-n-1] == '\\' {
		return 0
	}
	return n
}

// cutColon takes a colon, of ASCII or of full width, with blanks before it.
func cutColon(text string) (string, bool) {
	trimmed := strings.TrimLeft(text, " \t")
	for _, colon := range []string{":", "："} {
		if rest, ok := strings.CutPrefix(trimmed, colon); ok {
			return rest, true
		}
	}
	return text, false
}
