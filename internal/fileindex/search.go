package fileindex

import (
	"context"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
	"github.com/agmem/agmem/internal/search"
)

// Search returns the documents that answer a query best, best first. What a
// document says of a bank or a card is in [Entry].
func (x *Index) Search(ctx context.Context, query agmem.Query) ([]Found, error) {
	if err := query.Validate(); err != nil {
		return nil, err
	}
	var found []Found
	err := x.view(ctx, func(ctx context.Context, t *txn) error {
		now := x.opts.Now()
		hits, err := search.Run(ctx, &corpus{t: t, filter: query.Filter, now: now}, query,
			search.Options{Weights: recall.DefaultWeights(), Now: now})
		found = make([]Found, len(hits)) // the view may be made twice
		for i, h := range hits {
			found[i] = Found{
				Entry: h.Of, Value: h.Value, Score: h.Score, Missing: h.Missing, Corrected: h.Corrected, Explanation: h.Explanation,
			}
		}
		return err
	})
	return found, err
}
