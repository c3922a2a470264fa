package library

import (
	"context"
	"math"
	"sync"
	"time"

	"github.com/agmem/agmem"
)

const (
	// usualPatience is how long a search waits for the vector of its question.
	usualPatience = time.Second
	// rankedByRRF is how many hits each source gives where their ranks in two lists
	// decide.
	rankedByRRF = 60
)

// meaning returns what [agmem.Query.Meaning] is for a query: nothing is opened or
// asked before a source calls it, and one answer serves all of them. Where the
// embedder fails or takes too long, there is none, and the words answer alone.
func (s *Sources) meaning(ctx context.Context, query agmem.Query) func() *agmem.Vector {
	if query.Meaning != nil || s.embedder == nil {
		return query.Meaning
	}
	return sync.OnceValue(func() *agmem.Vector {
		ctx, cancel := context.WithTimeout(ctx, s.patience)
		defer cancel()
		made := make(chan *agmem.Vector, 1)
		go func() { made <- embedded(ctx, s.embedder, query.Question()) }()
		select {
		case v := <-made:
			return v
		case <-ctx.Done():
			return nil
		}
	})
}

// embedded returns the vector of a question, nil where there is none.
func embedded(ctx context.Context, open func(context.Context) (agmem.Embedder, error), question string) *agmem.Vector {
	e, err := open(ctx)
	if err != nil || e == nil {
		return nil
	}
	values, err := e.EmbedQuery(ctx, question)
	if err != nil {
		return nil
	}
	length := 0.0
	for _, v := range values {
		length += float64(v) * float64(v)
	}
	if length = math.Sqrt(length); length == 0 || math.IsNaN(length) || math.IsInf(length, 0) {
		return nil
	}
	unit := make([]float32, len(values))
	for i, v := range values {
		unit[i] = float32(float64(v) / length)
	}
	return &agmem.Vector{Model: e.Model(), Values: unit, Trust: trust(e)}
}

func trust(e agmem.Embedder) float64 {
	if t, ok := e.(agmem.Trusted); ok {
		return t.Trust()
	}
	return 1
}
