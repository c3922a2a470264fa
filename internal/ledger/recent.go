package ledger

import (
	"context"

	"github.com/agmem/agmem"
)

var _ agmem.Chronicler = (*Source)(nil)

// Recent returns the entries that were written last. An entry that is written again
// has the time of that.
func (s *Source) Recent(ctx context.Context, limit int) ([]agmem.Recent, error) {
	listed, err := s.List(ctx, agmem.Listing{Limit: limit})
	list := make([]agmem.Recent, len(listed))
	for i, e := range listed {
		list[i] = agmem.Recent{ID: e.ID, Digest: e.Digest, Size: e.Size, ChangedAt: e.CreatedAt}
	}
	return list, err
}
