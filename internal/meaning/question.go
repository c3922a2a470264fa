package meaning

import (
	"context"
	"math"
	"sync"
	"time"

	"github.com/agmem/agmem"
)

// usualPatience is how long a search waits for the vector of its question.
const usualPatience = time.Second

// OfQuestion returns what [agmem.Query.Meaning] is for a question: nothing is opened
// or asked before a room calls it, and one answer serves all of them. Where the
// embedder fails, or takes longer than patience (0 for a second), there is no vector,
// and the words answer alone.
func OfQuestion(ctx context.Context, open func(context.Context) (agmem.Embedder, error), patience time.Duration, question string) func() *agmem.Vector {
	if patience == 0 {
		patience = usualPatience
	}
	return sync.OnceValue(func() *agmem.Vector {
		ctx, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		made := make(chan *agmem.Vector, 1)
		go func() { made <- embedQuestion(ctx, open, question) }()
		select {
		case v := <-made:
			return v
		case <-ctx.Done():
			return nil
		}
	})
}

// embedQuestion returns the vector of a question, nil where there is none.
func embedQuestion(ctx context.Context, open func(context.Context) (agmem.Embedder, error), question string) *agmem.Vector {
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
