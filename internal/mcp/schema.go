package mcp

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/rawjson"
)

// inputSchema is the part of JSON Schema that the tools use: an object whose
// properties are strings, integers, booleans, lists of strings or anything, some
// with a list of the strings allowed, some with bounds, some required.
type inputSchema struct {
	Properties map[string]property `json:"properties"`
	Required   []string            `json:"required"`
}

type property struct {
	Type     string   `json:"type"` // empty: any value
	Enum     []string `json:"enum"`
	Minimum  *float64 `json:"minimum"`  // of an integer
	Maximum  *float64 `json:"maximum"`  // of an integer
	MinItems int      `json:"minItems"` // of an array
	MaxItems int      `json:"maxItems"` // of an array; 0: no bound
}

// parseSchema reads the schema of a tool, which is a constant: one that cannot
// be read is a mistake of this package.
func parseSchema(text string) inputSchema {
	var s inputSchema
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		panic(err)
	}
	return s
}

// read returns the arguments of a call, or USAGE where they break the schema.
// A name that the schema does not have is refused as well: a client that asks
// for what does not exist must not believe that it got it.
func (s inputSchema) read(tool string, text json.RawMessage) (Arguments, error) {
	if len(text) == 0 { // a call without arguments
		text = json.RawMessage("{}")
	}
	start, _, err := rawjson.Trim(text)
	if err != nil {
		return nil, agmem.Errorf(agmem.Usage, "%s: the arguments are not valid JSON: %w", tool, err)
	}
	if kind := KindOf(text[start:]); kind != "object" {
		return nil, s.usage(tool, "the arguments must be an object, not "+article(kind))
	}
	in := members(text, start)
	for _, name := range slices.Sorted(maps.Keys(in)) {
		if fault := s.fault(name, in[name]); fault != "" {
			return nil, s.usage(tool, fault)
		}
	}
	for _, name := range s.Required {
		if !in.Has(name) {
			return nil, s.usage(tool, name+" is missing")
		}
	}
	return in, nil
}

// members returns the members of an object that is valid. Of a name that
// repeats, the last one counts.
func members(text []byte, at int) Arguments {
	in := make(Arguments)
	_, _ = rawjson.Members(text, at, func(name []byte, at int) (int, error) {
		end, err := rawjson.Value(text, at)
		in[rawjson.Unquote(name)] = text[at:end:end]
		return end, err
	})
	return in
}

func (s inputSchema) usage(tool, fault string) error {
	return agmem.Errorf(agmem.Usage, "%s: %s", tool, fault).
		WithHint("it takes %s; required: %s", strings.Join(slices.Sorted(maps.Keys(s.Properties)), ", "),
			cmp.Or(strings.Join(s.Required, ", "), "none"))
}

// fault says how a value breaks the schema of its property; empty: it does not.
func (s inputSchema) fault(name string, value []byte) string {
	p, known := s.Properties[name]
	if !known {
		return fmt.Sprintf("there is no argument %q", name)
	}
	kind := KindOf(value)
	switch {
	case p.Type == "":
		return ""
	case p.Type == "integer" && kind == "number":
		return p.integerFault(name, value)
	case p.Type == "array" && kind == "array":
		return p.arrayFault(name, value)
	case p.Type != kind:
		return fmt.Sprintf("%s must be %s, not %s", name, article(p.Type), article(kind))
	case p.Enum != nil && !slices.Contains(p.Enum, rawjson.Unquote(value)):
		return fmt.Sprintf("%s must be one of %s, not %s", name, strings.Join(p.Enum, ", "), value)
	}
	return ""
}

func (p property) integerFault(name string, value []byte) string {
	n, _ := strconv.ParseFloat(string(value), 64) // infinite beyond its range
	switch {
	case !isInteger(value):
		return fmt.Sprintf("%s must be an integer, not %s", name, value)
	case p.Minimum != nil && n < *p.Minimum:
		return fmt.Sprintf("%s must be %v or more, not %s", name, *p.Minimum, value)
	case p.Maximum != nil && n > *p.Maximum:
		return fmt.Sprintf("%s must be %v or less, not %s", name, *p.Maximum, value)
	}
	return ""
}

func (p property) arrayFault(name string, value []byte) string {
	count, fault := 0, ""
	// It is valid, so it has no errors.
	_, _ = rawjson.Elements(value, 0, func(_, at int) (int, error) {
		end, err := rawjson.Value(value, at)
		if kind := KindOf(value[at:end]); kind != "string" && fault == "" {
			fault = fmt.Sprintf("%s must be a list of strings, one of it is %s", name, article(kind))
		}
		count++
		return end, err
	})
	switch {
	case fault != "":
		return fault
	case count < p.MinItems:
		return fmt.Sprintf("%s must have %d or more, not %d", name, p.MinItems, count)
	case p.MaxItems > 0 && count > p.MaxItems:
		return fmt.Sprintf("%s must have %d or fewer, not %d", name, p.MaxItems, count)
	}
	return ""
}

// KindOf returns the JSON Schema type of a JSON text, number for integers too.
func KindOf(text []byte) string {
	switch text[0] {
	case '"':
		return "string"
	case '{':
		return "object"
	case '[':
		return "array"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	default:
		return "number"
	}
}

// isInteger reports a number without a fraction, as JSON Schema has it: 3.0
// and 1e3 are integers.
func isInteger(number []byte) bool {
	f, err := strconv.ParseFloat(string(number), 64)
	return err != nil || f == math.Trunc(f) // beyond a float's range nothing has a fraction
}

func article(kind string) string {
	switch kind {
	case "null":
		return kind
	case "array", "integer", "object":
		return "an " + kind
	default:
		return "a " + kind
	}
}
