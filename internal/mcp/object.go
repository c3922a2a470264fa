package mcp

import (
	"bytes"
	"encoding/json"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/rawjson"
)

// object builds a JSON object on one line, member after member. The first
// error stays.
type object struct {
	text []byte
	err  error
}

// objectOf begins with the members of v, which must encode as an object.
func objectOf(v any) *object {
	text, err := encode(v)
	return &object{bytes.TrimSuffix(text, []byte("}")), err}
}

// name begins a member.
func (o *object) name(name string) {
	separator := byte(',')
	if len(o.text) <= 1 { // nothing, or the brace of an object without members
		o.text, separator = o.text[:0], '{'
	}
	o.text = append(rawjson.AppendQuoted(append(o.text, separator), name), ':')
}

// member adds a member.
func (o *object) member(name string, value any) {
	o.name(name)
	text, err := encode(value)
	o.text = append(o.text, text...)
	if o.err == nil {
		o.err = err
	}
}

// series is a member in the making that is an array or an object, of as many
// parts as an answer has room for.
type series struct {
	in     *object
	closer byte
	shown  int
	full   bool
}

// series begins a member; the brackets say which of both it is.
func (o *object) series(name, brackets string) *series {
	o.name(name)
	o.text = append(o.text, brackets[0])
	return &series{in: o, closer: brackets[1]}
}

// add adds a part, with its name in an object; brief in its place where only
// that has room, unless it is nil. It returns false from the first part on
// that is left out.
func (s *series) add(name string, part any, brief func() any) bool {
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

func (s *series) fits(text []byte) bool { return len(s.in.text)+1+len(text) <= maxAnswer }

func (s *series) encode(name string, part any) []byte {
	var text []byte
	if s.closer == '}' {
		text = append(rawjson.AppendQuoted(nil, name), ':')
	}
	value, err := encode(part)
	if s.in.err == nil {
		s.in.err = err
	}
	return append(text, value...)
}

// end ends the member.
func (s *series) end() { s.in.text = append(s.in.text, s.closer) }

// truncated says that only the first of total parts are shown, unless all are.
func (o *object) truncated(s *series, total int, hint string) {
	if s.shown < total {
		o.member("truncated", truncation{Shown: &s.shown, Total: total, Hint: hint})
	}
}

// maxErrors is how many errors an answer lists before it only counts them.
const maxErrors = 5

// failures adds the errors of what could not be read beside what could.
func (o *object) failures(errs []*agmem.BankError) {
	if len(errs) == 0 {
		return
	}
	o.member("errors", errs[:min(len(errs), maxErrors)])
	if more := len(errs) - maxErrors; more > 0 {
		o.member("more_errors", more)
	}
}

func (o *object) answer() (answer, error) {
	return answer{texts: [][]byte{append(o.text, '}')}, object: true}, o.err
}

// encode returns v as JSON on one line. Raw JSON in it loses its white space
// and nothing else: < and & stay as they are.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
