// Package bert computes the vectors of texts with a sentence model of the BERT
// family that is in a folder, such as all-MiniLM-L6-v2, bge, e5 and
// nomic-embed: config.json, tokenizer.json, model.safetensors, and the files of
// sentence-transformers that say how to use them. It needs no network and no
// other program.
//
// Begin reading at [Open]. The way through the layers is in forward.go and
// attention.go; where the time goes is matrix.go, with instructions of AVX2 in
// dot_amd64.s and plain Go elsewhere.
package bert

import (
	"context"
	"path/filepath"
	"sync"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/embed/safetensors"
	"github.com/agmem/agmem/internal/embed/wordpiece"
)

// together is how many tokens go through the model at once, where the texts
// are short enough: the weights are read once for all of them.
const together = 256

// Embedder is a model that is open. It can be used by several goroutines.
type Embedder struct {
	model       *model
	weights     *safetensors.File
	tokenizer   *wordpiece.Tokenizer
	matrices    matrices
	fingerprint string
	ahead       sync.Once
}

var _ agmem.Embedder = (*Embedder)(nil)

// Open opens the model in a folder. What is slow to make from its files is kept
// in the folder cache, if it is not empty, and made again when they change.
//
// It fails with NotFound if there is no model, with Invalid if it is of another
// kind, and with Corrupt if its files are damaged or do not fit together.
func Open(folder, cache string) (*Embedder, error) {
	c, err := readConfig(folder)
	if err != nil {
		return nil, err
	}
	file, err := safetensors.Open(filepath.Join(folder, weightsFile))
	if err != nil {
		return nil, err
	}
	e, err := open(folder, cache, c, file)
	if err != nil {
		_ = file.Close()
		return nil, err
	}
	return e, nil
}

func open(folder, cache string, c config, file *safetensors.File) (*Embedder, error) {
	m, err := newModel(c, file)
	if err != nil {
		return nil, err
	}
	e := &Embedder{model: m, weights: file, matrices: newMatrices()}
	if err := e.derive(folder, cache); err != nil {
		return nil, err
	}
	if have := e.tokenizer.Len(); have > c.vocab {
		return nil, agmem.Errorf(agmem.Corrupt, "the tokenizer of the model has %d tokens, its weights have %d", have, c.vocab)
	}
	return e, nil
}

// Close gives the memory of the weights back. The embedder must not be used
// any more.
func (e *Embedder) Close() error { return e.weights.Close() }

// Model returns the fingerprint: it is another one for another tokenizer,
// other weights or another way to use them.
func (e *Embedder) Model() string { return e.fingerprint }

// Dimensions returns how many numbers a vector has.
func (e *Embedder) Dimensions() int { return e.model.hidden }

// EmbedQuery returns the vector of a question, of length 1. Of a long text the
// beginning counts.
func (e *Embedder) EmbedQuery(ctx context.Context, text string) ([]float32, error) {
	vectors, err := e.embed(ctx, e.model.prompts.query, []string{text})
	if err != nil {
		return nil, err
	}
	return vectors[0], nil
}

// EmbedDocuments returns a vector of length 1 for each text. Of a long text
// the beginning counts.
func (e *Embedder) EmbedDocuments(ctx context.Context, texts []string) ([][]float32, error) {
	return e.embed(ctx, e.model.prompts.document, texts)
}

func (e *Embedder) embed(ctx context.Context, prompt string, texts []string) ([][]float32, error) {
	e.ahead.Do(func() { e.weights.ReadAhead(e.model.prefix + "encoder.") })
	vectors := make([][]float32, 0, len(texts))
	var waiting [][]int32
	rows := 0
	for i, text := range texts {
		ids := e.tokenizer.Encode(prompt+text, e.model.maxTokens)
		waiting = append(waiting, ids)
		rows += len(ids)
		if rows < together && i+1 < len(texts) {
			continue
		}
		some, err := e.through(ctx, waiting)
		if err != nil {
			return nil, err
		}
		vectors = append(vectors, some...)
		waiting, rows = waiting[:0], 0
	}
	return vectors, nil
}

// through takes some texts through the model.
func (e *Embedder) through(ctx context.Context, texts [][]int32) (vectors [][]float32, err error) {
	failed := guarded(func() {
		b := e.model.newBatch(texts, e.matrices)
		if err = b.run(ctx); err != nil {
			return
		}
		for i := range texts {
			v := b.pool(i)
			if v == nil {
				err = agmem.Errorf(agmem.Corrupt, "the weights of the model give no vector: they are damaged")
				return
			}
			vectors = append(vectors, v)
		}
	})
	if failed != nil {
		return nil, failed
	}
	return vectors, err
}
