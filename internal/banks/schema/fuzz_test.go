package schema

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/rawjson"
)

// FuzzCheck holds that a schema that compiles judges every value, and that a
// violation points to a place that the value has.
func FuzzCheck(f *testing.F) {
	f.Add(`{"$ref":"#/$defs/a","$defs":{"a":{"type":["object","integer"],"properties":{"a":{"$ref":"#"}},"required":["a"]}}}`, `{"a":{"a":1.50}}`)
	f.Add(`{"items":{"enum":[1,1.0,{"a":[]}]},"contains":{"minimum":-1e5},"uniqueItems":true,"multipleOf":0.3}`, `[1,{"a":[]},0.3]`)
	f.Add(`{"anyOf":[{"$anchor":"x","minLength":2},{"not":{"pattern":"a"}}],"unevaluatedProperties":false,"propertyNames":{"maxLength":1}}`, `{"ab":"\u00e9"}`)
	f.Add(`{"$id":"http://e.org/x/","$dynamicAnchor":"n","patternProperties":{"a~/":{"$dynamicRef":"#n"}},"if":true,"then":{"maxProperties":1}}`, `{"a~/":{"b":1,"c":2}}`)
	f.Fuzz(func(t *testing.T, text, input string) {
		s, err := Compile([]byte(text))
		if err != nil {
			if !isNotSchema(err) {
				t.Fatalf("%s: %v", text, err)
			}
			return
		}
		if rawjson.Check([]byte(input)) != nil {
			t.Skip()
		}
		err = s.Check(t.Context(), []byte(input))
		if err == nil {
			return
		}
		e, ok := errors.AsType[*Violation](err)
		if !ok || !strings.HasPrefix(e.Rule, "#") {
			t.Fatalf("%s against %s: %v", input, text, err)
		}
		v, err := decode([]byte(input))
		if err != nil || !v.has(e.Pointer) {
			t.Errorf("%s against %s: there is no %s", input, text, e.Pointer)
		}
	})
}

// has says whether a JSON pointer leads to a place in the value.
func (v *value) has(pointer string) bool {
	if pointer == "" {
		return true
	}
	first, rest, more := strings.Cut(pointer[1:], "/")
	if more {
		rest = "/" + rest
	}
	if v.kind == array {
		i, err := strconv.Atoi(first)
		return err == nil && i < len(v.items) && v.items[i].has(rest)
	}
	member, ok := v.members[strings.NewReplacer("~1", "/", "~0", "~").Replace(first)]
	return ok && member.has(rest)
}

func FuzzDecimal(f *testing.F) {
	f.Add("1", "1.0")
	f.Add("-0.10e-5", "1e400")
	f.Add("12345678901234567890", "0.3")
	f.Fuzz(func(t *testing.T, a, b string) {
		x, okX := exact(a)
		y, okY := exact(b)
		if !okX || !okY {
			t.Skip()
		}
		d, o := parseDecimal(a), parseDecimal(b)
		if d.compare(o) != x.Cmp(y) || (d.String() == o.String()) != (x.Cmp(y) == 0) {
			t.Errorf("%s and %s: %d", a, b, d.compare(o))
		}
		if d.integer() != x.IsInt() {
			t.Errorf("%s: integer %v", a, d.integer())
		}
		if y.Sign() > 0 && d.multipleOf(o) != x.Quo(x, y).IsInt() {
			t.Errorf("%s and %s: multiple %v", a, b, d.multipleOf(o))
		}
	})
}
