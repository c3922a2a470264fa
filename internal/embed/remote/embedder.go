package remote

import (
	"context"
	"math"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/embed"
)

const (
	// A question has no time for more than one more attempt; documents have.
	questionAttempts = 2
	documentAttempts = 6
)

// embedder is an agmem.Embedder over a service.
type embedder struct {
	client   *Client
	service  embed.Service
	protocol protocol
}

// Model returns the fingerprint.
func (e *embedder) Model() string { return e.service.Fingerprint() }

// EmbedQuery waits for its vector as long as the configuration allows.
func (e *embedder) EmbedQuery(ctx context.Context, text string) ([]float32, error) {
	ctx, cancel := context.WithTimeout(ctx, e.service.Timeout)
	defer cancel()
	text = shorten(e.service.Question+text, e.service.MaxTokens)
	vectors, err := e.ask(ctx, []string{text}, question, questionAttempts)
	if err != nil {
		return nil, err
	}
	return vectors[0], nil
}

// EmbedDocuments asks in batches. The first one that fails ends it.
func (e *embedder) EmbedDocuments(ctx context.Context, texts []string) ([][]float32, error) {
	all := make([][]float32, 0, len(texts))
	ready := make([]string, len(texts))
	for i, text := range texts {
		ready[i] = shorten(e.service.Document+text, e.service.MaxTokens)
	}
	for batch := range batches(ready, e.protocol) {
		vectors, err := e.askDocuments(ctx, batch)
		if err != nil {
			return nil, err
		}
		all = append(all, vectors...)
	}
	return all, nil
}

func (e *embedder) askDocuments(ctx context.Context, texts []string) ([][]float32, error) {
	bounded, cancel := context.WithTimeout(ctx, e.client.patience)
	defer cancel()
	vectors, err := e.ask(bounded, texts, document, documentAttempts)
	if !isTooLong(err) {
		return vectors, err
	}
	return e.askForLess(ctx, texts)
}

// askForLess follows a refusal because of the length: half of the texts at a time,
// and of one text its first half.
func (e *embedder) askForLess(ctx context.Context, texts []string) ([][]float32, error) {
	const leastText = 256 // bytes; who refuses less than that means something else
	if len(texts) == 1 {
		half := cut(texts[0], len(texts[0])/2)
		if len(half) < leastText {
			return nil, agmem.Errorf(agmem.Unavailable, "%s says that a text of %d bytes is too long", e.service.Provider, len(texts[0]))
		}
		return e.askDocuments(ctx, []string{half})
	}
	first, err := e.askDocuments(ctx, texts[:len(texts)/2])
	if err != nil {
		return nil, err
	}
	second, err := e.askDocuments(ctx, texts[len(texts)/2:])
	return append(first, second...), err
}

// ask asks for the vectors of one batch, and checks each.
func (e *embedder) ask(ctx context.Context, texts []string, use purpose, attempts int) ([][]float32, error) {
	request := call{
		service:  e.service,
		path:     e.protocol.path(),
		body:     e.protocol.body(texts, use),
		largest:  largestAnswer(len(texts)),
		attempts: attempts,
	}
	request.header, request.value = e.protocol.header()
	answer, err := e.client.do(ctx, request)
	if err != nil {
		return nil, err
	}
	vectors, err := e.protocol.vectors(answer, len(texts))
	if err != nil {
		return nil, e.wrong("%w", err)
	}
	if len(vectors) != len(texts) {
		return nil, e.wrong("%w", miscounted(len(vectors), len(texts)))
	}
	return e.checked(vectors)
}

// checked returns the vectors with the length 1 each.
func (e *embedder) checked(vectors []vector) ([][]float32, error) {
	dimensions := e.service.Dimensions
	if dimensions == 0 {
		dimensions = len(vectors[0])
	}
	all := make([][]float32, len(vectors))
	for i, v := range vectors {
		if len(v) != dimensions {
			return nil, e.wrong("it returned a vector of %d dimensions where %d are expected", len(v), dimensions)
		}
		sum := 0.0
		for _, x := range v {
			sum += float64(x) * float64(x)
		}
		if !(sum > 0) || math.IsInf(sum, 0) {
			return nil, e.wrong("it returned a vector without a direction")
		}
		scale := 1 / math.Sqrt(sum)
		for k := range v {
			v[k] = float32(float64(v[k]) * scale)
		}
		all[i] = v
	}
	return all, nil
}

// wrong is the error for an answer that cannot be used.
func (e *embedder) wrong(format string, args ...any) error {
	return agmem.Errorf(agmem.Unavailable, "the answer of "+name(e.service)+" cannot be used: "+format, args...)
}
