package toon_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/toon"
)

// fromJSON decodes JSON into the tree of this package, keys in order.
func fromJSON(t testing.TB, data []byte) any {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	v, err := readJSON(d)
	if err != nil {
		t.Fatalf("%s: %v", data, err)
	}
	return v
}

func readJSON(d *json.Decoder) (any, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('['):
		array := toon.Array{}
		for d.More() {
			v, err := readJSON(d)
			if err != nil {
				return nil, err
			}
			array = append(array, v)
		}
		_, err = d.Token()
		return array, err
	case json.Delim('{'):
		object := toon.Object{}
		for d.More() {
			key, err := d.Token()
			if err != nil {
				return nil, err
			}
			v, err := readJSON(d)
			if err != nil {
				return nil, err
			}
			object = append(object, toon.Field{Key: key.(string), Value: v})
		}
		_, err = d.Token()
		return object, err
	}
	return token, nil
}

// show prints a tree so that two trees print alike exactly if they are equal
// under the model of the specification: keys in order, numbers by their value.
func show(v any) string {
	var b strings.Builder
	writeTree(&b, v, false)
	return b.String()
}

// showUnordered is show without regard for the order of keys, which the tabular
// forms may change.
func showUnordered(v any) string {
	var b strings.Builder
	writeTree(&b, v, true)
	return b.String()
}

func writeTree(b *strings.Builder, v any, sorted bool) {
	switch v := v.(type) {
	case toon.Object:
		if sorted {
			v = slices.SortedStableFunc(slices.Values(v), func(x, y toon.Field) int {
				return strings.Compare(x.Key, y.Key)
			})
		}
		b.WriteByte('{')
		for _, f := range v {
			fmt.Fprintf(b, "%q:", f.Key)
			writeTree(b, f.Value, sorted)
			b.WriteByte(' ')
		}
		b.WriteByte('}')
	case toon.Array:
		b.WriteByte('[')
		for _, e := range v {
			writeTree(b, e, sorted)
			b.WriteByte(' ')
		}
		b.WriteByte(']')
	case string:
		fmt.Fprintf(b, "%q", v)
	default:
		text, err := toon.Marshal(v)
		fmt.Fprint(b, string(text))
		if err != nil {
			fmt.Fprint(b, err)
		}
	}
}

// toJSON writes a tree as JSON, keys in order.
func toJSON(v any) []byte {
	switch v := v.(type) {
	case toon.Object:
		out := []byte{'{'}
		for i, f := range v {
			if i > 0 {
				out = append(out, ',')
			}
			out = append(append(out, toJSON(f.Key)...), ':')
			out = append(out, toJSON(f.Value)...)
		}
		return append(out, '}')
	case toon.Array:
		out := []byte{'['}
		for i, e := range v {
			if i > 0 {
				out = append(out, ',')
			}
			out = append(out, toJSON(e)...)
		}
		return append(out, ']')
	}
	out, err := json.Marshal(v)
	if err != nil {
		panic(err) // the generator makes nothing that JSON lacks
	}
	return out
}
