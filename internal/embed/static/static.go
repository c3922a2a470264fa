// Package static makes vectors without a model: each token of a text has a
// vector in a table, which was learnt from a sentence model once, and the vector
// of a text is the direction of their sum. The order of words is lost.
//
// The table is part of the binary. It is neither copied nor unpacked, so only the
// pages with the tokens of a text are read.
package static

import (
	"context"
	"math"

	"github.com/agmem/agmem/internal/embed/wordpiece"
)

// maxTokens is how many tokens of a text count, so that a text of any length is
// embedded in a fraction of a second.
const maxTokens = 1 << 16

// Embedder makes vectors from the table of the program. It can be used by several
// goroutines.
type Embedder struct {
	tokenizer *wordpiece.Tokenizer
	rows      rows
}

// Open returns the embedder of the table that the program brings along. What it
// does takes the same time whatever the size of the table.
func Open() (*Embedder, error) { return open(table) }

func open(table string) (*Embedder, error) {
	rows, vocabulary, err := parse(table)
	if err != nil {
		return nil, err
	}
	tokenizer, err := wordpiece.New(vocabulary)
	if err != nil {
		return nil, err
	}
	return &Embedder{tokenizer, rows}, nil
}

// Model is the fingerprint of the table.
func (e *Embedder) Model() string { return Fingerprint }

// EmbedDocuments returns the vector of each text.
func (e *Embedder) EmbedDocuments(ctx context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		vectors[i] = e.embed(text)
	}
	return vectors, nil
}

// EmbedQuery returns the vector of a question, which is made as that of any text.
func (e *Embedder) EmbedQuery(ctx context.Context, text string) ([]float32, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return e.embed(text), nil
}

// embed returns the direction of the sum of the rows of a text's tokens. Where no
// token has a row, as in an empty text, all values are 0: it is like nothing.
func (e *Embedder) embed(text string) []float32 {
	sum := make([]float32, e.rows.dims)
	for _, id := range e.tokenizer.Pieces(text, maxTokens) {
		e.rows.add(sum, int(id))
	}
	var square float64
	for _, v := range sum {
		square += float64(v) * float64(v)
	}
	if square > 0 {
		length := float32(math.Sqrt(square))
		for i := range sum {
			sum[i] /= length
		}
	}
	return sum
}

// Trust is how much the table is worth beside words. With all of what a sentence
// model adds, conversations lose (bench/retrieval/hybrid.md).
func (*Embedder) Trust() float64 { return 0.4 }
