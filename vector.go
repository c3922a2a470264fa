package agmem

import "context"

// Vector is the meaning of a text as a model sees it.
type Vector struct {
	// Model is the fingerprint of the model; vectors of different models are
	// never compared.
	Model string
	// Values have the length 1 together, as a direction has.
	Values []float32
	// Trust is how much the model is worth beside words, in 0..1 of what a sentence
	// model is; see [Trusted].
	Trust float64
}

// Trusted is an [Embedder] that says how much it is worth beside words. All others
// have a trust of 1.
type Trusted interface {
	// Trust is the part in 0..1 of what a sentence model's vectors add to a rank.
	Trust() float64
}

// Embedding is how a source comes by the embedder that is configured. The zero
// value has none.
type Embedding struct {
	// Open returns the embedder, nil where there is none. It is called when a vector
	// is needed, and may be called again.
	Open func(context.Context) (Embedder, error)
	// InWrites returns the embedder if it needs no network, nil otherwise: a write
	// waits for no network, and what it has no vector for is embedded later.
	InWrites func(context.Context) Embedder
}

// Opened returns the embedder, or Unavailable where there is none.
func (e Embedding) Opened(ctx context.Context) (Embedder, error) {
	if e.Open != nil {
		if embedder, err := e.Open(ctx); err != nil || embedder != nil {
			return embedder, err
		}
	}
	return nil, Errorf(Unavailable, "no embedder is configured").
		WithHint("search works without one, by full text; the command embed-status says more").
		WithStep(ActionRun, "embed-status")
}

// ForWrites returns the embedder that a write may use, nil for none.
func (e Embedding) ForWrites(ctx context.Context) Embedder {
	if e.InWrites == nil {
		return nil
	}
	return e.InWrites(ctx)
}
