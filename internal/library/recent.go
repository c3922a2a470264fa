package library

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/agmem/agmem"
)

// Recent returns what was changed last in the chosen source, or in every active
// one, the latest change first, with the digests cut. A source that fails does not
// hide the others; its error names it.
func (f Finder) Recent(ctx context.Context, limit int) ([]agmem.Recent, error) {
	if limit < 1 {
		return nil, agmem.Errorf(agmem.Usage, "the limit is %d, it must be 1 or more", limit)
	}
	active, err := f.sources.active()
	if err != nil {
		return nil, err
	}
	list := []agmem.Recent{}
	var errs []error
	for _, src := range active {
		found, err := f.recentOf(ctx, src, limit)
		list = append(list, found...)
		if err != nil {
			errs = append(errs, named(src, err))
		}
	}
	slices.SortStableFunc(list, func(a, b agmem.Recent) int { return cmp.Compare(b.ChangedAt, a.ChangedAt) })
	return list[:min(limit, len(list))], errors.Join(errs...)
}

func (f Finder) recentOf(ctx context.Context, src *source, limit int) ([]agmem.Recent, error) {
	ctx, chronicler, err := port[agmem.Chronicler](ctx, src, "does not say what was changed last")
	if err != nil {
		return nil, err
	}
	list, err := chronicler.Recent(ctx, limit)
	for i := range list {
		list[i].Source = src.Name
		list[i].Digest = shownDigest(list[i].Digest)
		f.sources.name(src, &list[i].ID, &list[i].Short)
	}
	return list, err
}
