package library

import (
	"context"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/meaning"
)

// rankedByRRF is how many hits each source gives where their ranks in two lists
// decide.
const rankedByRRF = 60

// meaning returns what [agmem.Query.Meaning] is for a query, one for all sources.
func (s *Sources) meaning(ctx context.Context, query agmem.Query) func() *agmem.Vector {
	if query.Meaning != nil || s.embedder == nil {
		return query.Meaning
	}
	return meaning.OfQuestion(ctx, s.embedder, s.patience, query.Question())
}
