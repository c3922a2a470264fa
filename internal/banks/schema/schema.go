package schema

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/agmem/agmem/internal/rawjson"
)

// Schema is a compiled JSON Schema. It may check any number of values at once.
type Schema struct {
	root   *subschema
	tracks bool // a rule asks what has been evaluated
	// dynamic says that what a reference leads to depends on the way to it.
	dynamic bool
}

// ErrTooLong is the error of a check that was given up: the schema and the value
// ask for more steps than any that someone wrote on purpose.
var ErrTooLong = errors.New("checking the value against the schema takes too long")

// maxSteps is how many schemas one check applies at most; some seconds.
const maxSteps = 20_000_000

// Compile reads a JSON Schema. A text that is not one is a
// [NotSchemaError].
func Compile(text []byte) (*Schema, error) {
	raw, err := decode(text)
	if err != nil {
		return nil, &NotSchemaError{fmt.Sprintf("the schema is not valid JSON: %s", err)}
	}
	c := newCompiler()
	root, err := c.document(raw)
	if err != nil {
		return nil, err
	}
	return &Schema{root: root, tracks: c.tracks, dynamic: c.dynamic}, nil
}

// NotSchemaError says why a text is not a JSON Schema, and where in it.
type NotSchemaError struct{ message string }

// Error returns the sentence for people.
func (e *NotSchemaError) Error() string { return e.message }

// Violation is a value that breaks a schema.
type Violation struct {
	// Pointer is the place in the value (RFC 6901), empty for the whole value.
	Pointer string
	// Rule is the place in the schema, with what is there if that is short.
	Rule   string
	detail string
}

// Error returns the sentence for people.
func (v *Violation) Error() string {
	where := "the value"
	if v.Pointer != "" {
		where = "the value at " + v.Pointer
	}
	return where + " breaks the rule " + v.Rule + " of the schema" + v.detail
}

// Check reports the first rule that a value, a JSON text, breaks, as a
// [Violation]. A text that is not JSON is a [rawjson.SyntaxError]. A check that
// has no end in sight is [ErrTooLong]; one whose ctx is done has its error.
func (s *Schema) Check(ctx context.Context, text []byte) error {
	v, err := decode(text)
	if err != nil {
		return err
	}
	e := &evaluation{ctx: ctx, tracks: s.tracks}
	if !s.dynamic {
		e.known = make(map[application]outcome)
	}
	broken := e.apply(s.root, v, nil)
	if e.stopped != nil {
		return e.stopped
	}
	if broken != nil {
		return &Violation{broken.pointer, ruleAt(broken.at, broken.raw), broken.detail}
	}
	return nil
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
