package library

import (
	"context"

	"github.com/agmem/agmem"
)

// ListSource is [Finder.List] of one source by its name, whatever the target
// is. One that is not active has nothing, and is not opened.
func (f Finder) ListSource(ctx context.Context, name string, listing agmem.Listing) ([]agmem.Summary, error) {
	if err := listing.Validate(); err != nil {
		return nil, err
	}
	src, err := f.sources.find(name)
	if err != nil || !src.Active() {
		return nil, err
	}
	return f.listOf(ctx, src, listing)
}

func (f Finder) listOf(ctx context.Context, src *source, listing agmem.Listing) ([]agmem.Summary, error) {
	ctx, reader, err := port[agmem.Reader](ctx, src, "cannot be listed")
	if err != nil {
		return nil, err
	}
	list, err := reader.List(ctx, listing)
	for i := range list {
		f.sources.name(src, &list[i].ID, &list[i].Short)
		list[i].Digest = shownDigest(list[i].Digest)
	}
	return list, err
}
