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

// How a string is weighed, besides by a factor of its bytes.
const (
	byReference = 0
	asJSON      = -1
)

// scale weighs a value as it is written out: parts that it shares count each
// time. It stops at the limit, so that a value without end is soon weighed.
type scale struct {
	limit  int
	factor int
	weight int
	deep   bool
}

// weigh returns how many bytes a value has at most when it is written out, with
// so many bytes for each byte of its strings. A value that is over the limit or
// nested too deep ends the run.
func (m *meter) weigh(factor int, values ...any) (int, error) {
	s := scale{limit: m.left(), factor: factor}
	for _, v := range values {
		switch {
		case s.add(v, 0):
		case s.deep:
			err := errNested()
			m.cancel(err)
			return 0, err
		default:
			err := errMemory()
			m.cancel(err)
			return 0, err
		}
	}
	return s.weight, nil
}

func errNested() error {
	return agmem.Errorf(agmem.Invalid, "the filter was stopped: a value is nested deeper than %d levels", maxNesting)
}

// text returns what a string weighs.
func (s *scale) text(text string) int {
	if s.factor == asJSON {
		return quotedSize(text)
	}
	return len(text) * s.factor
}

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
