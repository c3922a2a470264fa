package cardsource

import (
	"context"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/fileindex"
)

var _ agmem.Chronicler = (*Source)(nil)

// Recent returns the cards that were changed last.
func (s *Source) Recent(ctx context.Context, limit int) ([]agmem.Recent, error) {
	entries, err := asked(s, func(x *fileindex.Index) ([]fileindex.Entry, error) { return x.Recent(ctx, limit) })
	if err != nil {
		return nil, err
	}
	paths := make([]string, len(entries))
	for i, e := range entries {
		paths[i] = e.File
	}
	list := make([]agmem.Recent, len(entries))
	for i, id := range s.ids(paths) {
		e := entries[i]
		list[i] = agmem.Recent{ID: id, Digest: e.Text.Digest, Size: e.Size, ChangedAt: e.ChangedAt()}
	}
	return list, nil
}
