package storetest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/agmem/agmem"
)

func cancelled(parent context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(parent)
	cancel()
	return ctx, cancel
}

func getChecks() []check {
	return []check{
		{"memories come in the order asked, each access counted once", func(f *fixture) {
			a, b := f.add("a"), f.add("b")
			found, err := f.src.Get(f.ctx, []string{b.ID, a.ID, b.ID})
			f.ok(err)
			var got []string
			for _, m := range found {
				got = append(got, fmt.Sprint(m.Content, m.AccessCount))
			}
			f.same("contents and counts", got, []string{"b1", "a1", "b1"})
			f.same("count", f.get(b.ID).AccessCount, int64(2))
		}},
		{"missing ids are named, the others answered", func(f *fixture) {
			a := f.add("a")
			found, err := f.src.Get(f.ctx, []string{"dead-beef", a.ID, "ffffffff", "eeeeeeee"})
			f.fails(agmem.NotFound, err)
			f.same("found", len(found), 1)
			for _, id := range []string{"dead-beef", "ffffffff", "eeeeeeee"} {
				if !strings.Contains(err.Error(), id) {
					f.Fatalf("%q does not name %s", err, id)
				}
			}
			joined, ok := err.(interface{ Unwrap() []error })
			f.same("joined", ok, true)
			f.same("errors", len(joined.Unwrap()), 3)
		}},
		{"an expired memory is Expired and says when", func(f *fixture) {
			m, _, err := f.src.Add(f.ctx, agmem.Draft{Content: "x", ExpiresAt: f.now() + 1000})
			f.ok(err)
			f.get(m.ID)
			f.pass(time.Second)
			_, err = f.src.Get(f.ctx, []string{m.ID})
			f.fails(agmem.Expired, err)
			if !strings.Contains(err.Error(), m.ExpiresAt.String()) {
				f.Fatalf("%q does not say when", err)
			}
		}},
	}
}

func listChecks() []check {
	return slices.Concat(listOrders(), listNarrows())
}

func listOrders() []check {
	return []check{
		{"newest first, later numbers first where times are equal", func(f *fixture) {
			f.add("a")
			f.add("b")
			f.pass(time.Second)
			f.add("c")
			f.same("order", f.list(agmem.Listing{}), []string{"c", "b", "a"})
			f.same("a page", f.list(agmem.Listing{Limit: 1, Offset: 1}), []string{"b"})
			f.same("beyond the end", f.list(agmem.Listing{Offset: 9}), []string{})
		}},
		{"by access: most often fetched first, then newest", func(f *fixture) {
			for _, c := range []string{"a", "b", "c", "d", "e"} {
				m := f.add(c, "t")
				for range map[string]int{"b": 2, "d": 2, "a": 1}[c] {
					f.get(m.ID)
				}
				f.pass(time.Second)
			}
			want := []string{"d", "b", "a", "e", "c"}
			for _, filter := range []agmem.Filter{{}, {Tags: []string{"T"}}} {
				f.same("order", f.list(agmem.Listing{Sort: agmem.ByAccess, Filter: filter}), want)
				for offset := range 6 {
					page := f.list(agmem.Listing{Sort: agmem.ByAccess, Filter: filter, Limit: 2, Offset: offset})
					f.same("page", page, append([]string{}, want[offset:min(offset+2, 5)]...))
				}
			}
		}},
	}
}

func listNarrows() []check {
	return []check{
		{"tags are joined by and, under case folding", func(f *fixture) {
			f.add("a", "x")
			f.add("b", "X", "y")
			f.add("c", "y")
			f.same("x", f.list(agmem.Listing{Filter: agmem.Filter{Tags: []string{"x"}}}), []string{"b", "a"})
			f.same("x and y", f.list(agmem.Listing{Filter: agmem.Filter{Tags: []string{"Y", "x"}}}), []string{"b"})
			f.same("unknown", f.list(agmem.Listing{Filter: agmem.Filter{Tags: []string{"x", "z"}}}), []string{})
		}},
		{"after includes its instant, before excludes it", func(f *fixture) {
			start := f.now()
			for _, c := range []string{"a", "b", "c"} {
				f.add(c)
				f.pass(time.Second)
			}
			f.same("after", f.list(agmem.Listing{Filter: agmem.Filter{After: start + 1000}}), []string{"c", "b"})
			f.same("before", f.list(agmem.Listing{Filter: agmem.Filter{Before: start + 1000}}), []string{"a"})
			f.same("both", f.list(agmem.Listing{Filter: agmem.Filter{After: start + 1000, Before: start + 2000}}), []string{"b"})
		}},
		{"the expired are hidden", func(f *fixture) {
			_, _, err := f.src.Add(f.ctx, agmem.Draft{Content: "x", Tags: []string{"t"}, ExpiresAt: f.now() + 1000})
			f.ok(err)
			f.same("before", f.list(agmem.Listing{}), []string{"x"})
			f.pass(time.Second)
			f.same("after", f.list(agmem.Listing{}), []string{})
			f.same("by tag", f.list(agmem.Listing{Filter: agmem.Filter{Tags: []string{"t"}}}), []string{})
		}},
	}
}

