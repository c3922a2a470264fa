package jq

import (
	"math"
	"reflect"

	"github.com/itchyny/gojq"
)

// maxRepeated is how many bytes a string may have that was made by repeating
// another. gojq allows 2 GiB, and fills them in one loop in which the Go
// runtime stops no goroutine: where the collector waits for it, so does
// everything else, the deadline too.
const maxRepeated = 64 << 20

// boundedProduct is the name of the function that * becomes. No filter can say
// it: it is not an identifier.
const boundedProduct = "*"

// boundProducts replaces the operators * and *= in a filter, which it changes,
// by calls of a function that looks at the sizes first.
func boundProducts(query *gojq.Query) {
	eachNode(reflect.ValueOf(query), func(node any) {
		q, ok := node.(*gojq.Query)
		if !ok {
			return
		}
		switch q.Op {
		case gojq.OpMul:
			*q = *call(boundedProduct, q.Left, q.Right)
		case gojq.OpUpdateMul: // as jq defines it: r as $x | l |= . * $x
			const x = "$*" // no filter can say this either
			product := call(boundedProduct, &gojq.Query{Term: &gojq.Term{Type: gojq.TermTypeIdentity}}, call(x))
			*q = gojq.Query{
				Op:       gojq.OpPipe,
				Left:     q.Right,
				Patterns: []*gojq.Pattern{{Name: x}},
				Right:    &gojq.Query{Op: gojq.OpModify, Left: q.Left, Right: product},
			}
		}
	})
}

// productOption defines the product: gojq's own, unless it were a string that
// is too long.
func productOption() gojq.CompilerOption {
	product := natively(`.[1] * .[2]`)
	return gojq.WithFunction(boundedProduct, 2, 2, func(_ any, args []any) any {
		if x, ok := args[0].(int); ok {
			if y, ok := args[1].(int); ok && small(x) && small(y) {
				return x * y
			}
		}
		if tooLong(args[0], args[1]) || tooLong(args[1], args[0]) {
			return &tooLongError{gojq.Preview(args[0]), gojq.Preview(args[1])}
		}
		return product(nil, args)
	})
}

// small numbers have a product without overflow.
func small(x int) bool { return math.MinInt32 <= x && x <= math.MaxInt32 }

func tooLong(text, times any) bool {
	s, ok := text.(string)
	if !ok {
		return false
	}
	n, ok := gojq.ToFloat64(times)
	return ok && float64(len(s))*math.Floor(n) > maxRepeated
}

// tooLongError says what gojq says of a string that is too long for itself.
type tooLongError struct{ left, right string }

// Error returns gojq's sentence.
func (e *tooLongError) Error() string {
	return "repeat string result too large: " + e.left + " * " + e.right
}
