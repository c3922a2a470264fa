package storetest

import (
	"context"
	"errors"
	"hash/fnv"
	"math"
	"strings"
	"sync/atomic"
	"unicode"

	"github.com/agmem/agmem"
)

// Embedder is a made model: texts with the same words are near each other, and a
// few words mean the same as others. The zero value can be used.
type Embedder struct {
	// Name is its fingerprint; empty for "made".
	Name string
	// Fails makes every call fail.
	Fails atomic.Bool
	// Each, if set, is called before texts are embedded.
	Each func()
	// Texts counts the texts that were embedded as documents.
	Texts atomic.Int64
}

// embedderDims is not a multiple of 64, as no index may rely on that.
const embedderDims = 300

// meansTheSame are words that a model knows to be near each other.
func meansTheSame() map[string]string {
	return map[string]string{"automobile": "car", "vehicle": "car", "physician": "doctor", "feline": "cat", "colour": "theme"}
}

// Model returns the name.
func (e *Embedder) Model() string {
	if e.Name == "" {
		return "made"
	}
	return e.Name
}

// EmbedDocuments embeds texts.
func (e *Embedder) EmbedDocuments(ctx context.Context, texts []string) ([][]float32, error) {
	if e.Each != nil {
		e.Each()
	}
	all := make([][]float32, len(texts))
	for i, text := range texts {
		v, err := e.EmbedQuery(ctx, text)
		if err != nil {
			return nil, err
		}
		all[i] = v
	}
	e.Texts.Add(int64(len(texts)))
	return all, nil
}

// EmbedQuery embeds a question.
func (e *Embedder) EmbedQuery(ctx context.Context, text string) ([]float32, error) {
	if e.Fails.Load() {
		return nil, errors.New("the made model fails, as it was told to")
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	v := make([]float32, embedderDims)
	same := meansTheSame()
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if to, ok := same[word]; ok {
			word = to
		}
		h := fnv.New64a()
		h.Write([]byte(e.Model() + " " + word))
		state := h.Sum64()
		for i := range v { // a direction of its own for each word
			state = state*6364136223846793005 + 1442695040888963407
			v[i] += float32(int32(state>>32)) / math.MaxInt32
		}
	}
	length := 0.0
	for _, x := range v {
		length += float64(x) * float64(x)
	}
	for i := range v {
		v[i] /= float32(max(math.Sqrt(length), 1e-9))
	}
	return v, nil
}

// Embedding returns the embedder as a source gets it: also for writes, or only for
// catching up, as one that needs a network.
func (e *Embedder) Embedding(local bool) agmem.Embedding {
	embedding := agmem.Embedding{Open: func(context.Context) (agmem.Embedder, error) { return e, nil }}
	if local {
		embedding.InWrites = func(context.Context) agmem.Embedder { return e }
	}
	return embedding
}

// Asking returns a query with the meaning of its text.
func (e *Embedder) Asking(query agmem.Query) agmem.Query {
	query.Meaning = func() *agmem.Vector {
		v, err := e.EmbedQuery(context.Background(), query.Text)
		if err != nil {
			return nil
		}
		return &agmem.Vector{Model: e.Model(), Values: v, Trust: 1}
	}
	return query
}
