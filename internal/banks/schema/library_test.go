package schema

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
)

// TestAgreesWithLibrary compares verdicts with those of another
// implementation, over random schemas and values whose numbers are small, for
// that one computes with floats.
func TestAgreesWithLibrary(t *testing.T) {
	valid, broken := 0, 0
	for seed := range uint64(4000) {
		g := generator{rand.New(rand.NewPCG(seed, 1))}
		text := g.document()
		s, err := Compile([]byte(text))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		library := libraryJudge(t, text)
		for range 8 {
			value := g.value(3)
			want := library(value)
			got := s.Check(t.Context(), []byte(value))
			if (want == nil) != (got == nil) {
				t.Errorf("%s against %s:\nhere    %v\nlibrary %v", value, text, got, want)
			}
			if got == nil {
				valid++
			} else {
				broken++
			}
		}
	}
	if valid < 1000 || broken < 1000 {
		t.Errorf("%d values are valid and %d are not: the comparison says little", valid, broken)
	}
}

func libraryJudge(t *testing.T, text string) func(value string) error {
	t.Helper()
	var parsed jsonschema.Schema
	if err := json.Unmarshal([]byte(text), &parsed); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	resolved, err := parsed.Resolve(nil)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return func(value string) error {
		var v any
		if err := json.Unmarshal([]byte(value), &v); err != nil {
			t.Fatalf("%s: %v", value, err)
		}
		return resolved.Validate(v)
	}
}

// generator makes schemas and values that have a chance to fit.
type generator struct{ *rand.Rand }

func (g generator) pick(texts ...string) string { return texts[g.IntN(len(texts))] }

func (g generator) name() string { return g.pick(`"a"`, `"b"`, `"c"`) }

func (g generator) value(depth int) string {
	switch n := g.IntN(9); {
	case n < 2 || depth == 0:
		return g.pick(`null`, `true`, `false`, `0`, `1`, `2`, `2.5`, `-1`, `4`, `""`, `"a"`, `"bb"`, `"ccc"`)
	case n < 5:
		return "[" + g.list(4, func() string { return g.value(depth - 1) }) + "]"
	default:
		members := map[string]string{}
		for range g.IntN(4) {
			members[g.name()] = g.value(depth - 1)
		}
		var all []string
		for _, name := range []string{`"a"`, `"b"`, `"c"`} {
			if v, ok := members[name]; ok {
				all = append(all, name+":"+v)
			}
		}
		return "{" + strings.Join(all, ",") + "}"
	}
}

func (g generator) list(most int, one func() string) string {
	var all []string
	for range g.IntN(most) {
		all = append(all, one())
	}
	return strings.Join(all, ",")
}

// document is a schema with two others to refer to. References lead from the
// document to them alone, so that none goes around.
func (g generator) document() string {
	return strings.TrimSuffix(g.schema(3, true), "}") +
		`"$defs":{"d":` + g.schema(2, false) + `,"e":{"$anchor":"e","type":` + g.pick(`"object"`, `["array","string"]`) + `}}}`
}

// schema is an object schema in which a comma follows each keyword where it
// may be continued.
func (g generator) schema(depth int, top bool) string {
	var all []string
	met := map[string]bool{}
	for range 1 + g.IntN(3) {
		keyword := g.keyword(depth, top)
		name, _, _ := strings.Cut(keyword, ":")
		if !met[name] {
			met[name] = true
			all = append(all, keyword)
		}
	}
	text := "{" + strings.Join(all, ",")
	if top && depth == 3 {
		return text + ",}"
	}
	return text + "}"
}

func (g generator) keyword(depth int, top bool) string {
	sub := func() string {
		if g.IntN(8) == 0 {
			return g.pick("true", "false")
		}
		return g.schema(depth-1, false)
	}
	n := g.IntN(14)
	if depth > 0 && n > 5 {
		return g.applicator(sub, top)
	}
	switch n {
	case 0:
		return `"type":` + g.pick(`"integer"`, `"number"`, `"string"`, `"object"`, `"array"`, `["null","boolean","object"]`)
	case 1:
		return `"enum":[` + g.value(1) + "," + g.value(1) + "," + g.value(2) + "]"
	case 2:
		return `"` + g.pick("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf") + `":` + g.pick("1", "2", "0.5")
	case 3:
		return `"` + g.pick("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties") + `":` + g.pick("1", "2")
	case 4:
		return `"pattern":` + g.pick(`"^a"`, `"b+$"`, `"^.?$"`)
	case 5:
		return `"uniqueItems":true`
	case 6:
		return `"required":[` + g.name() + "]"
	default:
		return `"dependentRequired":{` + g.name() + ":[" + g.name() + "]}"
	}
}

func (g generator) applicator(sub func() string, top bool) string {
	if top && g.IntN(6) == 0 {
		return `"$ref":` + g.pick(`"#/$defs/d"`, `"#e"`)
	}
	switch g.IntN(11) {
	case 0:
		return fmt.Sprintf(`"%s":[%s,%s]`, g.pick("allOf", "anyOf", "oneOf"), sub(), sub())
	case 1:
		return `"not":` + sub()
	case 2:
		return fmt.Sprintf(`"if":%s,"then":%s,"else":%s`, sub(), sub(), sub())
	case 3:
		return fmt.Sprintf(`"prefixItems":[%s,%s]`, sub(), sub())
	case 4:
		return `"items":` + sub()
	case 5:
		return `"contains":` + sub() + g.pick("", `,"minContains":0`, `,"maxContains":1`)
	case 6:
		return fmt.Sprintf(`"properties":{"a":%s,"b":%s}`, sub(), sub())
	case 7:
		return fmt.Sprintf(`"patternProperties":{"[ab]":%s}`, sub())
	case 8:
		return `"` + g.pick("additionalProperties", "propertyNames") + `":` + sub()
	case 9:
		return fmt.Sprintf(`"dependentSchemas":{%s:%s}`, g.name(), sub())
	default:
		return `"` + g.pick("unevaluatedItems", "unevaluatedProperties") + `":` + sub()
	}
}
