package embed

import (
	"context"
	"errors"
	"time"

	"github.com/agmem/agmem"
)

// connect returns the embedder of a service whose fingerprint is whole.
func (c *Chooser) connect(ctx context.Context, s Service) (agmem.Embedder, error) {
	if err := c.needNetwork(); err != nil {
		return nil, err
	}
	m := c.memory()
	st := m.of(s)
	known := st.Learned > 0 && (s.Asked == 0 || s.Asked == st.Learned)
	if !known || s.Provider == Ollama && !m.isFresh(st) {
		asked, err := c.Ask(ctx, s)
		switch {
		case err == nil:
			return c.watched(asked), nil
		case !known || agmem.KindOf(err) == agmem.NotFound:
			c.rest(s, err)
			return nil, err
		}
		// It is away, and what it was is known: its vectors can be counted.
	}
	s.Digest, s.Dimensions = st.Digest, st.Learned
	return c.watched(s), nil
}

// rest lets no question ask the service for a while, unless it was the caller
// who gave up.
func (c *Chooser) rest(s Service, err error) {
	if errors.Is(err, context.Canceled) {
		return
	}
	c.memory().change(s, func(st *state) { st.RestsUntil = c.Now().Add(restsFor) })
}

func (c *Chooser) watched(s Service) agmem.Embedder {
	return &watched{Embedder: c.Makers.Network.Embedder(s), service: s, chooser: c}
}

// watched remembers that a service failed a question.
type watched struct {
	agmem.Embedder
	service Service
	chooser *Chooser
}

// EmbedQuery asks nobody while the service rests.
func (w *watched) EmbedQuery(ctx context.Context, text string) ([]float32, error) {
	m := w.chooser.memory()
	if m.rests(m.of(w.service)) {
		return nil, agmem.Errorf(agmem.Unavailable, "%s failed a moment ago and is not asked before %v are over", w.service.Provider, restsFor)
	}
	vector, err := w.Embedder.EmbedQuery(ctx, text)
	if err != nil {
		w.chooser.rest(w.service, err)
	}
	return vector, err
}

// EmbedDocuments ends the rest of a service that answers.
func (w *watched) EmbedDocuments(ctx context.Context, texts []string) ([][]float32, error) {
	vectors, err := w.Embedder.EmbedDocuments(ctx, texts)
	m := w.chooser.memory()
	if err == nil && m.rests(m.of(w.service)) {
		m.change(w.service, func(st *state) { st.RestsUntil = time.Time{} })
	}
	return vectors, err
}
