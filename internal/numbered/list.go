package numbered

import (
	"context"
	"slices"

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

// Count returns how many memories a selection has.
func (m Memories) Count(ctx context.Context, selection agmem.Selection) (int64, error) {
	var count int64
	err := m.reading(ctx, func(store Store) (err error) {
		count, err = store.CountBrowsed(ctx, selection)
		return err
	})
	return count, err
}

// UnknownTags returns those of the tags of a selection that no memory has, not
// even an expired one.
func (m Memories) UnknownTags(ctx context.Context, selection agmem.Selection) ([]string, error) {
	var unknown []string
	err := m.reading(ctx, func(store Store) error {
		for _, tag := range agmem.CleanTags(slices.Concat(selection.Tags, selection.AnyTags)) {
			n, err := store.CountBrowsed(ctx, agmem.Selection{AnyTags: []string{tag}, Expired: agmem.WithExpired})
			if err != nil {
				return err
			}
			if n == 0 {
				unknown = append(unknown, tag)
			}
		}
		return nil
	})
	return unknown, err
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
