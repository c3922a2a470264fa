package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

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

// place is where in a sentence a marker is.
type place int

const (
	attached place = iota // to a word, a quotation mark or a bracket
	within
	beginning
)

// introduces says whether a marker introduces a fact, and is not a verb in a
// sentence or what the sentence is about. isFirst says that no word is before
// it in its line.
func (p *page) introduces(m marker, index int, isFirst bool) bool {
	l := p.lines[index]
	before := p.text[l.body:m.start]
	after := strings.TrimLeft(p.text[m.end:l.end], " \t")
	where := placeOf(before, isFirst)
	if where == attached || isPredicate(firstWord(after)) {
		return false
	}
	if m.hasColon {
		return where == beginning || !asksForName(lastWord(before))
	}
	isWrapped := before == "" && index > 0 && p.continues(index) && !endsSentence(p.of(p.lines[index-1], p.lines[index-1].body))
	isVerb := isWrapped && !strings.Contains(p.text[m.start:m.end], "R")
	return where == beginning && !isVerb && !p.asks(m) && !isLabel(after, l) && !(before == "" && p.isTerm(m, index))
}

// placeOf looks at what is before a marker in its line.
func placeOf(before string, isFirst bool) place {
	last, _ := utf8.DecodeLastRuneInString(before)
	if before != "" && !unicode.IsSpace(last) && last != '|' && !isWidePunctuation(last) {
		return attached
	}
	if isFirst || endsSentence(before) {
		return beginning
	}
	return within
}

// endsSentence says whether a new sentence, clause or cell may follow.
func endsSentence(text string) bool {
	text = strings.TrimRight(text, " \t*_\"')]”’")
	last, _ := utf8.DecodeLastRuneInString(text)
	return strings.ContainsRune(".!?:;…|", last) || last != '，' && isWidePunctuation(last)
}

// isWidePunctuation knows what separates sentences without a blank.
func isWidePunctuation(r rune) bool { return strings.ContainsRune("。！？：；，", r) }

func isLetterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func firstWord(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool { return !isLetterOrDigit(r) })
	if end < 0 {
		end = len(text)
	}
	return strings.ToLower(text[:end])
}

func lastWord(text string) string {
	text = strings.TrimRight(text, " \t")
	start := strings.LastIndexFunc(text, func(r rune) bool { return !isLetterOrDigit(r) })
	if start >= 0 {
		_, size := utf8.DecodeRuneInString(text[start:])
		text = text[start+size:]
	}
	return strings.ToLower(text)
}

// isPredicate knows the words that say something about the marker.
func isPredicate(word string) bool {
	switch word {
	case "is", "are", "was", "were", "means", "and", "or":
		return true
	}
	return false
}

// asksForName knows the words after which a marker is the name of itself: "use
// *Remember*: to", "lines with *Remember*: are". Other words leave it a verb,
// which introduces a fact as well: "but *remember*: the cursor is lost".
func asksForName(word string) bool {
	switch word {
	case "a", "an", "the", "this", "that", "these", "those", "each", "every", "any", "your", "my", "our", "its",
		"with", "of", "by", "like", "as", "in", "named", "called", "containing", "matching",
		"use", "uses", "used", "using", "write", "writes", "wrote", "writing", "type", "typed", "add", "adding", "put", "say", "says",
		"pattern", "marker", "prefix", "label", "keyword", "tag", "word", "string", "text", "literal":
		return true
	}
	return false
}

// isLabel says whether the marker without a colon is a name of something: the
// pattern itself, a check box, an entry in a list of terms.
func isLabel(after string, l line) bool {
	switch firstWord(after) {
	case "me", "pattern", "patterns", "marker", "markers", "syntax", "lines", "entries", "notes":
		return true
	case "":
		_, isDash := cutDash(after)
		return strings.IndexAny(after, "=|→") == 0 || l.isItem && isDash
	}
	return false
}

// cutDash takes a dash between words, not the one of -v.
func cutDash(text string) (string, bool) {
	for _, dash := range []string{"- ", "– ", "— "} {
		if rest, ok := strings.CutPrefix(text, dash); ok {
			return strings.TrimLeft(rest, " \t"), true
		}
	}
	return text, false
}

// isTerm says whether the marker is one in a list of words that are all
// emphasised: the abilities of a program, the steps of a process. "Remember to",
// "Remember that" and "REMEMBER" are said to somebody, in such a list too.
func (p *page) isTerm(m marker, index int) bool {
	l, text := p.lines[index], p.text[m.start:m.end]
	next := firstWord(strings.TrimLeft(p.text[m.end:l.end], " \t"))
	if !l.isItem || next == "to" || next == "that" || text == strings.ToUpper(text) {
		return false
	}
	const near = 8 // lines
	for _, step := range []int{-1, +1} {
		for i := 1; i <= near && 0 <= index+i*step && index+i*step < len(p.lines); i++ {
			other := p.lines[index+i*step]
			if !other.isItem || other.indent > l.indent {
				continue
			}
			if other.indent == l.indent && other.quote == l.quote && strings.IndexAny(p.of(other, other.body), "*_") == 0 {
				return true
			}
			break
		}
	}
	return false
}

// asks says whether the sentence behind a marker is a question.
func (p *page) asks(m marker) bool {
	const longest = 300
	text := p.text[m.end:min(len(p.text), m.end+longest)]
	if end := strings.IndexAny(text, ".!?。！？"); end >= 0 {
		return strings.HasPrefix(text[end:], "?") || strings.HasPrefix(text[end:], "？")
	}
	return false
}
