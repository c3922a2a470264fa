package jq

import (
	"encoding/json"
	"math"
	"math/big"
	"reflect"
	"slices"
	"strconv"

	"github.com/itchyny/gojq"
)

// maxRepeated is how many bytes a string may have that was made by repeating
// another. gojq allows 2 GiB, and fills them in one loop in which the Go
// runtime stops no goroutine: where the collector waits for it, so does
// everything else, the deadline too.
const maxRepeated = 64 << 20

// The names of the functions that +, * and / become. No filter can say them:
// they are not identifiers.
const (
	boundedSum      = "*sum"
	boundedProduct  = "*product"
	boundedQuotient = "*quotient"
	boundedRest     = "*rest" // of a subtraction
)

// boundOperators replaces the operators of arithmetic, their updates and the
// comparisons in a filter, which it changes, by calls of functions that look at
// the sizes first.
func boundOperators(query *gojq.Query) {
	comparisons := comparisons()
	eachNode(reflect.ValueOf(query), func(node any) {
		q, ok := node.(*gojq.Query)
		if !ok {
			return
		}
		switch q.Op {
		case gojq.OpAdd:
			become(q, call(boundedSum, q.Left, q.Right))
		case gojq.OpMul:
			become(q, call(boundedProduct, q.Left, q.Right))
		case gojq.OpDiv:
			become(q, call(boundedQuotient, q.Left, q.Right))
		case gojq.OpSub:
			become(q, call(boundedRest, q.Left, q.Right))
		case gojq.OpUpdateAdd:
			updateWith(q, boundedSum)
		case gojq.OpUpdateMul:
			updateWith(q, boundedProduct)
		case gojq.OpUpdateDiv:
			updateWith(q, boundedQuotient)
		case gojq.OpUpdateSub:
			updateWith(q, boundedRest)
		default:
			if c, ok := comparisons[q.Op]; ok {
				become(q, call(c.name, q.Left, q.Right))
			}
		}
	})
}

// updateWith makes an update of an operator by a function, as jq defines it:
// r as $x | l |= function(.; $x).
func updateWith(q *gojq.Query, function string) {
	const x = "$*" // no filter can say this either
	result := call(function, &gojq.Query{Term: &gojq.Term{Type: gojq.TermTypeIdentity}}, call(x))
	become(q, &gojq.Query{
		Op:       gojq.OpPipe,
		Left:     q.Right,
		Patterns: []*gojq.Pattern{{Name: x}},
		Right:    &gojq.Query{Op: gojq.OpModify, Left: q.Left, Right: result},
	})
}

// become replaces a query by another, and keeps what is defined in front of it.
func become(q, other *gojq.Query) {
	other.FuncDefs = q.FuncDefs
	*q = *other
}

// operators defines the operators: gojq's own, unless what they make is too
// large.
func (p *program) operators() []gojq.CompilerOption {
	product, quotient := natively(`.[1] * .[2]`), natively(`.[1] / .[2]`)
	return []gojq.CompilerOption{
		p.sum(),
		gojq.WithFunction(boundedProduct, 2, 2, func(_ any, args []any) any {
			switch x := number(args[0]).(type) {
			case int:
				if y, ok := number(args[1]).(int); ok && small(x) && small(y) {
					return x * y
				}
			case float64:
				if y, ok := number(args[1]).(float64); ok {
					return x * y
				}
			}
			if tooLong(args[0], args[1]) || tooLong(args[1], args[0]) {
				return &tooLongError{gojq.Preview(args[0]), gojq.Preview(args[1])}
			}
			if err := p.reserveRepeated(args[0], args[1]); err != nil {
				return err
			}
			if err := p.reserveProduct(args[0], args[1]); err != nil {
				return err
			}
			return product(nil, args)
		}),
		gojq.WithFunction(boundedQuotient, 2, 2, func(_ any, args []any) any {
			switch x := number(args[0]).(type) {
			case int:
				if y, ok := number(args[1]).(int); ok && y > 0 {
					return quotientOf(x, y)
				}
			case float64:
				switch y := number(args[1]).(type) {
				case int:
					if y != 0 {
						return x / float64(y)
					}
				case float64:
					if y != 0 {
						return x / y
					}
				}
			}
			size, err := mostOfSplit(nil, args[0], args[1:])
			if err == nil {
				err = p.meter.reserve(size)
			}
			if err != nil {
				return err
			}
			return quotient(nil, args)
		}),
	}
}

