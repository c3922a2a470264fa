package banksource

import (
	"strings"
	"unicode/utf8"

	"github.com/agmem/agmem/internal/rawjson"
)

// maxShown is how much of a value its digest shows, in characters.
const maxShown = 120

// digest returns the line that a list shows for a value: the key and the
// beginning of the value.
func digest(key string, value []byte) string {
	var start string
	if isString(value) {
		start = shorten(rawjson.Unquote(value))
	} else {
		start = shorten(string(rawjson.AppendCompact(nil, value)))
	}
	return oneLine(key) + ": " + start
}

func isString(value []byte) bool { return len(value) > 0 && value[0] == '"' }

// shorten returns the beginning of a text as one line.
func shorten(text string) string {
	// White space may shrink to nothing, so more than will be shown is looked
	// at; a long text is not folded as a whole.
	const enough = 16 * maxShown
	cut := len(text) > enough
	if cut {
		text = strings.ToValidUTF8(text[:enough], "")
	}
	line := oneLine(text)
	if utf8.RuneCountInString(line) > maxShown {
		line, cut = string([]rune(line)[:maxShown]), true
	}
	if cut {
		line = strings.TrimRight(line, " ") + "…"
	}
	return line
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// readable returns what a value says as a person would write it down: the
// names of members and the scalars, without quotes, brackets and null.
func readable(value []byte) string {
	if isString(value) {
		return rawjson.Unquote(value)
	}
	r := reader{text: value}
	if _, err := r.value(0); err != nil {
		return string(value) // no bank holds such a value
	}
	return string(r.out)
}

// reader writes the readable form of a value.
type reader struct {
	text  []byte
	out   []byte
	named bool // a name was written last
}

// say appends a name or a scalar.
func (r *reader) say(text string) {
	switch {
	case len(r.out) == 0:
	case r.named:
		r.out = append(r.out, ": "...)
	default:
		r.out = append(r.out, ", "...)
	}
	r.out = append(r.out, text...)
	r.named = false
}

// value appends the value that begins at text[at] and returns where it ends.
func (r *reader) value(at int) (end int, err error) {
	defer func() { r.named = false }() // whether or not it said something
	switch r.text[at] {
	case '{':
		return rawjson.Members(r.text, at, func(name []byte, at int) (int, error) {
			r.say(rawjson.Unquote(name))
			r.named = true
			return r.value(at)
		})
	case '[':
		return rawjson.Elements(r.text, at, func(_, at int) (int, error) { return r.value(at) })
	}
	if end, err = rawjson.Value(r.text, at); err != nil {
		return 0, err
	}
	switch scalar := r.text[at:end]; {
	case isString(scalar):
		r.say(rawjson.Unquote(scalar))
	case string(scalar) != "null":
		r.say(string(scalar))
	}
	return end, nil
}
