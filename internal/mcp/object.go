package mcp

import (
	"bytes"

	"github.com/agmem/agmem/internal/rawjson"
)

// Object builds a JSON object on one line, member after member. The first
// error stays.
type Object struct {
	text     []byte
	err      error
	recalled bool // < is written as its escape, see fenced
}

// ObjectOf begins with the members of v, which must encode as an object.
func ObjectOf(v any) *Object {
	text, err := rawjson.Encode(v)
	return &Object{text: bytes.TrimSuffix(text, []byte("}")), err: err}
}

// Recalling begins an object that will have what someone stored earlier. Its
// answer is fenced.
func Recalling() *Object { return &Object{recalled: true} }

// encode returns a value as the object has it. The first error stays.
func (o *Object) encode(value any) []byte {
	text, err := rawjson.Encode(value)
	if o.err == nil {
		o.err = err
	}
	if o.recalled {
		text = bytes.ReplaceAll(text, []byte("<"), []byte(`\u003c`))
	}
	return text
}

// name begins a member.
func (o *Object) name(name string) {
	separator := byte(',')
	if len(o.text) <= 1 { // nothing, or the brace of an object without members
		o.text, separator = o.text[:0], '{'
	}
	o.text = append(rawjson.AppendQuoted(append(o.text, separator), name), ':')
}

// Member adds a member.
func (o *Object) Member(name string, value any) {
	o.name(name)
	o.text = append(o.text, o.encode(value)...)
}

// Series is a member in the making that is an array or an object, of as many
// parts as an answer has room for.
type Series struct {
	in     *Object
	closer byte
	shown  int
	full   bool
}

// Series begins a member; the brackets say which of both it is.
func (o *Object) Series(name, brackets string) *Series {
	o.name(name)
	o.text = append(o.text, brackets[0])
	return &Series{in: o, closer: brackets[1]}
}

// Add adds a part, with its name in an object; brief in its place where only
// that has room, unless it is nil. It returns false from the first part on
// that is left out.
func (s *Series) Add(name string, part any, brief func() any) bool {
	if s.full {
		return false
	}
	text := s.encode(name, part)
	if brief != nil && !s.fits(text) {
		text = s.encode(name, brief())
	}
	if s.full = !s.fits(text); s.full {
		return false
	}
	if s.shown > 0 {
		s.in.text = append(s.in.text, ',')
	}
	s.in.text = append(s.in.text, text...)
	s.shown++
	return true
}

func (s *Series) fits(text []byte) bool { return len(s.in.text)+1+len(text) <= MaxAnswer }

func (s *Series) encode(name string, part any) []byte {
	var text []byte
	if s.closer == '}' {
		text = append(rawjson.AppendQuoted(nil, name), ':')
	}
	return append(text, s.in.encode(part)...)
}

// Shown returns how many parts had room.
func (s *Series) Shown() int { return s.shown }

// Room returns how many bytes the next part may have.
func (s *Series) Room() int { return max(0, MaxAnswer-len(s.in.text)-1) }

// End ends the member.
func (s *Series) End() { s.in.text = append(s.in.text, s.closer) }

// Truncated says that only the first of total parts are shown, unless all are.
func (o *Object) Truncated(s *Series, total int, hint string) {
	if s.shown < total {
		o.Member("truncated", Truncation{Shown: &s.shown, Total: total, Hint: hint})
	}
}

// Answer ends the object: it is the answer of a tool.
func (o *Object) Answer() (Answer, error) {
	if len(o.text) == 0 {
		o.text = []byte("{")
	}
	return Answer{Texts: [][]byte{append(o.text, '}')}, IsObject: true, isRecalled: o.recalled}, o.err
}