func tagChecks() []check {
	return []check{
		{"by count, then name, in the first spelling", func(f *fixture) {
			f.add("a", "Go", "sql")
			f.add("b", "go", "b", "a")
			tags, err := f.src.Tags(f.ctx)
			f.ok(err)
			f.same("tags", tags, []agmem.TagCount{{Tag: "Go", Count: 2}, {Tag: "a", Count: 1}, {Tag: "b", Count: 1}, {Tag: "sql", Count: 1}})
		}},
		{"tags of changed, deleted and expired memories do not count", func(f *fixture) {
			a, b := f.add("a", "x", "y"), f.add("b", "x")
			_, _, err := f.src.Add(f.ctx, agmem.Draft{Content: "c", Tags: []string{"x", "z"}, ExpiresAt: f.now() + 1000})
			f.ok(err)
			f.pass(time.Second)
			f.update(a.ID, agmem.Patch{Tags: &[]string{"X"}})
			f.delete(b.ID)
			tags, err := f.src.Tags(f.ctx)
			f.ok(err)
			f.same("tags", tags, []agmem.TagCount{{Tag: tags[0].Tag, Count: 1}})
			stats, err := f.src.Stats(f.ctx)
			f.ok(err)
			f.same("memories", stats.TotalMemories, int64(1))
			f.same("tags", stats.TotalTags, int64(1))
			f.same("size", stats.StorageSize > 0, true)
		}},
	}
}

func idChecks() []check {
	return []check{
		{"any unique prefix of four or more characters will do, in any case", func(f *fixture) {
			m := f.add("x")
			for _, id := range []string{m.ID, m.ID[:4], m.ID[:9], m.ID[:10], strings.ToUpper(m.ID), strings.ReplaceAll(m.ID, "-", "")} {
				f.same("id", f.get(id).ID, m.ID)
			}
		}},
		{"an ambiguous prefix is Conflict and lists the candidates", func(f *fixture) {
			ids := []string{"aaaaaaaa-0000-4000-8000-000000000001", "aaaaaaaa-0000-4000-8000-000000000002"}
			f.bring([]agmem.Memory{{ID: ids[0], Content: "first thing"}, {ID: ids[1], Content: "second thing"}}, agmem.ImportOptions{})
			_, err := f.src.Get(f.ctx, []string{"aaaa"})
			f.fails(agmem.Conflict, err)
			e, _ := errors.AsType[*agmem.Error](err)
			for _, part := range append(ids, "first thing", "second thing") {
				if !strings.Contains(e.Hint, part) {
					f.Fatalf("the hint %q lacks %q", e.Hint, part)
				}
			}
		}},
		{"random bytes are ids of nothing, in a clear sentence", func(f *fixture) {
			f.add("x")
			random := rand.New(rand.NewPCG(1, 2))
			for i := range 2000 {
				text := make([]byte, random.IntN(40))
				for j := range text {
					text[j] = byte(random.IntN(256))
					if i%2 == 0 {
						text[j] = "0123456789abcdefABCDEF-"[random.IntN(23)]
					}
				}
				_, err := f.src.Get(f.ctx, []string{string(text)})
				if kind := agmem.KindOf(err); err == nil || kind != agmem.NotFound && kind != agmem.Usage {
					f.Fatalf("%q: kind %v, %v", text, kind, err)
				}
			}
		}},
		{"an abbreviation is the shortest unique prefix of eight or more", func(f *fixture) {
			var ms []agmem.Memory
			for i, id := range []string{
				"11111111-1111-4111-8111-111111111111", "aaaaaaaa-0000-4000-8000-000000000001",
				"aaaaaaaa-0000-4000-8000-000000000002", "aaaaaaaa-1000-4000-8000-000000000003", "bbbbbbbb-bbbb-4000-8000-000000000004",
			} {
				ms = append(ms, agmem.Memory{ID: id, Content: fmt.Sprint(i)})
			}
			f.bring(ms, agmem.ImportOptions{})
			got, err := f.src.Get(agmem.WithShortIDs(f.ctx), []string{ms[0].ID, ms[1].ID, ms[2].ID, ms[3].ID, ms[4].ID})
			f.ok(err)
			var short []string
			for _, m := range got {
				short = append(short, m.Short)
			}
			f.same("abbreviations", short, []string{"11111111-1", ms[1].ID, ms[2].ID, "aaaaaaaa-1", "bbbbbbbb"})
			for i, s := range short {
				f.same("meaning of "+s, f.get(s).ID, ms[i].ID)
			}
		}},
	}
}
