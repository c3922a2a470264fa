package storetest

import (
	"slices"
	"strings"
	"time"

	"github.com/agmem/agmem"
)

func addChecks() []check {
	return slices.Concat(addStores(), addRefuses(), addAgain(), addAfterwards())
}

func addStores() []check {
	return []check{
		{"a memory has all that was given and what follows from it", func(f *fixture) {
			origin := agmem.Origin{Author: "ann", Session: "s1", Repository: "r", Branch: "b", Commit: "c", Host: "h"}
			m, created, err := f.src.Add(f.ctx, agmem.Draft{
				Content: "  kept as given\n", Digest: "short", Tags: []string{" Go ", "go", "", "sql"},
				ExpiresAt: f.now() + 1000, Origin: origin,
			})
			f.ok(err)
			want := agmem.Memory{
				ID: m.ID, Hash: agmem.HashContent("  kept as given\n"), Content: "  kept as given\n", Digest: "short",
				Tags: []string{"Go", "sql"}, CreatedAt: f.now(), UpdatedAt: f.now(), ExpiresAt: f.now() + 1000,
				Origin: origin, Number: 1,
			}
			f.same("created", created, true)
			f.same("the added memory", m, want)
			want.AccessCount = 1
			f.same("the memory fetched", f.get(m.ID), want)
		}},
		{"the id is a UUID of version 4 in lower case", func(f *fixture) {
			id := f.add("x").ID
			if len(id) != 36 || id[14] != '4' || !strings.ContainsRune("89ab", rune(id[19])) || id != strings.ToLower(id) {
				f.Fatalf("%q is not a UUID v4", id)
			}
		}},
		{"a memory without a digest is its own, without tags has an empty list", func(f *fixture) {
			m := f.get(f.add("x").ID)
			f.same("digest", m.Digest, "x")
			f.same("tags", m.Tags, []string{})
		}},
		{"blank content is Usage, and nothing is stored", func(f *fixture) {
			for _, content := range []string{"", " ", "\n\t "} {
				_, _, err := f.src.Add(f.ctx, agmem.Draft{Content: content})
				f.fails(agmem.Usage, err)
			}
			f.same("memories", len(f.all()), 0)
		}},
		{"1 MiB is stored, one byte more is TooLarge", func(f *fixture) {
			big := strings.Repeat("x", agmem.MaxContent)
			f.same("content", f.get(f.add(big).ID).Content, big)
			_, _, err := f.src.Add(f.ctx, agmem.Draft{Content: big + "x"})
			f.fails(agmem.TooLarge, err)
		}},
		{"any UTF-8 comes back byte for byte", func(f *fixture) {
			for _, content := range []string{"a\x00b", "\x00", "שלום \u202e עולם", "👩‍👩‍👧‍👦 e\u0301", "'; DROP TABLE memories; --", "兼容性"} {
				m, _, err := f.src.Add(f.ctx, agmem.Draft{Content: content, Digest: content + "!", Tags: []string{content}})
				f.ok(err)
				got := f.get(m.ID)
				f.same("content", got.Content, content)
				f.same("digest", got.Digest, content+"!")
				f.same("tags", got.Tags, []string{strings.TrimSpace(content)})
			}
		}},
	}
}

func addRefuses() []check {
	return []check{
		{"what is not UTF-8 is Invalid", func(f *fixture) {
			for _, d := range []agmem.Draft{{Content: "\xff"}, {Content: "a", Digest: "\xff"}, {Content: "a", Tags: []string{"\xff"}}} {
				_, _, err := f.src.Add(f.ctx, d)
				f.fails(agmem.Invalid, err)
			}
		}},
	}
}

