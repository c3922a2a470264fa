package install

import (
	"bytes"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/rawjson"
)

// member is a member of a JSON object, at a path of names.
type member struct {
	path  []string
	value string // compact JSON
}

const indent = "  "

func (m member) byHand() string {
	return string(rawjson.AppendIndented(nil, []byte(m.nested(0)), 0)) + "\n"
}

// nested is the object that has the part of the path from depth on, and the value.
func (m member) nested(depth int) string {
	text := m.value
	for i := len(m.path) - 1; i >= depth; i-- {
		text = "{" + string(rawjson.AppendQuoted(nil, m.path[i])) + ":" + text + "}"
	}
	return text
}

func (m member) put(text []byte) ([]byte, error) {
	if len(bytes.TrimSpace(text)) == 0 {
		return []byte(m.byHand()), nil
	}
	place, err := m.find(text)
	if err != nil {
		return nil, err
	}
	if place.found {
		if !sameJSON(text[place.value:place.end], []byte(m.value)) {
			return nil, agmem.Errorf(agmem.Conflict, "%s is there already, with another value", strings.Join(m.path, "."))
		}
		return text, nil
	}
	return m.insert(text, place), nil
}

// place is where a member is, or where it would be.
type place struct {
	found      bool
	depth      int  // of the object: how many names of the path lead to it
	alone      bool // no other member is in the object
	before     int  // where the object's { or the value before it ends
	begin      int  // where the name begins
	value, end int  // where the value begins and ends
}

// insert adds what is missing as the last member of the object.
func (m member) insert(text []byte, p place) []byte {
	added := "\n" + strings.Repeat(indent, p.depth+1) + string(rawjson.AppendQuoted(nil, m.path[p.depth])) + ": " +
		string(rawjson.AppendIndented(nil, []byte(m.nested(p.depth+1)), p.depth+1))
	if p.alone {
		added += closing(p.depth)
	} else {
		added = "," + added
	}
	return []byte(string(text[:p.before]) + added + string(text[p.before:]))
}

// closing is what insert writes between the only member of an object and its }.
func closing(depth int) string { return "\n" + strings.Repeat(indent, depth) }

// take removes the member, and the objects that put made around it.
func (m member) take(text, before []byte) ([]byte, error) {
	if len(bytes.TrimSpace(text)) == 0 {
		return text, nil
	}
	p, err := m.find(text)
	if err != nil || !p.found {
		return text, err
	}
	if !sameJSON(text[p.value:p.end], []byte(m.value)) {
		return nil, agmem.Errorf(agmem.Conflict, "somebody has changed %s", strings.Join(m.path, "."))
	}
	for p.alone && p.depth > 0 {
		outer := member{path: m.path[:p.depth]}
		if !outer.missingIn(before) {
			break
		}
		if p, err = outer.find(text); err != nil {
			return nil, err
		}
	}
	return p.cut(text), nil
}

// missingIn says that the member is known not to be in a text.
func (m member) missingIn(text []byte) bool {
	if text == nil {
		return false
	}
	p, err := m.find(text)
	return isBare(text) || err == nil && !p.found
}

// cut removes the member with the comma that belongs to it.
func (p place) cut(text []byte) []byte {
	from, rest := p.before, text[p.end:]
	switch next := bytes.TrimLeft(rest, " \t\r\n"); {
	case p.alone:
		rest = bytes.TrimPrefix(rest, []byte(closing(p.depth)))
	case p.isFirst(text): // the comma behind it goes
		from, rest = p.begin, bytes.TrimLeft(next[1:], " \t\r\n")
	}
	return []byte(string(text[:from]) + string(rest))
}

// isFirst says whether nothing is before it in its object or array.
func (p place) isFirst(text []byte) bool { return text[p.before-1] == '{' || text[p.before-1] == '[' }

// find looks for the member in a text that has to be a JSON object.
func (m member) find(text []byte) (place, error) {
	at, _, err := rawjson.Trim(text)
	if err != nil {
		return place{}, agmem.Errorf(agmem.Invalid, "the file is not plain JSON: %w", err)
	}
	for depth := 0; ; depth++ {
		if text[at] != '{' {
			return place{}, agmem.Errorf(agmem.Invalid, "%s is not a JSON object", strings.Join(append([]string{"the file"}, m.path[:depth]...), "."))
		}
		p, err := findMember(text, at, m.path[depth])
		if err != nil {
			return place{}, err
		}
		p.depth = depth
		if !p.found || depth == len(m.path)-1 {
			return p, nil
		}
		at = p.value
	}
}

// findMember looks for the first member of that name in the object at text[at].
func findMember(text []byte, at int, name string) (place, error) {
	p := place{before: at + 1}
	last, count := p.before, 0
	_, err := rawjson.Members(text, at, func(quoted []byte, value int) (int, error) {
		end, err := rawjson.Value(text, value)
		if err == nil && !p.found && rawjson.Unquote(quoted) == name {
			begin := len(text) - len(bytes.TrimLeft(text[last:], ", \t\r\n"))
			p.found, p.before, p.begin, p.value, p.end = true, last, begin, value, end
		}
		last = end
		count++
		return end, err
	})
	if !p.found {
		p.before = last
	}
	p.alone = count == 0 || p.found && count == 1
	return p, err
}

// sameJSON says whether two texts are the same value, however they are laid out.
func sameJSON(a, b []byte) bool {
	return bytes.Equal(rawjson.AppendCompact(nil, a), rawjson.AppendCompact(nil, b))
}
