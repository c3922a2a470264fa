package jq

import (
	"encoding/json"
	"math/big"

	"github.com/agmem/agmem"
)

// maxNesting is how deep a value may be nested that a builtin walks through: it
// needs a part of the stack for each level.
const maxNesting = 10_000

// Sizes of what values are made of, in bytes.
const (
	slotSize = 16 // of an element: an interface
	cellSize = 24 // of what an interface points to: a slice or a string header
	mapSize  = 48
)

// textSize returns how many bytes of memory a string takes at most where a value
// is written out.
type textSize func(string) int

// scale weighs a value as it is written out: parts that it shares count each
// time. It stops at the limit, so that a value without end is soon weighed.
type scale struct {
	limit  int
	text   textSize
	weight int
	deep   bool
}

// weigh returns how many bytes a value has at most when it is written out, its
// strings as text says. A value that is over the limit or nested too deep ends
// the run.
func (m *meter) weigh(text textSize, values ...any) (int, error) {
	s := scale{limit: m.left(), text: text}
	for _, v := range values {
		if !s.add(v, 0) {
			return 0, m.tooHeavy(s)
		}
	}
	return s.weight, nil
}

// tooHeavy ends the run because of a value that cannot be weighed.
func (m *meter) tooHeavy(s scale) error {
	err := errMemory()
	if s.deep {
		err = errNested()
	}
	m.cancel(err)
	return err
}

func errNested() error {
	return agmem.Errorf(agmem.Invalid, "the filter was stopped: a value is nested deeper than %d levels", maxNesting)
}

// byReference is the size of a string that is shared.
func byReference(string) int { return 0 }

// quotedSize returns how many bytes a string has in JSON, at most.
func quotedSize(text string) int {
	size := len(text) + len(`""`)
	for i := range len(text) {
		switch c := text[i]; {
		case c < ' ' || c == 0x7f:
			size += len(`\u0000`) - 1
		case c == '"' || c == '\\':
			size++
		}
	}
	return size
}

// escapedSize returns how many bytes a string has in a format, at most: as HTML a
// quote becomes &quot;, in a URI each byte that is not a letter becomes three.
func escapedSize(text string) int {
	size := len(text) + len("''")
	for i := range len(text) {
		switch c := text[i]; {
		case c == '<' || c == '>' || c == '&' || c == '\'' || c == '"':
			size += len("&quot;") - 1
		case c < '0' || c > 'z':
			size += len("%00") - 1
		}
	}
	return size
}

func (s *scale) add(v any, depth int) bool {
	if s.deep = depth > maxNesting; s.deep {
		return false
	}
	s.weight += slotSize
	switch v := v.(type) {
	case string:
		s.weight += s.text(v)
	case json.Number:
		s.weight += len(v)
	case *big.Int:
		s.weight += v.BitLen()
	case []any:
		s.weight += cellSize
		for _, e := range v {
			if !s.add(e, depth+1) {
				return false
			}
		}
	case map[string]any:
		s.weight += mapSize
		for name, e := range v {
			s.weight += s.text(name)
			if !s.add(e, depth+1) {
				return false
			}
		}
	}
	return s.weight <= s.limit
}
