package toon

import "encoding/json"

// MaxDepth is how deep containers may nest, in both directions: a root object
// or array is at depth 1, and its members one deeper.
const MaxDepth = 128

// Field is one key and value of an [Object].
type Field struct {
	Key   string
	Value any
}

// Object is an object that keeps the order of its keys. Keys are unique.
type Object []Field

// Array is an ordered list of values.
type Array []any

// kind is the shape of a value, as far as the choice of a form depends on it.
type kind int

const (
	unsupported kind = iota
	scalar
	object
	array
)

// kindOf sorts a Go value into the shapes of the data model.
func kindOf(v any) kind {
	switch v.(type) {
	case nil, bool, string, json.Number, float64,
		int, int32, int64, uint, uint32, uint64:
		return scalar
	case Object:
		return object
	case Array, []any, []string, []Object:
		return array
	}
	return unsupported
}

// arrayOf returns the elements of a value of kind array.
func arrayOf(v any) Array {
	switch v := v.(type) {
	case Array:
		return v
	case []any:
		return v
	case []string:
		return boxed(v)
	case []Object:
		return boxed(v)
	}
	return nil
}

// boxed copies a typed slice into an Array.
func boxed[T any](values []T) Array {
	out := make(Array, len(values))
	for i, v := range values {
		out[i] = v
	}
	return out
}

// linearKeys is the size up to which scanning an object beats hashing its keys.
const linearKeys = 8

// keyIndex finds keys in one object without ever scanning a large one twice. It
// serves an object that may grow between calls but does not change otherwise,
// and whose keys are unique.
type keyIndex struct {
	byKey map[string]int
}

// find returns the position of key in obj, or -1.
func (x *keyIndex) find(obj Object, key string) int {
	if len(obj) <= linearKeys {
		for i := range obj {
			if obj[i].Key == key {
				return i
			}
		}
		return -1
	}
	if x.byKey == nil {
		x.byKey = make(map[string]int, 2*len(obj))
	}
	for i := len(x.byKey); i < len(obj); i++ {
		x.byKey[obj[i].Key] = i
	}
	if i, ok := x.byKey[key]; ok {
		return i
	}
	return -1
}
