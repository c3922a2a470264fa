package memories

import (
	"context"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/search"
)

var _ agmem.Searcher = (*Store)(nil)

// Search returns the memories that answer a query best.
func (s *Store) Search(ctx context.Context, query agmem.Query) ([]agmem.Hit, error) {
	if err := query.Validate(); err != nil {
		return nil, err
	}
	hits := []agmem.Hit{}
	err := s.read(ctx, func(ctx context.Context, t *txn) error {
		tags, known, err := tagRows(ctx, t, query.Filter.Tags)
		if err != nil || !known {
			return err
		}
		found, err := search.Run(ctx, &corpus{t: t, filter: query.Filter, tags: tags}, query,
			search.Options{Weights: s.weights, Now: s.clock()})
		if err != nil {
			return err
		}
		for _, f := range found {
			h := hitOf(f)
			if h.Short, err = t.short(ctx, f.Of); err != nil {
				return err
			}
			hits = append(hits, h)
		}
		return nil
	})
	return hits, err
}

func hitOf(f search.Hit[uuid]) agmem.Hit {
	digest := f.Document.Digest
	if digest == "" {
		digest = f.Document.Content
	}
	return agmem.Hit{
		ID: f.Of.String(), Digest: digest, Tags: f.Document.Tags, Score: f.Score,
		CreatedAt: f.CreatedAt, Corrected: f.Corrected, Explanation: f.Explanation,
	}
}
