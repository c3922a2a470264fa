package storetest

import (
	"slices"
	"time"

	"github.com/agmem/agmem"
)

// chroniclerChecks hold for every source that says what was changed last, however
// it was filled.
func chroniclerChecks() []check {
	return []check{
		{"what is there, the last change first, as it is fetched", func(f *fixture) {
			ids := f.fill(f.birds())
			list := f.recent(10)
			found := []string{}
			for i, r := range list {
				if i > 0 && r.ChangedAt > list[i-1].ChangedAt {
					f.Fatalf("changed at %v after %v", r.ChangedAt, list[i-1].ChangedAt)
				}
				m := f.fetched(r.ID)[0]
				f.same("digest", r.Digest, m.Digest)
				f.same("size", r.Size, int64(len(m.Content)))
				found = append(found, r.ID)
			}
			slices.Sort(found)
			slices.Sort(ids)
			f.same("ids", found, ids)
		}},
		{"the limit leaves the last", func(f *fixture) {
			f.fill(f.birds())
			f.same("two", f.recent(2), f.recent(10)[:2])
		}},
		{"an empty one has none", func(f *fixture) { f.same("entries", len(f.recent(3)), 0) }},
		{"a caller that gave up is told so", func(f *fixture) {
			f.fill(f.birds())
			ctx, cancel := cancelled(f.ctx)
			defer cancel()
			_, err := f.src.Recent(ctx, 1)
			f.gaveUp(err)
		}},
	}
}

func chroniclerWrites() []check {
	return []check{
		{"a change brings to the front, and a deletion takes away", func(f *fixture) {
			first := f.add("the heron")
			f.pass(time.Minute)
			second := f.add("the otter")
			f.pass(time.Minute)
			f.update(first.ID, agmem.Patch{Content: new("the stork")})
			list := f.recent(10)
			f.same("memories", len(list), 2)
			f.same("first", list[0], agmem.Recent{ID: first.ID, Digest: "the stork", Size: 9, ChangedAt: f.now()})
			f.same("second", list[1].ID, second.ID)
			f.same("its time", list[1].ChangedAt, f.now()-agmem.Instant(time.Minute/time.Millisecond))
			f.delete(first.ID)
			f.same("memories", len(f.recent(10)), 1)
			f.undo("")
			f.same("again the first", f.recent(10)[0].ID, first.ID)
		}},
		{"what has expired is not there", func(f *fixture) {
			m := f.add("the heron")
			expiry := f.now() + 1000
			f.update(m.ID, agmem.Patch{ExpiresAt: &expiry})
			f.same("memories", len(f.recent(10)), 1)
			f.pass(time.Minute)
			f.same("memories", len(f.recent(10)), 0)
		}},
		{"the project is that of the memory", func(f *fixture) {
			_, _, err := f.src.Add(f.ctx, agmem.Draft{Content: "the heron", Origin: agmem.Origin{Repository: "example.org/birds"}})
			f.ok(err)
			f.same("project", f.recent(1)[0].Repository, "example.org/birds")
		}},
	}
}

// recent returns what was changed last.
func (f *fixture) recent(limit int) []agmem.Recent {
	f.Helper()
	list, err := f.src.Recent(f.ctx, limit)
	f.ok(err)
	return list
}
