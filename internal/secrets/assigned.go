package secrets

import "strings"

// maxValue is the longest value that is looked at, in bytes.
const maxValue = 512

// value is what stands behind a name.
type value struct {
	start, end int
	quoted     bool
	told       bool // in a sentence: the password is …
}

// assigned judges the value behind a name.
func (f *finder) assigned(at int, word *keyword) {
	if at < f.judged {
		return
	}
	n, ok := f.nameAround(at, len(word.text))
	if !ok {
		return
	}
	c := n.care(word.says)
	if c == notSecret {
		return
	}
	v, ok := f.valueBehind(n, word.says)
	if !ok {
		return
	}
	f.judged = v.end
	text := f.text[v.start:v.end]
	switch {
	case word.says == rulePassword && !v.told:
		ok = isPassword(text, v.quoted)
	case c == strict || v.told:
		ok = isRandom(text, strictLength) && !isDigest(text)
	default:
		ok = isRandom(text, tokenLength)
	}
	if v.told && word.says == rulePassword {
		ok = isPassword(text, false) && isMixed(text)
	}
	if ok {
		f.add(word.says, v.start, v.end)
	}
}

// valueBehind returns the value that is assigned to a name: behind = or : or one of
// their kind, as an argument of a call, as the text of an element, as that of a
// flag, or in a sentence.
func (f *finder) valueBehind(n name, rule string) (value, bool) {
	text := f.text
	at := n.end
	inQuotes := false
	for at < len(text) && at-n.end < 3 && isClosing(text[at]) {
		inQuotes = inQuotes || text[at] != ']'
		at++
	}
	at = skipBlanks(text, at)
	if at >= len(text) {
		return value{}, false
	}
	isFlag := strings.HasPrefix(text[n.start:n.end], "--")
	switch c := text[at]; {
	case c == '=' && n.start > 0 && (text[n.start-1] == '?' || text[n.start-1] == '&'):
		return f.parameter(at + 1)
	case c == '=' || c == ':' || c == '>' || c == '?' || c == '|':
		return f.valueAt(behindSign(text, at), c == '>')
	case c == '(' || c == ',' && inQuotes:
		at = skipBlanks(text, at+1)
		v, ok := f.valueAt(at, false)
		return v, ok && v.quoted
	case isFlag && at > n.end:
		return f.valueAt(at, false)
	case at > n.end && rule != ruleKey:
		return f.valueTold(at, n)
	}
	return value{}, false
}

// isClosing reports what may stand between a name and the sign behind it.
func isClosing(c byte) bool { return c == '"' || c == '\'' || c == '`' || c == '\\' || c == ']' }

func skipBlanks(text string, at int) int {
	for at < len(text) && (text[at] == ' ' || text[at] == '\t') {
		at++
	}
	return at
}

// behindSign returns where the value behind = or := or => or a type begins.
func behindSign(text string, at int) int {
	colon := text[at] == ':'
	for at < len(text) && strings.IndexByte("=:>?|", text[at]) >= 0 {
		at++
	}
	at = skipBlanks(text, at)
	if !colon {
		return at
	}
	// A type may come between: const apiKey: string = "…"
	stop := at
	for stop < len(text) && stop-at < 24 && (isWordByte(text[stop]) || strings.IndexByte("&<>?. ", text[stop]) >= 0) {
		stop++
	}
	if stop > at && stop < len(text) && text[stop] == '=' && text[stop-1] == ' ' {
		return skipBlanks(text, stop+1)
	}
	return at
}

// valueAt returns the value that begins at a place, in quotes or without them.
func (f *finder) valueAt(at int, element bool) (value, bool) {
	text := f.text
	for prefix := 0; prefix < 2 && at+1 < len(text) && isQuotePrefix(text[at]) && isQuote(text[at+1]); prefix++ {
		at++
	}
	if at < len(text) && text[at] == '\\' && at+1 < len(text) && isQuote(text[at+1]) {
		at++ // a quote within quotes, as in JSON within JSON
	}
	if at < len(text) && isQuote(text[at]) {
		start := at + 1
		end := start
		for end < len(text) && end-start < maxValue && text[end] != text[at] && text[end] != '\n' {
			end++
		}
		if end == len(text) || text[end] != text[at] {
			return value{}, false
		}
		if text[end-1] == '\\' && end > start {
			end--
		}
		return value{start: start, end: end, quoted: true}, end > start
	}
	end := at
	for end < len(text) && end-at < maxValue && isBareByte(text[end]) {
		end++
	}
	if element && (end == len(text) || text[end] != '<') {
		return value{}, false
	}
	if end < len(text) && (text[end] == '(' || text[end] == '[') {
		return value{}, false // a call
	}
	for end > at && strings.IndexByte(".,;:!?", text[end-1]) >= 0 {
		end--
	}
	return value{start: at, end: end}, end > at
}

// parameter returns the value of a parameter of a URL.
func (f *finder) parameter(at int) (value, bool) {
	end := at
	for end < len(f.text) && end-at < maxValue && isBareByte(f.text[end]) && f.text[end] != '&' && f.text[end] != '#' {
		end++
	}
	return value{start: at, end: end}, end > at
}

func isQuote(c byte) bool { return c == '"' || c == '\'' || c == '`' }

// isQuotePrefix reports what languages put before a quote.
func isQuotePrefix(c byte) bool { return strings.IndexByte("bBrRfFuU@$&", c) >= 0 }

// isBareByte reports a byte that may be in a value without quotes.
func isBareByte(c byte) bool {
	return c > ' ' && c < 0x7f && strings.IndexByte("\"'`<>()[]{}\\,;", c) < 0
}

// valueTold returns the value that a sentence tells: the password is …, or a line
// of netrc: login … password …
func (f *finder) valueTold(at int, n name) (value, bool) {
	behind := -1
	for _, verb := range []string{"is ", "is: ", "was ", "to ", "ist "} {
		if strings.HasPrefix(f.text[at:], verb) {
			behind = at + len(verb)
		}
	}
	if behind < 0 && strings.Contains(f.text[max(0, n.start-maxName):n.start], "login ") {
		behind = at
	}
	if behind < 0 {
		return value{}, false
	}
	v, ok := f.valueAt(skipBlanks(f.text, behind), false)
	v.told = true
	return v, ok
}
