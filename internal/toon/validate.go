package toon

import (
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// validate checks everything that can keep a value from being encoded, so that
// the encoder behind it needs no errors. The value is inside depth
// containers. The result is an untyped nil or a *ValueError.
func validate(v any, depth int) error {
	if err := check(v, depth); err != nil {
		return err
	}
	return nil
}

func check(v any, depth int) *ValueError {
	switch kindOf(v) {
	case scalar:
		return checkScalar(v)
	case object:
		if depth == MaxDepth {
			return tooDeep()
		}
		return checkObject(v.(Object), depth+1)
	case array:
		if depth == MaxDepth {
			return tooDeep()
		}
		return checkArray(v, depth+1)
	}
	return valuef("a value of type %T cannot be encoded", v)
}

func tooDeep() *ValueError {
	return valuef("the value nests deeper than %d levels", MaxDepth)
}

func checkScalar(v any) *ValueError {
	switch v := v.(type) {
	case string:
		return checkText("string", v)
	case json.Number:
		if _, ok := parseNumber(string(v)); !ok {
			return valuef("the json.Number %q is not a number", string(v))
		}
	}
	return nil
}

func checkText(what, s string) *ValueError {
	if !utf8.ValidString(s) {
		return valuef("the %s %q is not valid UTF-8", what, s)
	}
	return nil
}

func checkObject(obj Object, depth int) *ValueError {
	var seen keyIndex
	for i, f := range obj {
		if err := checkText("key", f.Key); err != nil {
			return err
		}
		if seen.find(obj[:i], f.Key) >= 0 {
			return valuef("the key %q occurs twice in one object", f.Key)
		}
		if err := check(f.Value, depth); err != nil {
			return err.under(f.Key)
		}
	}
	return nil
}

func checkArray(v any, depth int) *ValueError {
	if texts, ok := v.([]string); ok {
		for i, s := range texts {
			if err := checkText("string", s); err != nil {
				return err.under(fmt.Sprintf("[%d]", i))
			}
		}
		return nil
	}
	for i, element := range arrayOf(v) {
		if err := check(element, depth); err != nil {
			return err.under(fmt.Sprintf("[%d]", i))
		}
	}
	return nil
}
