package storetest

import (
	"fmt"
	"time"

	"github.com/agmem/agmem"
)

// fill puts items into the source and returns their ids.
func (f *fixture) fill(items []Item) []string {
	f.Helper()
	if f.into != nil {
		return f.into(items)
	}
	if f.src.Importer == nil {
		f.Fatal("the source imports nothing: Open has to return what fills it")
	}
	ids := make([]string, len(items))
	memories := make([]agmem.Memory, len(items))
	for i, item := range items {
		ids[i] = fmt.Sprintf("%08x-0000-4000-8000-000000000000", 0xabcd0000+i)
		memories[i] = agmem.Memory{ID: ids[i], Content: item.Text, Digest: item.Name, Tags: item.Tags, CreatedAt: item.CreatedAt}
	}
	f.bring(memories, agmem.ImportOptions{})
	return ids
}

// birds are some items, the first of them the oldest, each a day younger than
// the one before.
func (f *fixture) birds() []Item {
	day := func(n int) agmem.Instant {
		return agmem.InstantOf(time.Date(2026, 2, n, 0, 0, 0, 0, time.Local))
	}
	return []Item{
		{"heron", "The heron stands in the reeds.", []string{"wader", "Lake"}, day(1)},
		{"otter", "An otter swims in the river, and a heron looks on.", []string{"Lake"}, day(2)},
		{"finch", "A finch sings in the garden.", []string{"song"}, day(3)},
		{"wren", "The wren sings louder than it is long.", nil, day(4)},
	}
}

// fetched returns the memories with these ids.
func (f *fixture) fetched(ids ...string) []agmem.Memory {
	f.Helper()
	found, err := f.src.Get(f.ctx, ids)
	f.ok(err)
	f.same("memories", len(found), len(ids))
	return found
}

// listed returns the ids of a listing.
func (f *fixture) listed(l agmem.Listing) []string {
	f.Helper()
	found, err := f.src.List(f.ctx, l)
	f.ok(err)
	ids := []string{}
	for _, m := range found {
		ids = append(ids, m.ID)
	}
	return ids
}