func addAgain() []check {
	return []check{
		{"the same content again gives the existing memory its tags and digest", func(f *fixture) {
			first := f.add("x", "a", "b")
			f.pass(time.Minute)
			m := f.again(agmem.Draft{Content: "x", Digest: "d", Tags: []string{"B", "c"}})
			want := first
			want.Digest, want.Tags, want.UpdatedAt = "d", []string{"a", "b", "c"}, f.now()
			f.same("the memory", m, want)
			f.same("without a digest", f.again(agmem.Draft{Content: "x"}).Digest, "d")
		}},
		{"where nothing is new, nothing changes", func(f *fixture) {
			first := f.add("x", "a")
			f.pass(time.Minute)
			f.same("the memory", f.again(agmem.Draft{Content: "x", Tags: []string{"A"}}), first)
			f.same("changes", len(f.history(first.ID)), 1)
		}},
	}
}

func addAfterwards() []check {
	return []check{
		{"an expired memory comes back to life with the new expiry or none", func(f *fixture) {
			for _, next := range []time.Duration{time.Hour, 0} {
				d := agmem.Draft{Content: "x" + next.String(), ExpiresAt: f.now() + 1000}
				_, _, err := f.src.Add(f.ctx, d)
				f.ok(err)
				f.pass(time.Minute)
				if d.ExpiresAt = 0; next > 0 {
					d.ExpiresAt = agmem.InstantOf(f.clock.Add(next))
				}
				m := f.again(d)
				f.same("expiry", m.ExpiresAt, d.ExpiresAt)
				f.same("expiry of the fetched", f.get(m.ID).ExpiresAt, d.ExpiresAt)
			}
		}},
		{"a living memory keeps its expiry unless another is given", func(f *fixture) {
			_, _, err := f.src.Add(f.ctx, agmem.Draft{Content: "x", ExpiresAt: f.now() + 1000})
			f.ok(err)
			f.same("expiry", f.again(agmem.Draft{Content: "x"}).ExpiresAt, f.now()+1000)
			f.same("expiry", f.again(agmem.Draft{Content: "x", ExpiresAt: f.now() + 5000}).ExpiresAt, f.now()+5000)
		}},
		{"deleted content that is added by hand is a new memory", func(f *fixture) {
			old := f.add("x")
			f.delete(old.ID)
			m := f.add("x")
			if m.ID == old.ID || m.Number <= old.Number {
				f.Fatalf("id %s and number %d were used again", m.ID, m.Number)
			}
		}},
		{"a clock that jumps back breaks nothing", func(f *fixture) {
			a := f.add("a")
			f.pass(-48 * time.Hour)
			b := f.add("b")
			f.same("order", f.list(agmem.Listing{}), []string{"a", "b"})
			f.update(a.ID, agmem.Patch{Content: new("a2")})
			f.undo("")
			f.same("content", f.get(a.ID).Content, "a")
			f.delete(a.ID, b.ID)
			f.undo("")
			f.same("memories", len(f.all()), 2)
		}},
		{"a cancelled caller is told so, and nothing is stored", func(f *fixture) {
			ctx, cancel := cancelled(f.ctx)
			defer cancel()
			_, _, err := f.src.Add(ctx, agmem.Draft{Content: "x"})
			f.fails(agmem.Cancelled, err)
			f.same("memories", len(f.all()), 0)
		}},
	}
}

func updateChecks() []check { return slices.Concat(updateFields(), updateDigests(), updateRefusals()) }

