package jq

import (
	"github.com/itchyny/gojq"
)

// comparison is what an operator becomes that compares two values.
type comparison struct {
	name  string
	holds func(order int) bool // of what [gojq.Compare] returns
}

func comparisons() map[gojq.Operator]comparison {
	return map[gojq.Operator]comparison{
		gojq.OpEq: {"*equal", func(order int) bool { return order == 0 }},
		gojq.OpNe: {"*different", func(order int) bool { return order != 0 }},
		gojq.OpLt: {"*less", func(order int) bool { return order < 0 }},
		gojq.OpLe: {"*atMost", func(order int) bool { return order <= 0 }},
		gojq.OpGt: {"*more", func(order int) bool { return order > 0 }},
		gojq.OpGe: {"*atLeast", func(order int) bool { return order >= 0 }},
	}
}

// compareOptions define the comparisons, and the subtraction, which compares the
// elements of lists.
func (p *program) compareOptions() []gojq.CompilerOption {
	rest := natively(`.[1] - .[2]`)
	options := []gojq.CompilerOption{gojq.WithFunction(boundedRest, 2, 2, func(_ any, args []any) any {
		switch l := number(args[0]).(type) {
		case int:
			if r, ok := number(args[1]).(int); ok && small(l) && small(r) {
				return l - r
			}
		case float64:
			if r, ok := number(args[1]).(float64); ok {
				return l - r
			}
		}
		if err := p.meter.comparable(args...); err != nil {
			return err
		}
		return rest(nil, args)
	})}
	for _, c := range comparisons() {
		options = append(options, gojq.WithFunction(c.name, 2, 2, func(_ any, args []any) any {
			if err := p.meter.comparable(args...); err != nil {
				return err
			}
			return c.holds(gojq.Compare(args[0], args[1]))
		}))
	}
	return options
}

// comparable ends the run if values may not be compared: nested too deep, or
// larger than the memory, which values are that share their parts.
func (m *meter) comparable(values ...any) error {
	s := scale{limit: int(m.limit), text: byReference}
	for _, v := range values {
		switch v.(type) {
		case []any, map[string]any:
		default:
			continue
		}
		if !s.add(v, 0) {
			return m.tooHeavy(s)
		}
	}
	return nil
}

// sortedSize is what gojq holds for each element of a list that it sorts.
const sortedSize = 72

// mostOfSorted is for what sorts a list or looks for one of its elements.
func mostOfSorted(m *meter, v any, args []any) (int, error) {
	list, _ := v.([]any)
	return len(list) * sortedSize, m.comparable(append([]any{v}, args...)...)
}

// mostOfCompared is for what compares, and makes nothing.
func mostOfCompared(m *meter, v any, args []any) (int, error) {
	return 0, m.comparable(append([]any{v}, args...)...)
}
