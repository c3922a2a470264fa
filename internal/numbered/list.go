package numbered

import (
	"context"

	"github.com/agmem/agmem"
)

// List returns memories by their place.
func (m Memories) List(ctx context.Context, browsing agmem.Browsing) ([]agmem.Memory, error) {
	if err := browsing.Validate(); err != nil {
		return nil, err
	}
	list := []agmem.Memory{}
	err := m.reading(ctx, func(store Store) (err error) {
		list, err = store.Browse(ctx, browsing)
		return err
	})
	return list, err
}

// Stats counts what there is.
func (m Memories) Stats(ctx context.Context) (agmem.Census, error) {
	census := agmem.Census{Tags: []agmem.TagCount{}, Authors: []agmem.AuthorCount{}}
	err := m.reading(ctx, func(store Store) (err error) {
		census, err = store.Census(ctx)
		return err
	})
	return census, err
}