// sum is the function of +. It does what is common itself, and leaves the rest to
// gojq, which takes longer to ask.
func (p *program) sum() gojq.CompilerOption {
	native := natively(`.[1] + .[2]`)
	return gojq.WithFunction(boundedSum, 2, 2, func(_ any, args []any) any {
		switch l := number(args[0]).(type) {
		case nil:
			return args[1]
		case int:
			switch r := number(args[1]).(type) {
			case int:
				if sum := l + r; (sum >= l) == (r >= 0) {
					return sum
				}
			case float64:
				return float64(l) + r
			}
		case float64:
			switch r := number(args[1]).(type) {
			case int:
				return l + float64(r)
			case float64:
				return l + r
			}
		case string:
			if r, ok := args[1].(string); ok {
				return within(p.meter, len(l)+len(r), func() any { return l + r })
			}
		case []any:
			if r, ok := args[1].([]any); ok && len(l) > 0 && len(r) > 0 {
				return within(p.meter, (len(l)+len(r))*slotSize, func() any { return slices.Concat(l, r) })
			}
		case map[string]any:
			if r, ok := args[1].(map[string]any); ok {
				return within(p.meter, (len(l)+len(r))*mapSize, func() any { return native(nil, args) })
			}
		}
		return native(nil, args)
	})
}

// within makes a value of a size, if there is room.
func within(m *meter, size int, of func() any) any {
	if err := m.reserve(size); err != nil {
		return err
	}
	return of()
}

// number returns a short number of the input as gojq computes with it, and
// anything else as it is.
func number(v any) any {
	const digits = 18
	n, ok := v.(json.Number)
	if !ok || len(n) > digits {
		return v
	}
	if i, err := strconv.Atoi(string(n)); err == nil {
		return i
	}
	if f, err := n.Float64(); err == nil {
		return f
	}
	return v
}

// reserveProduct asks for the room of a product that may be large: a text, a
// number of many digits, or objects that become one.
func (p *program) reserveProduct(x, y any) error {
	switch l := x.(type) {
	case *big.Int:
		r, _ := y.(*big.Int)
		if r != nil {
			return p.meter.reserve(l.BitLen() + r.BitLen()) // the product, and what is in between
		}
	case map[string]any:
		size, err := p.meter.weigh(byReference, x, y)
		if err != nil {
			return err
		}
		return p.meter.reserve(size)
	}
	return nil
}

// quotientOf is a whole number where there is one.
func quotientOf(x, y int) any {
	if x%y == 0 {
		return x / y
	}
	return float64(x) / float64(y)
}

// small numbers have a product without overflow.
func small(x int) bool { return math.MinInt32 <= x && x <= math.MaxInt32 }

func tooLong(text, times any) bool { return repeated(text, times) > maxRepeated }

// repeated returns how many bytes a text has that is repeated, 0 if it is not
// that.
func repeated(text, times any) float64 {
	s, _ := text.(string)
	n, _ := gojq.ToFloat64(times)
	return max(0, float64(len(s))*math.Floor(n))
}

// reserveRepeated asks for the room of a text that is repeated.
func (p *program) reserveRepeated(x, y any) error {
	return p.meter.reserve(int(max(repeated(x, y), repeated(y, x))))
}

// tooLongError says what gojq says of a string that is too long for itself.
type tooLongError struct{ left, right string }

// Error returns gojq's sentence.
func (e *tooLongError) Error() string {
	return "repeat string result too large: " + e.left + " * " + e.right
}
