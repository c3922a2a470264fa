package schema

import (
	"errors"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/rawjson"
)

func isNotSchema(err error) bool {
	_, ok := errors.AsType[*NotSchemaError](err)
	return ok
}

func isViolation(err error) bool {
	_, ok := errors.AsType[*Violation](err)
	return ok
}

func mustCompile(t testing.TB, text string) *Schema {
	t.Helper()
	s, err := Compile([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return s
}

func TestCheckNamesPlaceAndRule(t *testing.T) {
	long := `["` + strings.Repeat("x", 200) + `"]`
	for _, test := range []struct{ schema, value, pointer, rule string }{
		{`false`, `1`, "", `#: false`},
		{`{"type":"string"}`, `1`, "", `#/type: "string"`},
		{`{"type":["string","null"]}`, `1`, "", `#/type: ["string","null"]`},
		{`{"enum":` + long + `}`, `1`, "", `#/enum`},
		{`{"properties":{"a":{"minimum":0}}}`, `{"b":1,"a":-1}`, "/a", `#/properties/a/minimum: 0`},
		{`{"properties":{"a/b~":{"const":{"x":1.0}}}}`, `{"a/b~":{"x":2}}`, "/a~1b~0", `#/properties/a~1b~0/const: {"x":1.0}`},
		{`{"items":{"items":{"maxLength":1}}}`, `[[],["a","é","bb"]]`, "/1/2", `#/items/items/maxLength: 1`},
		{`{"prefixItems":[true,{"type":"null"}],"items":false}`, `[1,null,3]`, "/2", `#/items: false`},
		{`{"prefixItems":[true,{"type":"null"}]}`, `[1,2]`, "/1", `#/prefixItems/1/type: "null"`},
		{`{"additionalProperties":false,"properties":{"a":true}}`, `{"a":1,"b":2}`, "/b", `#/additionalProperties: false`},
		{`{"patternProperties":{"^x":{"type":"integer"}}}`, `{"xy":1.5}`, "/xy", `#/patternProperties/^x/type: "integer"`},
		{`{"propertyNames":{"maxLength":2}}`, `{"ab":1,"abc":2}`, "/abc", `#/propertyNames/maxLength: 2`},
		{`{"properties":{"a":{"required":["b","c"]}}}`, `{"a":{"b":1}}`, "/a", `#/properties/a/required: ["b","c"]`},
		{`{"dependentRequired":{"a":["b"]}}`, `{"a":1}`, "", `#/dependentRequired: {"a":["b"]}`},
		{`{"dependentSchemas":{"a":{"maxProperties":1}}}`, `{"a":1,"b":2}`, "", `#/dependentSchemas/a/maxProperties: 1`},
		{`{"$ref":"#/$defs/n","$defs":{"n":{"$ref":"#m"},"m":{"$anchor":"m","maximum":3}}}`, `4`, "", `#/$defs/m/maximum: 3`},
		{`{"uniqueItems":true}`, `[1,2,1.0]`, "/2", `#/uniqueItems: true`},
		{`{"contains":{"type":"null"}}`, `[1]`, "", `#/contains: {"type":"null"}`},
		{`{"contains":{"type":"null"},"minContains":2}`, `[null]`, "", `#/minContains: 2`},
		{`{"contains":{"type":"null"},"maxContains":1}`, `[null,null]`, "", `#/maxContains: 1`},
		{`{"allOf":[true,{"properties":{"a":false}}]}`, `{"a":1}`, "/a", `#/allOf/1/properties/a: false`},
		{`{"properties":{"a":{"anyOf":[{"type":"null"},{"type":"string"}]}}}`, `{"a":1}`, "/a", `#/properties/a/anyOf: [{"type":"null"},{"type":"string"}]`},
		{`{"oneOf":[true,{"type":"number"}]}`, `1`, "", `#/oneOf: [true,{"type":"number"}]`},
		{`{"not":{"type":"null"}}`, `null`, "", `#/not: {"type":"null"}`},
		{`{"if":{"type":"string"},"then":{"minLength":1},"else":{"minimum":1}}`, `""`, "", `#/then/minLength: 1`},
		{`{"if":{"type":"string"},"then":{"minLength":1},"else":{"minimum":1}}`, `0`, "", `#/else/minimum: 1`},
		{`{"allOf":[{"properties":{"a":true}}],"unevaluatedProperties":false}`, `{"a":1,"b":2}`, "/b", `#/unevaluatedProperties: false`},
		{`{"prefixItems":[true],"unevaluatedItems":{"type":"null"}}`, `[1,2]`, "/1", `#/unevaluatedItems/type: "null"`},
		{`{"properties":{"a":{"type":"null"}},"maxProperties":0}`, `{"a":1}`, "", `#/maxProperties: 0`},
		{`{"properties":{"a":{"$ref":"#"}},"required":["n"]}`, `{"n":1,"a":{"n":2,"a":{}}}`, "/a/a", `#/required: ["n"]`},
	} {
		err := mustCompile(t, test.schema).Check(t.Context(), []byte(test.value))
		e, ok := errors.AsType[*Violation](err)
		if !ok || e.Pointer != test.pointer || e.Rule != test.rule {
			t.Errorf("%s against %s: %v", test.value, test.schema, err)
		}
	}
}

func TestCheckSaysWhatTheRuleLeavesOpen(t *testing.T) {
	for _, test := range []struct{ schema, value, want string }{
		{`{"type":"string"}`, `1`, `the value breaks the rule #/type: "string" of the schema`},
		{`{"items":{"required":["a","b"]}}`, `[{"a":1}]`, `the value at /0 breaks the rule #/items/required: ["a","b"] of the schema, the member "b" is missing`},
		{`{"uniqueItems":true}`, `[1,1e0]`, `the value at /1 breaks the rule #/uniqueItems: true of the schema, it equals the element 0`},
		{`{"oneOf":[{},true]}`, `1`, `the value breaks the rule #/oneOf: [{},true] of the schema, the schemas 0 and 1 both allow it`},
		{`{"propertyNames":{"pattern":"^a"}}`, `{"b":1}`, `the value at /b breaks the rule #/propertyNames/pattern: "^a" of the schema, its name does`},
	} {
		if err := mustCompile(t, test.schema).Check(t.Context(), []byte(test.value)); err == nil || err.Error() != test.want {
			t.Errorf("%s against %s: %v", test.value, test.schema, err)
		}
	}
}

func TestNumbersAreExact(t *testing.T) {
	for _, test := range []struct {
		schema, value string
		valid         bool
	}{
		{`{"const":9007199254740993}`, `9007199254740992`, false},
		{`{"const":9007199254740993}`, `9007199254740993.0`, true},
		{`{"enum":[12345678901234567890]}`, `12345678901234567891`, false},
		{`{"enum":[12345678901234567890]}`, `1.2345678901234567890e19`, true},
		{`{"maximum":12345678901234567890}`, `12345678901234567891`, false},
		{`{"maximum":12345678901234567890}`, `12345678901234567890`, true},
		{`{"minimum":0.1}`, `0.09999999999999999999999`, false},
		{`{"exclusiveMinimum":0.1}`, `0.1000000000000000000000001`, true},
		{`{"minimum":-1e400}`, `-1.1e400`, false},
		{`{"maximum":1e999999999}`, `1e999999998`, true},
		{`{"maximum":-0.0}`, `0`, true},
		{`{"multipleOf":0.01}`, `19.99`, true},
		{`{"multipleOf":0.01}`, `19.995`, false},
		{`{"multipleOf":0.0001}`, `0.0075`, true},
		{`{"multipleOf":3}`, `9007199254740993`, true},
		{`{"multipleOf":3}`, `9007199254740994`, false},
		{`{"multipleOf":7}`, `1e999999999`, false},
		{`{"multipleOf":1e999999999}`, `1e1000000000`, true},
		{`{"multipleOf":5}`, `-0`, true},
		{`{"type":"integer"}`, `1e400`, true},
		{`{"type":"integer"}`, `1.0`, true},
		{`{"type":"integer"}`, `9007199254740993.5`, false},
		{`{"type":"integer"}`, `1e-1`, false},
		{`{"type":"integer"}`, `100e-2`, true},
		{`{"uniqueItems":true}`, `[9007199254740993,9007199254740992]`, true},
		{`{"uniqueItems":true}`, `[{"a":1,"b":[2]},{"b":[2.0],"a":1e0}]`, false},
		{`{"maxLength":2.0}`, `"ab"`, true},
		{`{"maxLength":1e99}`, `"ab"`, true},
		{`{"maxItems":0}`, `[1]`, false},
	} {
		err := mustCompile(t, test.schema).Check(t.Context(), []byte(test.value))
		if test.valid != (err == nil) || err != nil && !isViolation(err) {
			t.Errorf("%s against %s: %v", test.value, test.schema, err)
		}
	}
}

func TestCompileRefusesWhatIsNoSchema(t *testing.T) {
	for _, test := range []struct{ schema, want string }{
		{`{`, `the schema is not valid JSON: the name of a member is expected at offset 1`},
		{`1`, `not a valid JSON Schema, # is neither an object nor true or false`},
		{`[]`, `not a valid JSON Schema, # is neither an object nor true or false`},
		{`{"type":"text"}`, `not a valid JSON Schema, #/type is not the name of a type, nor an array of different ones`},
		{`{"type":["string","string"]}`, `not a valid JSON Schema, #/type is not the name of a type, nor an array of different ones`},
		{`{"type":[]}`, `not a valid JSON Schema, #/type names no type`},
		{`{"type":{}}`, `not a valid JSON Schema, #/type is not the name of a type, nor an array of different ones`},
		{`{"properties":{"a":{"minimum":"0"}}}`, `not a valid JSON Schema, #/properties/a/minimum is not a number`},
		{`{"properties":[]}`, `not a valid JSON Schema, #/properties is not an object of schemas`},
		{`{"properties":{"a":1}}`, `not a valid JSON Schema, #/properties/a is neither an object nor true or false`},
		{`{"multipleOf":0}`, `not a valid JSON Schema, #/multipleOf is not a number above 0`},
		{`{"minLength":-1}`, `not a valid JSON Schema, #/minLength is not an integer from 0`},
		{`{"minLength":1.5}`, `not a valid JSON Schema, #/minLength is not an integer from 0`},
		{`{"pattern":"("}`, "not a valid JSON Schema, #/pattern is not a pattern that Go knows: error parsing regexp: missing closing ): `(`"},
		{`{"patternProperties":{"[":true}}`, "not a valid JSON Schema, #/patternProperties/[ has a name that is not a pattern that Go knows: error parsing regexp: missing closing ]: `[`"},
		{`{"items":[true]}`, `not a valid JSON Schema, #/items is neither an object nor true or false`},
		{`{"allOf":[]}`, `not a valid JSON Schema, #/allOf is not an array of one schema or more`},
		{`{"anyOf":{}}`, `not a valid JSON Schema, #/anyOf is not an array of one schema or more`},
		{`{"enum":1}`, `not a valid JSON Schema, #/enum is not an array`},
		{`{"required":["a","a"]}`, `not a valid JSON Schema, #/required is not an array of different strings`},
		{`{"required":true}`, `not a valid JSON Schema, #/required is not an array of different strings`},
		{`{"dependentRequired":{"a":1}}`, `not a valid JSON Schema, #/dependentRequired is not an array of different strings`},
		{`{"uniqueItems":1}`, `not a valid JSON Schema, #/uniqueItems is neither true nor false`},
		{`{"title":1}`, `not a valid JSON Schema, #/title is not of type string`},
		{`{"then":1}`, `not a valid JSON Schema, #/then is neither an object nor true or false`},
		{`{"$ref":"#/nope"}`, `not a valid JSON Schema, #/$ref does not point to a schema`},
		{`{"$ref":"#nope"}`, `not a valid JSON Schema, #/$ref does not point to a schema`},
		{`{"$ref":"#/$defs/a/enum","$defs":{"a":{"enum":[{}]}}}`, `not a valid JSON Schema, #/$ref does not point to a schema`},
		{`{"$ref":1}`, `not a valid JSON Schema, #/$ref is not a string`},
		{`{"$ref":"http://example.org/x"}`, `not a valid JSON Schema, #/$ref points outside the schema, and nothing is fetched`},
		{`{"$ref":"file:///etc/passwd"}`, `not a valid JSON Schema, #/$ref points outside the schema, and nothing is fetched`},
		{`{"$ref":"#"}`, `not a valid JSON Schema, # refers to itself without end`},
		{`{"anyOf":[{"type":"null"},{"$ref":"#/$defs/a"}],"$defs":{"a":{"not":{"$ref":"#"}}}}`, `not a valid JSON Schema, # refers to itself without end`},
		{`{"$dynamicRef":"#a","$dynamicAnchor":"a"}`, `not a valid JSON Schema, # refers to itself without end`},
		{`{"$anchor":"1"}`, `not a valid JSON Schema, #/$anchor is not the name of an anchor`},
		{`{"$anchor":"a","not":{"$anchor":"a"}}`, `not a valid JSON Schema, #/not/$anchor names a second place in its schema`},
		{`{"$id":"#a"}`, `not a valid JSON Schema, #/$id is not a URI without a fragment`},
		{`{"$id":"x","$defs":{"a":{"$id":"x"}}}`, `not a valid JSON Schema, #/$defs/a/$id is used by another schema too`},
		{`{"$schema":"http://json-schema.org/draft-07/schema#"}`, `not a valid JSON Schema, #/$schema names another dialect than https://json-schema.org/draft/2020-12/schema`},
	} {
		_, err := Compile([]byte(test.schema))
		if !isNotSchema(err) || err.Error() != test.want {
			t.Errorf("%s: %v\nwant %s", test.schema, err, test.want)
		}
	}
}

func TestCompileTakesWhatIsASchema(t *testing.T) {
	for _, text := range []string{
		`true`, `{}`, ` { } `, `{"unknown":[1,{"type":5}],"Type":5}`,
		`{"$schema":"https://json-schema.org/draft/2020-12/schema"}`,
		`{"$schema":"https://json-schema.org/draft/2020-12/schema#","$id":"https://example.org/a","$ref":"b","$defs":{"b":{"$id":"b"}}}`,
		`{"format":"date","$comment":"","title":"","description":"","default":null,"examples":[1],"deprecated":true}`,
		`{"properties":{"a":{"$ref":"#"}},"items":{"$ref":"#"}}`,
		`{"$defs":{"a":true},"definitions":{"b":true},"allOf":[{"$ref":"#/$defs/a"},{"$ref":"#/definitions/b"}]}`,
		`{"contentSchema":{"type":"string"},"enum":[]}`,
	} {
		mustCompile(t, text)
	}
}

func TestFormatsAreAnnotations(t *testing.T) {
	if err := mustCompile(t, `{"format":"date","contentMediaType":"application/json"}`).Check(t.Context(), []byte(`"no date"`)); err != nil {
		t.Error(err)
	}
}

func TestValueThatIsNoJSON(t *testing.T) {
	err := mustCompile(t, `true`).Check(t.Context(), []byte(`{"a":}`))
	if e, ok := errors.AsType[*rawjson.SyntaxError](err); !ok || e.Offset != 5 {
		t.Errorf("%v", err)
	}
}

func TestDeepValue(t *testing.T) {
	deep := strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000)
	if err := mustCompile(t, `{"items":{"$ref":"#"},"maxItems":1}`).Check(t.Context(), []byte(deep)); err != nil {
		t.Error(err)
	}
}
