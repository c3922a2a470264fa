package schema

import (
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/rawjson"
)

// Schema is a compiled JSON Schema. It may check any number of values at once.
type Schema struct {
	root   *subschema
	tracks bool // somebody asks what has been evaluated
}

// Compile reads a JSON Schema. The error has the code INVALID_SCHEMA and names
// the place in the schema.
func Compile(text []byte) (*Schema, error) {
	raw, err := decode(text)
	if err != nil {
		return nil, agmem.BankErrorf(agmem.InvalidSchema, "the schema is not valid JSON: %s", err)
	}
	c := newCompiler()
	root, err := c.document(raw)
	if err != nil {
		return nil, err
	}
	return &Schema{root: root, tracks: c.tracks}, nil
}

// Check reports the first rule that a value, a JSON text, breaks. The error
// has the code SCHEMA_VIOLATION, with the place in the value and the rule: the
// place in the schema and what stands there.
func (s *Schema) Check(text []byte) error {
	v, err := decode(text)
	if err != nil {
		return invalidJSON(err)
	}
	e := &evaluation{tracks: s.tracks}
	broken := e.apply(s.root, v, nil)
	if broken == nil {
		return nil
	}
	where, rule := "the value", ruleAt(broken.at, broken.raw)
	if broken.pointer != "" {
		where = "the value at " + broken.pointer
	}
	violation := agmem.BankErrorf(agmem.SchemaViolation, "%s breaks the rule %s of the schema%s", where, rule, broken.detail)
	violation.Pointer, violation.Rule = broken.pointer, rule
	return violation
}

// maxShown is how many bytes of a rule's value a violation shows.
const maxShown = 120

// ruleAt names a rule by its place in the schema and, where it is short, its
// value.
func ruleAt(pointer string, raw *value) string {
	text := string(rawjson.AppendCompact(nil, raw.source))
	if len(text) > maxShown {
		return "#" + pointer
	}
	return "#" + pointer + ": " + text
}

// step is one more step of a JSON pointer (RFC 6901).
func step(name string) string {
	return "/" + strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}
