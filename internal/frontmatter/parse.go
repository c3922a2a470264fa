package frontmatter

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/agmem/agmem"
)

// The YAML parser's time grows with the square of what is nested, to twenty
// seconds for 64 KiB of brackets. Frontmatter of people is far below these.
const (
	maxYAML    = 16 << 10 // bytes
	maxNesting = 32       // lists and mappings in one another
)

// Parse reads the top-level mapping of a frontmatter; YAML of blanks and
// comments alone has no fields. What is malformed, nested deeper than 32, no
// mapping, or has a name twice (in any case) is Invalid, and the message
// says in which line, the --- above the first counted; more than 16 KiB are
// TooLarge.
func Parse(yaml []byte) (Fields, error) {
	d, err := parse(yaml)
	return d.fields, err
}

// document is a frontmatter with what its edits have to know.
type document struct {
	yaml    []byte
	fields  Fields
	nodes   []ast.Node // the values of the fields
	layout  layout
	located bool // the layout holds exactly the fields
}

func parse(yaml []byte) (document, error) {
	body, err := syntax(yaml)
	if err != nil {
		return document{}, err
	}
	d := document{yaml: yaml}
	values, ok := mapping(body)
	if !ok {
		return document{}, malformed(body.GetToken(), "there are no fields")
	}
	for _, v := range values {
		if err := d.add(v); err != nil {
			return document{}, err
		}
	}
	d.locate()
	return d, nil
}

// syntax returns the root of the one document, nil for an empty one.
func syntax(yaml []byte) (ast.Node, error) {
	text := strings.ReplaceAll(string(yaml), "\r\n", "\n")
	switch {
	case len(yaml) > maxYAML:
		return nil, agmem.Errorf(agmem.TooLarge, "the frontmatter is larger than %d bytes", maxYAML)
	case !utf8.ValidString(text):
		return nil, agmem.Errorf(agmem.Invalid, "the frontmatter is not valid UTF-8")
	case nesting(text) > maxNesting:
		return nil, agmem.Errorf(agmem.Invalid, "the frontmatter is nested too deeply")
	}
	file, err := parser.ParseBytes(fillItems([]byte(text)), 0)
	if err != nil {
		return nil, explain(err)
	}
	if len(file.Docs) != 1 {
		return nil, agmem.Errorf(agmem.Invalid, "the frontmatter is not one YAML document")
	}
	return file.Docs[0].Body, nil
}

// explain says in one line what the YAML parser says with an excerpt.
func explain(err error) error {
	var where interface {
		error
		GetToken() *token.Token
		GetMessage() string
	}
	if !errors.As(err, &where) {
		return agmem.Errorf(agmem.Invalid, "the frontmatter is not YAML")
	}
	// Some messages name a second place, in lines that do not count the ---.
	message, _, _ := strings.Cut(where.GetMessage(), " at [")
	message, _, _ = strings.Cut(message, "\n")
	return malformed(where.GetToken(), message)
}

func malformed(at *token.Token, message string) error {
	if at == nil || at.Position == nil {
		return agmem.Errorf(agmem.Invalid, "the frontmatter is malformed: %s", message)
	}
	return agmem.Errorf(agmem.Invalid, "the frontmatter is malformed in line %d: %s", at.Position.Line+1, message)
}

// nesting returns how deeply brackets, quoted ones included, and the dashes at
// the beginning of a line are nested at most.
func nesting(yaml string) int {
	deepest, brackets := 0, 0
	for line := range strings.Lines(yaml) {
		dashes := 0
		for word := range strings.FieldsSeq(line) {
			if word != "-" && word != "?" {
				break
			}
			dashes++
		}
		for i := range len(line) {
			switch line[i] {
			case '[', '{':
				brackets++
			case ']', '}':
				brackets = max(0, brackets-1)
			}
			deepest = max(deepest, brackets)
		}
		deepest = max(deepest, dashes)
	}
	return deepest
}