func updateFields() []check {
	return []check{
		{"only the named fields change", func(f *fixture) {
			m := f.add("x", "a")
			f.pass(time.Minute)
			want := m
			want.UpdatedAt = f.now()
			want.Digest = "d"
			f.same("digest", f.update(m.ID, agmem.Patch{Digest: new("d")}), want)
			want.Tags = []string{"b"}
			f.same("tags", f.update(m.ID, agmem.Patch{Tags: &[]string{"b", "B"}}), want)
			want.Content, want.Hash = "y", agmem.HashContent("y")
			f.same("content", f.update(m.ID, agmem.Patch{Content: new("y")}), want)
			want.AccessCount = 1
			f.same("fetched", f.get(m.ID), want)
		}},
		{"single tags come and go, and the others keep their order and spelling", func(f *fixture) {
			m := f.add("x", "Go", "sql", "web")
			got := f.update(m.ID, agmem.Patch{AddTags: []string{" new ", "GO"}, RemoveTags: []string{"SQL", "unknown"}})
			f.same("tags", got.Tags, []string{"Go", "web", "new"})
			f.same("by tag", f.list(agmem.Listing{Filter: agmem.Filter{Tags: []string{"new"}}}), []string{"x"})
			f.same("by tag", f.list(agmem.Listing{Filter: agmem.Filter{Tags: []string{"sql"}}}), []string{})
			for _, p := range []agmem.Patch{
				{Tags: &[]string{"a"}, AddTags: []string{"b"}}, {Tags: &[]string{"a"}, RemoveTags: []string{"b"}},
				{AddTags: []string{"a"}, RemoveTags: []string{" A"}},
			} {
				_, err := f.src.Update(f.ctx, m.ID, p)
				f.fails(agmem.Usage, err)
			}
			_, err := f.src.Update(f.ctx, m.ID, agmem.Patch{AddTags: []string{"a,b"}})
			f.fails(agmem.Invalid, err)
			f.same("tags", f.get(m.ID).Tags, got.Tags)
		}},
		{"an expiry comes and goes, is in the history, and undo restores it", func(f *fixture) {
			m := f.add("x")
			first := f.now() + 1000
			f.pass(time.Millisecond)
			m.ExpiresAt = first
			f.same("set", f.update(m.ID, agmem.Patch{ExpiresAt: &first}), m)
			m.ExpiresAt = 0
			f.same("removed", f.update(m.ID, agmem.Patch{ExpiresAt: new(agmem.Instant(0))}), m)
			f.same("fields", f.history(m.ID)[2].Fields, []string{"expiresAt"})
			f.undo("")
			f.same("restored", f.get(m.ID).ExpiresAt, first)
			f.pass(time.Second)
			_, err := f.src.Get(f.ctx, []string{m.ID})
			f.fails(agmem.Expired, err)
		}},
	}
}

func updateDigests() []check {
	return []check{
		{"a digest equal to the old content follows the new one", func(f *fixture) {
			m := f.add("x")
			f.same("digest", f.update(m.ID, agmem.Patch{Content: new("y")}).Digest, "y")
			n, _, err := f.src.Add(f.ctx, agmem.Draft{Content: "u", Digest: "u"})
			f.ok(err)
			f.same("digest", f.update(n.ID, agmem.Patch{Content: new("v")}).Digest, "v")
		}},
		{"an empty digest makes the content its digest, no tags take all away", func(f *fixture) {
			m := f.update(f.add("x", "a").ID, agmem.Patch{Digest: new("d")})
			m = f.update(m.ID, agmem.Patch{Digest: new(""), Tags: &[]string{}})
			f.same("digest", m.Digest, "x")
			f.same("tags", m.Tags, []string{})
		}},
	}
}

func updateRefusals() []check {
	return []check{
		{"nothing to change is Usage, the same again changes nothing", func(f *fixture) {
			m := f.add("x", "a")
			_, err := f.src.Update(f.ctx, m.ID, agmem.Patch{})
			f.fails(agmem.Usage, err)
			_, err = f.src.Update(f.ctx, m.ID, agmem.Patch{Content: new("")})
			f.fails(agmem.Usage, err)
			f.pass(time.Minute)
			f.same("the memory", f.update(m.ID, agmem.Patch{Content: new("x"), Tags: &[]string{"a"}}), m)
			f.same("changes", len(f.history(m.ID)), 1)
		}},
		{"content of another memory is Conflict and names it", func(f *fixture) {
			a, b := f.add("a"), f.add("b")
			_, err := f.src.Update(f.ctx, b.ID, agmem.Patch{Content: new("a")})
			f.fails(agmem.Conflict, err)
			if !strings.Contains(err.Error(), a.ID) {
				f.Fatalf("%q does not name %s", err, a.ID)
			}
			f.same("content", f.get(b.ID).Content, "b")
		}},
		{"an expired memory is Expired", func(f *fixture) {
			m, _, err := f.src.Add(f.ctx, agmem.Draft{Content: "x", ExpiresAt: f.now() + 1})
			f.ok(err)
			f.pass(time.Second)
			_, err = f.src.Update(f.ctx, m.ID, agmem.Patch{Content: new("y")})
			f.fails(agmem.Expired, err)
		}},
	}
}

