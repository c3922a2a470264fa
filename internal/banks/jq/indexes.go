package jq

import (
	"math"
	"reflect"
	"strconv"

	"github.com/itchyny/gojq"
)

const (
	// maxIndex is the highest index that a filter may write to, unless the array
	// is that long. gojq makes an array up to the index in one go.
	maxIndex = 1 << 20
	// refusedIndex is one that gojq does not write to, and where it reads null.
	refusedIndex = 0x20000000

	boundedIndex = "*index" // what an index goes through
	boundedPath  = "*path"  // what a path goes through
)

// boundIndexes bounds what .[f], setpath and getpath in a filter can be told to
// write to. The filter is changed.
func boundIndexes(query *gojq.Query) {
	eachNode(reflect.ValueOf(query), func(node any) {
		switch node := node.(type) {
		case *gojq.Index:
			if node.Start != nil && !node.IsSlice && !isSmallIndex(node.Start) {
				node.Start = pipe(node.Start, call(boundedIndex))
			}
		case *gojq.Func:
			if (node.Name == "getpath" && len(node.Args) == 1) || (node.Name == "setpath" && len(node.Args) == 2) {
				node.Args[0] = pipe(node.Args[0], call(boundedPath))
			}
		}
	})
}

// isSmallIndex says that an index is written as a text or as a low number.
func isSmallIndex(index *gojq.Query) bool {
	term := index.Term
	if term == nil || len(term.SuffixList) > 0 {
		return false
	}
	if term.Type == gojq.TermTypeString {
		return true
	}
	n, err := strconv.Atoi(term.Number)
	return term.Type == gojq.TermTypeNumber && err == nil && n <= maxIndex
}

// indexOptions define the two functions.
func (p *program) indexOptions() []gojq.CompilerOption {
	bounded := func(v any) any {
		if n, ok := gojq.ToFloat64(v); ok && (n > maxIndex && n < refusedIndex) {
			return refusedIndex
		}
		return v
	}
	return []gojq.CompilerOption{
		gojq.WithFunction(boundedIndex, 0, 0, func(v any, _ []any) any {
			if err := p.meter.comparable(v); err != nil { // an array as an index is looked for
				return err
			}
			return bounded(v)
		}),
		gojq.WithFunction(boundedPath, 0, 0, func(v any, _ []any) any {
			path, ok := v.([]any)
			if !ok {
				return v
			}
			if len(path) > maxNesting {
				err := errNested()
				p.meter.cancel(err)
				return err
			}
			for i, step := range path {
				if n, ok := gojq.ToFloat64(step); ok && n > maxIndex && n < math.MaxInt32 {
					bound := append([]any(nil), path...)
					for j := i; j < len(bound); j++ {
						bound[j] = bounded(bound[j])
					}
					return bound
				}
			}
			return path
		}),
	}
}
