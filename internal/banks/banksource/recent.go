package banksource

import (
	"cmp"
	"context"
	"slices"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/fileindex"
)

var _ agmem.Chronicler = (*Source)(nil)

// Recent returns the values of all scopes that were changed last.
func (s *Source) Recent(ctx context.Context, limit int) ([]agmem.Recent, error) {
	entries, failed := gather(ctx, s, func(ctx context.Context, x *fileindex.Index) ([]fileindex.Entry, error) { return x.Recent(ctx, limit) })
	slices.SortStableFunc(entries, func(a, b fileindex.Entry) int { return cmp.Compare(b.ChangedAt(), a.ChangedAt()) })
	list := make([]agmem.Recent, min(len(entries), limit))
	for i := range list {
		e := entries[i]
		list[i] = agmem.Recent{ID: id(e), Digest: e.Extra, Size: e.Size, ChangedAt: e.ChangedAt()}
	}
	return list, failed
}
