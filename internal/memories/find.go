package memories

import (
	"context"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/table"
	"github.com/agmem/agmem/internal/recall"
	"github.com/agmem/agmem/internal/search"
)

// Find returns the memories that answer a lookup.
func (s *Store) Find(ctx context.Context, lookup agmem.Lookup) (agmem.Findings, error) {
	findings := agmem.Findings{Found: []agmem.Found{}}
	if err := lookup.Validate(); err != nil {
		return findings, err
	}
	err := s.db.Read(ctx, func(ctx context.Context, t *table.Txn) error {
		c, known, err := corpusOf(ctx, t, lookup.Selection)
		if err != nil || !known {
			return err
		}
		hits, total, err := search.Pages(ctx, c, lookup.Query(), s.demanding(lookup))
		if err != nil {
			return err
		}
		findings.Total = int64(total)
		for _, h := range hits {
			findings.Found = append(findings.Found, agmem.Found{
				Number: h.Number, CreatedAt: h.CreatedAt, Score: h.Score, Words: h.Words,
			})
		}
		return nil
	})
	return findings, err
}

func (s *Store) demanding(lookup agmem.Lookup) search.Options {
	return search.Options{
		Weights: s.weights, Now: s.db.Clock(),
		Demand: recall.Demand{Match: lookup.Match, Similarity: lookup.Similarity, Loose: lookup.Loose},
	}
}