// idsOf returns the whole ids.
func idsOf(deleted []agmem.Identity) []string {
	ids := make([]string, len(deleted))
	for i, d := range deleted {
		ids[i] = d.ID
	}
	return ids
}

func deleteChecks() []check {
	return []check{
		{"a deleted memory is gone, and its full id is returned", func(f *fixture) {
			m := f.add("x", "a")
			ids, err := f.src.Delete(f.ctx, []string{m.ID[:8], m.ID}, agmem.DeleteOptions{})
			f.ok(err)
			f.same("ids", idsOf(ids), []string{m.ID})
			_, err = f.src.Get(f.ctx, []string{m.ID})
			f.fails(agmem.NotFound, err)
			tags, err := f.src.Tags(f.ctx)
			f.ok(err)
			f.same("tags", tags, []agmem.TagCount{})
		}},
		{"its short form is returned to who asks for it", func(f *fixture) {
			m := f.add("x")
			gone, err := f.src.Delete(agmem.WithShortIDs(f.ctx), []string{m.ID}, agmem.DeleteOptions{})
			f.ok(err)
			f.same("how many", len(gone), 1)
			f.same("id", gone[0].ID, m.ID)
			// A random id may begin like a number; its short form is longer then.
			f.same("short form", len(gone[0].Short) >= 8 && len(gone[0].Short) < len(m.ID) && strings.HasPrefix(m.ID, gone[0].Short), true)
		}},
		{"all or none", func(f *fixture) {
			a := f.add("a")
			_, err := f.src.Delete(f.ctx, []string{a.ID, "ffffffff"}, agmem.DeleteOptions{})
			f.fails(agmem.NotFound, err)
			f.same("memories", len(f.all()), 1)
		}},
		{"an expired memory can be deleted", func(f *fixture) {
			m, _, err := f.src.Add(f.ctx, agmem.Draft{Content: "x", ExpiresAt: f.now() + 1})
			f.ok(err)
			f.pass(time.Second)
			f.delete(m.ID)
			f.same("memories", len(f.all()), 0)
		}},
		{"a purged memory cannot come back by undo", func(f *fixture) {
			m := f.add("secret word")
			f.update(m.ID, agmem.Patch{Content: new("other words")})
			_, err := f.src.Delete(f.ctx, []string{m.ID}, agmem.DeleteOptions{Purge: true})
			f.ok(err)
			_, err = f.src.Undo(f.ctx, agmem.UndoOptions{ID: m.ID})
			f.fails(agmem.Expired, err)
			for _, c := range f.history(m.ID) {
				f.same("digest", c.Digest, "")
				f.same("undoable", c.Undoable, c.Operation == agmem.Added)
			}
		}},
		{"what was deleted before can be purged later", func(f *fixture) {
			m := f.add("x")
			f.delete(m.ID)
			ids, err := f.src.Delete(f.ctx, []string{m.ID}, agmem.DeleteOptions{Purge: true})
			f.ok(err)
			f.same("ids", idsOf(ids), []string{m.ID})
			_, err = f.src.Undo(f.ctx, agmem.UndoOptions{ID: m.ID})
			f.fails(agmem.Expired, err)
		}},
	}
}
