package memories

import (
	"context"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/table"
	"github.com/agmem/agmem/internal/recall"
	"github.com/agmem/agmem/internal/search"
)

// Find returns the memories that answer a lookup, whole.
func (s *Store) Find(ctx context.Context, lookup agmem.Lookup) ([]agmem.Found, error) {
	found := []agmem.Found{}
	err := s.lookUp(ctx, lookup, func(ctx context.Context, t *table.Txn, c *corpus) error {
		hits, err := search.Run(ctx, c, lookup.Query(), s.demanding(lookup))
		if err != nil {
			return err
		}
		for _, h := range hits {
			r, _, err := table.RecordByNumber(ctx, t, h.Number)
			if err != nil {
				return err
			}
			found = append(found, agmem.Found{Memory: r.Memory(), Score: h.Score, Words: h.Words})
		}
		return nil
	})
	return found, err
}

// CountFound counts the memories that answer a lookup.
func (s *Store) CountFound(ctx context.Context, lookup agmem.Lookup) (int64, error) {
	count := 0
	err := s.lookUp(ctx, lookup, func(ctx context.Context, _ *table.Txn, c *corpus) (err error) {
		count, err = search.Count(ctx, c, lookup.Query(), s.demanding(lookup))
		return err
	})
	return int64(count), err
}

// lookUp calls do with the memories that a lookup is about, unless there are
// none.
func (s *Store) lookUp(ctx context.Context, lookup agmem.Lookup, do func(context.Context, *table.Txn, *corpus) error) error {
	if err := lookup.Validate(); err != nil {
		return err
	}
	return s.db.Read(ctx, func(ctx context.Context, t *table.Txn) error {
		c, known, err := corpusOf(ctx, t, lookup.Selection)
		if err != nil || !known {
			return err
		}
		return do(ctx, t, c)
	})
}

func (s *Store) demanding(lookup agmem.Lookup) search.Options {
	return search.Options{
		Weights: s.weights, Now: s.db.Clock(),
		Demand: recall.Demand{Match: lookup.Match, Similarity: lookup.Similarity, Loose: lookup.Loose},
	}
}
