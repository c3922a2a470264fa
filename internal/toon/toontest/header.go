package toontest

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/agmem/agmem/internal/toon"
)

// header is the declaration of an array or a keyed table (section 6).
type header struct {
	key    string
	hasKey bool
	length int
	keyed  bool
	delim  byte
	fields []field // nil if the header has none
	groups int     // how many objects a row makes beside its own
	height int     // how deep a row nests, its own object included
	inline string  // what follows the colon, trimmed
}

// field is one entry of a fields segment.
type field struct {
	name  string
	slot  int     // its place in the object; differs from its index after duplicates only
	group []field // nil for a leaf
}

// parseHeader takes a line apart if it is a header. Its errors tell lines that
// set out to be headers and are malformed from lines that are something else,
// for which it returns false.
func parseHeader(text string, lenient bool) (h header, ok bool, err error) {
	open := indexUnquoted(text, '[', ':')
	if open < 0 || text[open] == ':' {
		return h, false, nil
	}
	if ok, err = h.setKey(text[:open], lenient); !ok || err != nil {
		return h, false, err
	}
	rest := text[open+1:]
	if indexUnquoted(rest, ':', ':') < 0 {
		return h, false, nil
	}
	if rest, err = h.parseBrackets(rest); err != nil {
		return h, false, err
	}
	if strings.HasPrefix(rest, "{") {
		p := fieldParser{rest: rest, delim: h.delim, lenient: lenient}
		if h.fields, err = p.group(1); err != nil {
			return h, false, err
		}
		rest, h.groups, h.height = p.rest, p.groups-1, p.height
	}
	if err = h.finish(rest); err != nil {
		return h, false, err
	}
	return h, true, nil
}

// setKey reads what is before the brackets: nothing, a bare key or a quoted
// key. Before anything else the brackets are text, and the line is not a header.
func (h *header) setKey(s string, lenient bool) (ok bool, err error) {
	h.hasKey = s != ""
	switch {
	case s == "" || isBareKey(s):
		h.key = s
		return true, nil
	case s[0] == '"' && closingQuote(s) == len(s)-1:
		h.key, err = unquote(s, lenient)
		return err == nil, err
	}
	return false, nil
}

// parseBrackets reads the length, the keyed mark and the delimiter, up to and
// with the closing bracket.
func (h *header) parseBrackets(s string) (rest string, err error) {
	rest = strings.TrimLeft(s, "0123456789")
	digits := s[:len(s)-len(rest)]
	if digits == "" || len(digits) > 1 && digits[0] == '0' {
		return "", errors.New("the brackets of a header must begin with a length without leading zeros")
	}
	if h.length, err = strconv.Atoi(digits); err != nil {
		h.length = math.MaxInt // no content is that long
	}
	rest, h.keyed = strings.CutPrefix(rest, ":")
	h.delim = byte(toon.Comma)
	if rest != "" && (rest[0] == byte(toon.Tab) || rest[0] == byte(toon.Pipe)) {
		h.delim, rest = rest[0], rest[1:]
	}
	rest, ok := strings.CutPrefix(rest, "]")
	if !ok {
		return "", errors.New("the brackets of a header hold more than a length, a keyed mark and a tab or pipe")
	}
	return rest, nil
}

// finish reads the colon and the inline content.
func (h *header) finish(s string) error {
	rest, ok := strings.CutPrefix(s, ":")
	h.inline = trim(rest)
	switch {
	case !ok:
		return errors.New("a header has text between its brackets or fields and its colon")
	case h.keyed && h.fields == nil:
		return errors.New("a keyed header needs fields")
	case h.fields != nil && h.inline != "":
		return errors.New("nothing may follow the colon of a header with fields")
	}
	return nil
}

// fieldParser reads the fields segment of a header.
type fieldParser struct {
	rest    string
	delim   byte
	lenient bool
	groups  int
	height  int
}

// group reads a brace group that is at a depth of such groups.
func (p *fieldParser) group(depth int) ([]field, error) {
	if depth > toon.MaxDepth {
		return nil, fmt.Errorf("the field groups nest deeper than %d levels", toon.MaxDepth)
	}
	p.groups++
	p.height = max(p.height, depth)
	p.rest = p.rest[1:]
	var fields []field
	slots := make(map[string]int)
	for {
		f, err := p.field(depth)
		if err != nil {
			return nil, err
		}
		slot, twice := slots[f.name]
		switch {
		case !twice:
			slot = len(slots)
			slots[f.name] = slot
		case !p.lenient:
			return nil, fmt.Errorf("the field %q occurs twice in one group", f.name)
		}
		f.slot = slot
		fields = append(fields, f)
		last := p.rest[0] == '}'
		p.rest = p.rest[1:]
		if last {
			return fields, nil
		}
	}
}

// field reads one field and stops at the delimiter or the brace behind it.
func (p *fieldParser) field(depth int) (f field, err error) {
	if f.name, err = p.name(); err != nil {
		return f, err
	}
	if strings.HasPrefix(p.rest, "{") {
		if f.group, err = p.group(depth + 1); err != nil {
			return f, err
		}
	}
	p.rest = strings.TrimLeft(p.rest, " ")
	switch {
	case p.rest == "":
		return f, errors.New("a brace of the fields is not closed")
	case p.rest[0] != p.delim && p.rest[0] != '}':
		return f, fmt.Errorf("the field %q is followed by %q instead of a delimiter or a brace", f.name, p.rest[:1])
	}
	return f, nil
}

// name reads a field name. A bare name that holds another delimiter than the
// declared one is not a key, which is how a mismatch of delimiters shows.
func (p *fieldParser) name() (string, error) {
	p.rest = strings.TrimLeft(p.rest, " ")
	if strings.HasPrefix(p.rest, `"`) {
		end := closingQuote(p.rest)
		if end < 0 {
			return "", errors.New("a quoted field name does not end on its line")
		}
		quoted := p.rest[:end+1]
		p.rest = p.rest[end+1:]
		return unquote(quoted, p.lenient)
	}
	end := strings.IndexAny(p.rest, " {}"+string(rune(p.delim)))
	if end < 0 {
		return "", errors.New("a brace of the fields is not closed")
	}
	name := p.rest[:end]
	p.rest = p.rest[end:]
	switch {
	case name == "":
		return "", errors.New("a field has no name")
	case !isBareKey(name):
		return "", fmt.Errorf("the field name %q needs quotes, or its delimiter is not the declared one", name)
	}
	return name, nil
}

// isBareKey reports whether a key matches the unquoted-key rule of section 6.
func isBareKey(s string) bool { return bareKey.MatchString(s) }

var bareKey = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.]*$`)
