package install

import (
	"bytes"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/rawjson"
)

// element is an element of a JSON array, at a path of names. The array is made
// where it is missing.
type element struct {
	path  []string
	value string // compact JSON
}

// array is the member that the array is, with nothing but the element in it.
func (e element) array() member { return member{path: e.path, value: "[" + e.value + "]"} }

func (e element) byHand() string { return e.array().byHand() }

func (e element) put(text []byte) ([]byte, error) {
	if len(bytes.TrimSpace(text)) == 0 {
		return e.array().put(text)
	}
	list, err := e.array().find(text)
	if err != nil {
		return nil, err
	}
	if !list.found {
		return e.array().insert(text, list), nil
	}
	p, err := e.find(text, list)
	if err != nil || p.found {
		return text, err
	}
	depth := len(e.path)
	added := "\n" + strings.Repeat(indent, depth+1) + string(rawjson.AppendIndented(nil, []byte(e.value), depth+1))
	if p.alone {
		added += closing(depth)
	} else {
		added = "," + added
	}
	return []byte(string(text[:p.before]) + added + string(text[p.before:])), nil
}

func (e element) take(text, before []byte) ([]byte, error) {
	if len(bytes.TrimSpace(text)) == 0 {
		return text, nil
	}
	list, err := e.array().find(text)
	if err != nil || !list.found {
		return text, err
	}
	p, err := e.find(text, list)
	if err != nil || !p.found {
		return text, err
	}
	if p.alone && e.array().missingIn(before) {
		whole := e.array()
		whole.value = string(text[list.value:list.end])
		return whole.take(text, before)
	}
	return p.cut(text), nil
}

// find looks for the element in the array that a member is. One that is not there
// would come behind the last.
func (e element) find(text []byte, list place) (place, error) {
	if text[list.value] != '[' {
		return place{}, agmem.Errorf(agmem.Invalid, "%s is not a JSON array", strings.Join(e.path, "."))
	}
	p := place{before: list.value + 1, depth: len(e.path)}
	last, count := p.before, 0
	_, err := rawjson.Elements(text, list.value, func(_, at int) (int, error) {
		end, err := rawjson.Value(text, at)
		if err == nil && !p.found && sameJSON(text[at:end], []byte(e.value)) {
			p.found, p.before, p.begin, p.value, p.end = true, last, at, at, end
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
