package jq

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/rawjson"
)

// document is a JSON text as gojq computes with it, and the way back: which
// map, slice and string came from which part of the text.
//
// The way back is the address. It tells a stored value from an equal one that
// a filter built because gojq never changes what it was given (it copies, then
// changes the copy), because root keeps everything alive, so that no address
// is used twice, and because nothing in Go moves. Empty containers have no
// address of their own and need none: they have one form.
type document struct {
	text    []byte // compact, and not shared
	root    any
	places  map[uintptr]place
	repeats map[int]map[string]int // see noteRepeats
	orders  map[uintptr][]string   // the names of objects that are not sorted
	names   []string               // of the objects that are being decoded, for orders
}

// place is a value in the text. A slice or a string may begin where a longer
// stored one begins, so its length counts too.
type place struct {
	start, end int
	length     int // elements of a slice, bytes of a string; 0 for maps
}

func newDocument(input []byte) (*document, error) {
	if err := rawjson.Check(input); err != nil {
		return nil, invalidJSON(err)
	}
	d := &document{text: rawjson.AppendCompact(make([]byte, 0, len(input)), input), places: map[uintptr]place{}, orders: map[uintptr][]string{}}
	root, _, err := d.value(0)
	if err != nil {
		return nil, invalidJSON(err)
	}
	d.root = root
	return d, nil
}

func invalidJSON(err error) error {
	return agmem.Errorf(agmem.Invalid, "the value is not valid JSON: %w", err)
}

// value decodes the value at text[at] and returns where it ends. The text has
// been checked, its depth too.
func (d *document) value(at int) (any, int, error) {
	switch d.text[at] {
	case '{':
		return d.object(at)
	case '[':
		return d.array(at)
	}
	end, err := rawjson.Value(d.text, at)
	if err != nil {
		return nil, 0, err
	}
	switch d.text[at] {
	case '"':
		return d.string(at, end), end, nil
	case 'n':
		return nil, end, nil
	case 't', 'f':
		return d.text[at] == 't', end, nil
	}
	return json.Number(d.text[at:end]), end, nil
}

func (d *document) object(start int) (any, int, error) {
	m := map[string]any{}
	last := map[string]int(nil)
	count := 0
	outer, sorted := len(d.names), true
	end, err := rawjson.Members(d.text, start, func(quoted []byte, at int) (int, error) {
		v, end, err := d.value(at)
		name := rawjson.Unquote(quoted)
		if _, again := m[name]; !again {
			sorted = sorted && (len(d.names) == outer || d.names[len(d.names)-1] < name)
			d.names = append(d.names, name)
		}
		m[name] = v
		if count++; count > len(m) && last == nil {
			last = map[string]int{}
		}
		return end, err
	})
	if len(m) > 0 {
		d.places[reflect.ValueOf(m).Pointer()] = place{start: start, end: end}
	}
	if !sorted {
		d.orders[reflect.ValueOf(m).Pointer()] = slices.Clone(d.names[outer:])
	}
	d.names = d.names[:outer]
	if last != nil && err == nil {
		err = d.noteRepeats(start, last)
	}
	return m, end, err
}

func (d *document) array(start int) (any, int, error) {
	a := []any{}
	end, err := rawjson.Elements(d.text, start, func(_, at int) (int, error) {
		v, end, err := d.value(at)
		a = append(a, v)
		return end, err
	})
	if len(a) > 0 {
		d.places[reflect.ValueOf(a).Pointer()] = place{start: start, end: end, length: len(a)}
	}
	return a, end, err
}

// string decodes a string. Its place is needed only where the text has escapes
// in it; elsewhere there is one form. Go shares the memory of strings of one
// byte, a clone has its own.
func (d *document) string(start, end int) string {
	s := rawjson.Unquote(d.text[start:end])
	if end-start != len(s)+len(`""`) {
		s = strings.Clone(s)
		d.places[address(s)] = place{start: start, end: end, length: len(s)}
	}
	return s
}

func address(s string) uintptr { return uintptr(unsafe.Pointer(unsafe.StringData(s))) }

// stored returns the text of v if it is a value of the document itself.
func (d *document) stored(v any) ([]byte, bool) {
	var at uintptr
	length := 0
	switch v := v.(type) {
	case map[string]any:
		at = reflect.ValueOf(v).Pointer()
	case []any:
		at, length = reflect.ValueOf(v).Pointer(), len(v)
	case string:
		at, length = address(v), len(v)
	default:
		return nil, false
	}
	p, ok := d.places[at]
	if !ok || p.length != length {
		return nil, false
	}
	return d.text[p.start:p.end], true
}

// order returns the names of an object as they are stored, those that repeat
// where they are first; nil if that is the sorted order, or if the object is not
// from the document.
func (d *document) order(m map[string]any) []string {
	if len(m) < 2 || len(d.orders) == 0 {
		return nil
	}
	return d.orders[reflect.ValueOf(m).Pointer()]
}

// noteRepeats remembers, for an object that has a name twice, where the last
// value of each name is: that one is the member's, the others are only text.
func (d *document) noteRepeats(start int, last map[string]int) error {
	_, err := rawjson.Members(d.text, start, func(quoted []byte, at int) (int, error) {
		last[rawjson.Unquote(quoted)] = at
		return rawjson.Value(d.text, at)
	})
	if d.repeats == nil {
		d.repeats = map[int]map[string]int{}
	}
	d.repeats[start] = last
	return err
}

// shadowed says whether the member of that name whose value is at text[at], of
// the object that begins at text[start], is followed by one of the same name.
func (d *document) shadowed(start int, name string, at int) bool {
	last, ok := d.repeats[start]
	return ok && last[name] != at
}
