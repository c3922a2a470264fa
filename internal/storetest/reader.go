package storetest

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/agmem/agmem"
)

// readerChecks hold for every source that can be read, whatever its ids are
// and however it was filled.
func readerChecks() []check {
	return slices.Concat(readerGets(), readerIDs(), readerLists(), readerCounts())
}

func readerGets() []check {
	return []check{
		{"a memory is fetched by the id that a listing shows, and is the same", func(f *fixture) {
			birds := f.birds()
			ids := f.fill(birds)
			list, err := f.src.List(f.ctx, agmem.Listing{Limit: 10})
			f.ok(err)
			f.same("listed", len(list), len(birds))
			for _, s := range list {
				i := slices.Index(ids, s.ID)
				if i < 0 {
					f.Fatalf("%q is listed, and none of %q", s.ID, ids)
				}
				m := f.fetched(s.ID)[0]
				f.same("id", m.ID, s.ID)
				f.same("digest", m.Digest, s.Digest)
				f.same("size", s.Size, int64(len(m.Content)))
				f.same("day", []agmem.Instant{m.CreatedAt, s.CreatedAt}, []agmem.Instant{birds[i].CreatedAt, birds[i].CreatedAt})
				f.same("hash", m.Hash, agmem.HashContent(m.Content))
				f.same("tags", m.Tags, s.Tags)
				if m.Tags == nil || m.Digest == "" || strings.Contains(m.Digest, "\n") || !strings.Contains(m.Content, birds[i].Text) {
					f.Fatalf("%+v is not the memory of %+v", m, birds[i])
				}
			}
		}},
		{"memories come in the order asked", func(f *fixture) {
			ids := f.fill(f.birds())
			for i, m := range f.fetched(ids[2], ids[0], ids[2]) {
				f.same("id", m.ID, ids[[]int{2, 0, 2}[i]])
			}
		}},
		{"missing ids are named one by one, the others answered", func(f *fixture) {
			ids := f.fill(f.birds())
			missing := []string{"eeeeeeee", "ffffffff"}
			found, err := f.src.Get(f.ctx, []string{missing[0], ids[1], missing[1]})
			f.fails(agmem.NotFound, err)
			f.same("found", len(found), 1)
			joined, ok := err.(interface{ Unwrap() []error })
			f.same("joined", ok, true)
			for i, e := range joined.Unwrap() {
				f.fails(agmem.NotFound, e)
				f.same("named", strings.Contains(e.Error(), missing[i]), true)
			}
		}},
	}
}

func readerIDs() []check {
	return []check{
		{"what is not an id is NotFound or Usage", func(f *fixture) {
			f.fill(f.birds())
			for _, id := range []string{"", " ", "/", "..", "a:b", "../heron", "\x00", "\xff", strings.Repeat("x", 5000)} {
				_, err := f.src.Get(f.ctx, []string{id})
				if kind := agmem.KindOf(err); err == nil || kind != agmem.NotFound && kind != agmem.Usage {
					f.Fatalf("%.20q: kind %v, %v", id, kind, err)
				}
			}
		}},
		{"what an id is abbreviated to fetches the same", func(f *fixture) {
			ids := f.fill(f.birds())
			list, err := f.src.List(agmem.WithShortIDs(f.ctx), agmem.Listing{Limit: 10})
			f.ok(err)
			f.same("listed", len(list), len(ids))
			for _, s := range list {
				f.same("id", f.fetched(cmp.Or(s.Short, s.ID))[0].ID, s.ID)
			}
			list, err = f.src.List(f.ctx, agmem.Listing{Limit: 10})
			f.ok(err)
			for _, s := range list {
				f.same("short form that nobody asked for", s.Short, "")
			}
		}},
	}
}

