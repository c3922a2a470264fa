package memories

import (
	"context"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/table"
	"github.com/agmem/agmem/internal/recall"
	"github.com/agmem/agmem/internal/search"
)

// Find returns the memories that answer a lookup.
func (s *Store) Find(ctx context.Context, lookup agmem.Lookup) ([]agmem.Findings, error) {
	if err := lookup.Validate(); err != nil {
		return nil, err
	}
	var all []agmem.Findings
	err := s.db.Read(ctx, func(ctx context.Context, t *table.Txn) error {
		c, known, err := corpusOf(ctx, t, lookup.Selection)
		if err != nil || !known {
			return err
		}
		pages, err := search.Pages(ctx, c, lookup.Query(), s.demanding(lookup), lookup.Matches, lookup.Enough)
		for _, page := range pages {
			all = append(all, findingsOf(page))
		}
		return err
	})
	if all == nil {
		all = []agmem.Findings{{}} // nothing, by the first match
	}
	return all, err
}

func findingsOf(page search.Page[table.ID]) agmem.Findings {
	findings := agmem.Findings{Total: int64(page.Total), Corrections: page.Corrections}
	for _, h := range page.Hits {
		findings.Found = append(findings.Found, agmem.Found{
			Number: h.Number, CreatedAt: h.CreatedAt, Score: h.Score, Words: h.Words,
		})
	}
	return findings
}

func (s *Store) demanding(lookup agmem.Lookup) search.Options {
	return search.Options{
		Weights: s.weights, Now: s.db.Clock(),
		Demand: recall.Demand{Similarity: lookup.Similarity, Loose: lookup.Loose, Known: lookup.Known},
	}
}
