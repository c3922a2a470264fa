package toontest

import (
	"strings"
	"unicode/utf8"

	"github.com/agmem/agmem/internal/toon"
)

// UnmarshalOptions are the options of the decoder. The zero value stands for
// the defaults of the specification.
type UnmarshalOptions struct {
	Lenient    bool // the opposite of the option strict
	IndentSize int  // the option indentSize; 0 means 2
}

// Unmarshal decodes a document strictly, with an indent size of 2. It returns
// nil, bool, string, json.Number, Object or Array of package toon. What is wrong with the
// document is a *SyntaxError.
func Unmarshal(data []byte) (any, error) {
	return UnmarshalOptions{}.Unmarshal(data)
}

// Unmarshal decodes a document.
func (o UnmarshalOptions) Unmarshal(data []byte) (any, error) {
	unit := o.IndentSize
	if unit == 0 {
		unit = 2
	}
	text := string(data)
	if !utf8.ValidString(text) {
		if !o.Lenient {
			return nil, syntaxf(invalidLine(text), "the text is not valid UTF-8")
		}
		text = strings.ToValidUTF8(text, "\uFFFD")
	}
	text = strings.TrimPrefix(text, byteOrderMark)
	d := decoder{
		lines:   lines{rest: text, unit: unit, lenient: o.Lenient},
		lenient: o.Lenient,
		budget:  freeGroups + len(text)/groupBytes,
	}
	return d.document()
}

// byteOrderMark begins some documents as a signature of their encoding.
const byteOrderMark = "\uFEFF"

// invalidLine returns the number of the first line that is not valid UTF-8.
func invalidLine(text string) int {
	num := 0
	for raw := range strings.Lines(text) {
		num++
		if !utf8.ValidString(raw) {
			break
		}
	}
	return num
}

// A document may ask for freeGroups group objects, and for one more per
// groupBytes of its text, before it counts as an attempt to exhaust the memory.
const (
	freeGroups = 1 << 20
	groupBytes = 2
)

// decoder builds the tree by recursive descent over the lines.
type decoder struct {
	lines   lines
	lenient bool
	depth   int // how many containers are open
	spans   int // how many of them are arrays or keyed tables past their first line
	budget  int // how many group objects may still be made
}

// document finds the root form (section 5) and decodes it.
func (d *decoder) document() (any, error) {
	if err := d.lines.next(); err != nil {
		return nil, err
	}
	if d.lines.eof {
		return toon.Object{}, nil
	}
	first := d.lines.cur
	if first.depth > 0 {
		return nil, syntaxf(first.num, "the first line of a document must not be indented")
	}
	h, ok, err := d.header(first)
	switch {
	case err != nil:
		return nil, err
	case ok && !h.hasKey:
		return d.root(func() (any, error) { return d.block(h, first) })
	case trim(first.text) == "[]":
		return d.root(func() (any, error) { return toon.Array{}, nil })
	case indexUnquoted(first.text, ':', ':') < 0:
		return d.root(func() (any, error) { return d.scalar(first.num, trim(first.text)) })
	}
	return d.object(first.num, scope{parent: -1})
}

// root decodes a root that is complete before the document may end.
func (d *decoder) root(decode func() (any, error)) (any, error) {
	if err := d.lines.next(); err != nil {
		return nil, err
	}
	v, err := decode()
	if err != nil {
		return nil, err
	}
	if !d.lines.eof {
		return nil, syntaxf(d.lines.cur.num, "the line does not belong to the value that the document began with")
	}
	return v, nil
}

// header reads a line as a header. A lenient decoder takes a malformed header
// for something else.
func (d *decoder) header(ln line) (header, bool, error) {
	h, ok, err := parseHeader(ln.text, d.lenient)
	if err != nil && !d.lenient {
		return h, false, syntaxf(ln.num, "%v", err)
	}
	return h, ok, nil
}

// enter opens a container on a line that makes levels of nesting.
func (d *decoder) enter(num, levels int) error {
	if d.depth+levels > toon.MaxDepth {
		return syntaxf(num, "the document nests deeper than %d levels", toon.MaxDepth)
	}
	d.depth += levels
	return nil
}

// scope is the run of lines that make up the content of one construct.
type scope struct {
	parent int  // the depth of the line that opened it
	span   bool // blank lines are errors between its first line and its last
	begun  bool // its first line was seen
	depth  int  // the depth of its lines, once begun
}

// within returns the current line if it belongs to the scope. It returns false
// where the scope ends, and an error if the line belongs to no scope at all.
func (d *decoder) within(s *scope) (line, bool, error) {
	ln := d.lines.cur
	if d.lines.eof || ln.depth <= s.parent {
		if s.span && s.begun {
			d.spans--
		}
		return ln, false, nil
	}
	if !s.begun {
		s.depth = s.parent + 1
		if d.lenient {
			s.depth = ln.depth
		}
	}
	if ln.depth != s.depth {
		return ln, false, syntaxf(ln.num, "the line stands at depth %d where depth %d is expected", ln.depth, s.depth)
	}
	if ln.blank > 0 && d.spans > 0 && !d.lenient {
		return ln, false, syntaxf(ln.blank, "a blank line stands inside an array or a keyed table")
	}
	if s.span && !s.begun {
		d.spans++
	}
	s.begun = true
	return ln, true, nil
}