func readerLists() []check {
	return []check{
		{"the newest first, in pages", func(f *fixture) {
			ids := f.fill(f.birds())
			slices.Reverse(ids)
			f.same("all", f.listed(agmem.Listing{Limit: 10}), ids)
			f.same("by time", f.listed(agmem.Listing{Limit: 10, Sort: agmem.ByTime}), ids)
			for offset := range 6 {
				want := append([]string{}, ids[min(offset, 4):min(offset+2, 4)]...)
				f.same("a page", f.listed(agmem.Listing{Limit: 2, Offset: offset}), want)
			}
			f.same("as many as a number can say", f.listed(agmem.Listing{Limit: math.MaxInt, Offset: 1}), ids[1:])
			f.same("beyond any end", f.listed(agmem.Listing{Limit: math.MaxInt, Offset: math.MaxInt}), []string{})
		}},
		{"after includes its instant, before excludes it", func(f *fixture) {
			birds := f.birds()
			ids := f.fill(birds)
			f.same("after", f.listed(agmem.Listing{Limit: 10, Filter: agmem.Filter{After: birds[2].CreatedAt}}), []string{ids[3], ids[2]})
			f.same("before", f.listed(agmem.Listing{Limit: 10, Filter: agmem.Filter{Before: birds[1].CreatedAt}}), []string{ids[0]})
		}},
		{"a listing that makes no sense is Usage", func(f *fixture) {
			for _, l := range []agmem.Listing{{}, {Limit: -1}, {Limit: 1, Offset: -1}, {Limit: 1, Sort: "size"}} {
				_, err := f.src.List(f.ctx, l)
				f.fails(agmem.Usage, err)
			}
		}},
		{"a caller that gave up is told so", func(f *fixture) {
			ids := f.fill(f.birds())
			ctx, cancel := cancelled(f.ctx)
			defer cancel()
			_, err := f.src.Get(ctx, ids)
			f.gaveUp(err)
			_, err = f.src.List(ctx, agmem.Listing{Limit: 1})
			f.gaveUp(err)
		}},
	}
}

// gaveUp wants the error of a caller that was cancelled.
func (f *fixture) gaveUp(err error) {
	f.Helper()
	if agmem.KindOf(err) != agmem.Cancelled && !errors.Is(err, context.Canceled) {
		f.Fatalf("error %v, want that of a cancelled caller", err)
	}
}

func readerCounts() []check {
	return []check{
		{"tags are those of its memories, by count, then name", func(f *fixture) {
			counts := make(map[string]int64)
			for _, m := range f.fetched(f.fill(f.birds())...) {
				for _, tag := range m.Tags {
					counts[tag]++
				}
			}
			want := []agmem.TagCount{}
			for tag, n := range counts {
				want = append(want, agmem.TagCount{Tag: tag, Count: n})
			}
			slices.SortFunc(want, func(a, b agmem.TagCount) int {
				return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Tag, b.Tag))
			})
			tags, err := f.src.Tags(f.ctx)
			f.ok(err)
			f.same("tags", tags, want)
			for _, t := range tags {
				found := f.listed(agmem.Listing{Limit: 10, Filter: agmem.Filter{Tags: []string{strings.ToUpper(t.Tag)}}})
				f.same("listed with "+t.Tag, int64(len(found)), t.Count)
			}
		}},
		{"its size is that of what it holds", func(f *fixture) {
			f.fill(f.birds())
			tags, err := f.src.Tags(f.ctx)
			f.ok(err)
			stats, err := f.src.Stats(f.ctx)
			f.ok(err)
			f.same("memories", stats.TotalMemories, int64(len(f.birds())))
			f.same("tags", stats.TotalTags, int64(len(tags)))
			f.same("size", stats.StorageSize > 0, true)
		}},
		{"an empty one says so without an error", func(f *fixture) {
			f.same("listed", f.listed(agmem.Listing{Limit: 10}), []string{})
			tags, err := f.src.Tags(f.ctx)
			f.ok(err)
			f.same("tags", tags, []agmem.TagCount{})
			stats, err := f.src.Stats(f.ctx)
			f.ok(err)
			f.same("memories", stats.TotalMemories, int64(0))
		}},
		{"it has a name, a type and a place", func(f *fixture) {
			for what, text := range map[string]string{"name": f.src.Name(), "type": f.src.Type(), "place": f.src.Location()} {
				if text == "" {
					f.Fatalf("it has no %s", what)
				}
			}
		}},
	}
}
