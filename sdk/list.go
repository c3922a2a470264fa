package sdk

import (
	"context"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/numbered"
)

// Sort is the order of a listing.
type Sort int

// The orders of a listing.
const (
	ByCreation Sort = iota
	ByExpiry        // those that never expire come last
	ByContent
)

// ListOptions says what to list. The zero value can be used.
type ListOptions struct {
	Filter
	Sort      Sort
	Ascending bool // otherwise the newest, latest or last comes first
	Limit     int  // 0: 20
	Offset    int
}

// List returns memories by their place.
func (m *Memories) List(ctx context.Context, opts ListOptions) ([]Memory, error) {
	browsing := agmem.Browsing{
		Selection: opts.selection(), Sort: agmem.BrowseSort(opts.Sort), Ascending: opts.Ascending,
		Limit: opts.Limit, Offset: opts.Offset,
	}
	if browsing.Limit == 0 {
		browsing.Limit = 20
	}
	list, err := m.uses.List(ctx, browsing)
	return memoriesOf(list), err
}

// Delete removes memories by their numbers, all of them or none, and returns
// what they were. For 30 days agmem undo can bring them back. A number that no
// memory has is NotFound.
func (m *Memories) Delete(ctx context.Context, numbers ...int64) ([]Memory, error) {
	if len(numbers) == 0 {
		return nil, nil
	}
	doomed, err := m.uses.FindDoomed(ctx, numbered.Deletion{Selection: agmem.Selection{Numbers: numbers}})
	if err != nil {
		return nil, err
	}
	if err := m.uses.Delete(ctx, doomed); err != nil {
		return nil, err
	}
	return memoriesOf(doomed), nil
}
