package search

import (
	"context"
	"slices"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
)

// Counter is a corpus that can count without reading texts.
type Counter interface {
	// Count returns how many of the documents are alive and pass the filter.
	Count(ctx context.Context, numbers []int64) (int, error)
}

// readAtOnce is how many texts are read at a time where they must be.
const readAtOnce = 500

// Count returns how many documents [Run] would find without a limit. The demand
// of the options must not be the best match, whose answers are not a set.
func Count[D any](ctx context.Context, corpus Corpus[D], query agmem.Query, opts Options) (int, error) {
	s := newSearch(corpus, query, opts)
	if err := s.match(ctx); err != nil {
		return 0, err
	}
	numbers := append(s.scores.Docs(), s.dated...)
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	if counter, ok := corpus.(Counter); ok && !s.textsDecide() {
		return counter.Count(ctx, numbers)
	}
	return s.countTexts(ctx, numbers)
}

// textsDecide says that the index alone cannot tell the documents that answer:
// phrases and named days are judged by the texts.
func (s *search[D]) textsDecide() bool {
	return len(s.plan.Conditions()) > 0 || len(s.plan.Days()) > 0
}

func (s *search[D]) countTexts(ctx context.Context, numbers []int64) (int, error) {
	count := 0
	for piece := range slices.Chunk(numbers, readAtOnce) {
		found, err := s.corpus.Texts(ctx, piece)
		if err != nil {
			return 0, err
		}
		texts := make([]recall.Text, len(found))
		for i, f := range found {
			texts[i] = recall.Text{Doc: int64(i), Document: f.Document, CreatedAt: f.CreatedAt.Time().In(s.now.Location()), BM25: s.scores.Of(f.Number)}
		}
		count += len(s.plan.Rank(texts, s.now))
	}
	return count, nil
}
