package storetest

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/agmem/agmem"
)

const day = 24 * time.Hour

func undoChecks() []check {
	return slices.Concat(undoRestores(), undoCalls(), undoOwn(), undoEnds(), undoConflicts())
}

func undoRestores() []check {
	return []check{
		{"of a delete brings everything back", func(f *fixture) {
			origin := agmem.Origin{Author: "ann", Session: "s", Repository: "r", Branch: "b", Commit: "c", Host: "h"}
			m, _, err := f.src.Add(f.ctx, agmem.Draft{
				Content: "x", Digest: "d", Tags: []string{"T", "u"}, ExpiresAt: f.now() + 1e9, Origin: origin,
			})
			f.ok(err)
			f.pass(time.Minute)
			m = f.update(m.ID, agmem.Patch{Digest: new("d2")})
			f.get(m.ID)
			f.add("later")
			f.delete(m.ID)
			f.pass(time.Hour)
			changes := f.undo("")
			m.AccessCount = 2
			f.same("the memory", f.get(m.ID), m)
			f.same("changes", len(changes), 1)
			f.same("operation", changes[0].Operation, agmem.Added)
			f.same("digest", changes[0].Digest, "d2")
		}},
		{"of an update restores fields and dates and keeps the count", func(f *fixture) {
			m := f.add("x", "a", "b")
			f.pass(time.Minute)
			f.update(m.ID, agmem.Patch{Content: new("y"), Digest: new("d"), Tags: &[]string{"b", "c"}})
			f.get(m.ID)
			f.undo("")
			m.AccessCount = 2
			f.same("the memory", f.get(m.ID), m)
			f.same("by tag", f.list(agmem.Listing{Filter: agmem.Filter{Tags: []string{"a"}}}), []string{"x"})
			f.same("by tag", f.list(agmem.Listing{Filter: agmem.Filter{Tags: []string{"c"}}}), []string{})
		}},
		{"of an add deletes, and keeps what was added out of an import", func(f *fixture) {
			m := f.add("x")
			f.same("operation", f.undo("")[0].Operation, agmem.Deleted)
			f.same("memories", len(f.all()), 0)
			f.same("report", f.bring([]agmem.Memory{m}, agmem.ImportOptions{}).Tombstoned, 1)
		}},
		{"of an undo does it again", func(f *fixture) {
			m := f.add("x")
			f.update(m.ID, agmem.Patch{Content: new("y")})
			for _, want := range []string{"x", "y", "x"} {
				changes := f.undo("")
				f.same("content", f.get(m.ID).Content, want)
				f.same("undoes", changes[0].Undoes, changes[0].Seq-1)
			}
			f.delete(m.ID)
			f.undo("")
			f.undo("")
			f.same("memories", len(f.all()), 0)
		}},
	}
}

func undoCalls() []check {
	return []check{
		{"takes back a whole call at once", func(f *fixture) {
			a, b := f.add("a"), f.add("b")
			f.add("c")
			f.delete(a.ID, b.ID)
			f.same("changes", len(f.undo(a.ID)), 2)
			f.same("order", f.list(agmem.Listing{}), []string{"c", "b", "a"})
			f.bring([]agmem.Memory{{Content: "d"}, {Content: "e"}, {Content: "a", Tags: []string{"t"}}, {Content: "d", Tags: []string{"u"}}},
				agmem.ImportOptions{})
			f.undo("")
			f.same("order", f.list(agmem.Listing{}), []string{"c", "b", "a"})
			f.same("tags", f.get(a.ID).Tags, []string{})
		}},
		{"of one memory leaves the others alone", func(f *fixture) {
			a, b := f.add("a"), f.add("b")
			f.update(a.ID, agmem.Patch{Content: new("a2")})
			f.update(b.ID, agmem.Patch{Content: new("b2")})
			f.undo(a.ID)
			f.same("order", f.list(agmem.Listing{}), []string{"b2", "a"})
		}},
		{"is NotFound where nothing happened", func(f *fixture) {
			_, err := f.src.Undo(f.ctx, agmem.UndoOptions{})
			f.fails(agmem.NotFound, err)
			_, err = f.src.Undo(f.ctx, agmem.UndoOptions{ID: "abcdef"})
			f.fails(agmem.NotFound, err)
		}},
	}
}

func undoOwn() []check {
	add := func(f *fixture, content string, by agmem.Origin) agmem.Memory {
		m, _, err := f.src.Add(f.ctx, agmem.Draft{Content: content, Origin: by})
		f.ok(err)
		return m
	}
	ann, bob := agmem.Origin{Author: "ann", Session: "one"}, agmem.Origin{Author: "bob", Session: "two"}
	return []check{
		{"takes back the last change of the own session, and does it again", func(f *fixture) {
			add(f, "ann's", ann)
			add(f, "bob's", bob)
			f.bring([]agmem.Memory{{Content: "c"}, {Content: "d"}}, agmem.ImportOptions{Origin: ann})
			add(f, "bob's other", bob)
			for _, want := range [][]string{{"bob's", "bob's other", "ann's"}, {"ann's", "bob's", "bob's other", "c", "d"}, {"bob's", "bob's other", "ann's"}} {
				_, err := f.src.Undo(f.ctx, agmem.UndoOptions{Origin: agmem.Origin{Session: "one", Author: "someone"}})
				f.ok(err)
				got := f.list(agmem.Listing{})
				slices.Sort(got)
				slices.Sort(want)
				f.same("memories", got, want)
			}
		}},
		{"takes back the last change of the author where no session is known, else of anyone", func(f *fixture) {
			add(f, "a", ann)
			add(f, "b", bob)
			add(f, "c", agmem.Origin{})
			for _, c := range []struct {
				opts agmem.UndoOptions
				want string
			}{
				{agmem.UndoOptions{Origin: agmem.Origin{Author: "ann"}}, "a"},
				{agmem.UndoOptions{Origin: agmem.Origin{Host: "h"}}, "a"},
				{agmem.UndoOptions{Origin: agmem.Origin{Author: "bob"}}, "b"},
				{agmem.UndoOptions{Any: true, Origin: ann}, "b"},
			} {
				changes, err := f.src.Undo(f.ctx, c.opts)
				f.ok(err)
				f.same("undone", changes[0].Digest, c.want)
			}
		}},
		{"of who changed nothing is NotFound, changes nothing and names the last change", func(f *fixture) {
			m := add(f, "a", ann)
			for _, by := range []agmem.Origin{{Session: "three", Author: "ann"}, {Author: "eve"}} {
				_, err := f.src.Undo(f.ctx, agmem.UndoOptions{Origin: by})
				f.fails(agmem.NotFound, err)
				e, _ := errors.AsType[*agmem.Error](err)
				f.same("step", e.Next.Action, agmem.ActionUndoAny)
				f.same("named", strings.Contains(e.Hint, m.ID), true)
			}
			f.same("memories", f.list(agmem.Listing{}), []string{"a"})
		}},
		{"of one memory takes back the change of another session too", func(f *fixture) {
			m := add(f, "a", ann)
			_, err := f.src.Undo(f.ctx, agmem.UndoOptions{ID: m.ID, Origin: bob})
			f.ok(err)
			f.same("memories", len(f.all()), 0)
		}},
	}
}

func undoEnds() []check {
	return []check{
		{"is Expired after thirty days", func(f *fixture) {
			m := f.add("x")
			f.delete(m.ID)
			f.pass(agmem.UndoDays*day + time.Millisecond)
			_, err := f.src.Undo(f.ctx, agmem.UndoOptions{})
			f.fails(agmem.Expired, err)
			f.same("undoable", f.history(m.ID)[1].Undoable, false)
		}},
		{"works to the last of the thirty days", func(f *fixture) {
			m := f.add("x")
			f.delete(m.ID)
			f.pass(agmem.UndoDays * day)
			f.undo("")
			f.get(m.ID)
		}},
	}
}

func undoConflicts() []check {
	return []check{
		{"is Conflict where the content came back otherwise", func(f *fixture) {
			m := f.add("x")
			f.delete(m.ID)
			other := f.add("x")
			_, err := f.src.Undo(f.ctx, agmem.UndoOptions{ID: m.ID})
			f.fails(agmem.Conflict, err)
			if !strings.Contains(err.Error(), other.ID) {
				f.Fatalf("%q does not name %s", err, other.ID)
			}
			f.same("memories", len(f.all()), 1)
		}},
		{"is Conflict where another memory of the call was changed since", func(f *fixture) {
			a, b := f.add("a"), f.add("b")
			f.delete(a.ID, b.ID)
			f.undo("")
			f.update(b.ID, agmem.Patch{Content: new("b2")})
			_, err := f.src.Undo(f.ctx, agmem.UndoOptions{ID: a.ID})
			f.fails(agmem.Conflict, err)
		}},
		{"says who undid", func(f *fixture) {
			m := f.add("x")
			_, err := f.src.Undo(f.ctx, agmem.UndoOptions{Any: true, Origin: agmem.Origin{Author: "ann"}})
			f.ok(err)
			f.same("author", f.history(m.ID)[1].By, "ann")
		}},
	}
}

func historyChecks() []check {
	return []check{
		{"tells every change of a memory, oldest first, also of a deleted one", func(f *fixture) {
			m, _, err := f.src.Add(f.ctx, agmem.Draft{Content: "x", Origin: agmem.Origin{Author: "ann"}})
			f.ok(err)
			f.pass(time.Minute)
			f.update(m.ID, agmem.Patch{Content: new("y"), Tags: &[]string{"t"}, Origin: agmem.Origin{Author: "bob"}})
			f.get(m.ID)
			f.pass(time.Minute)
			f.delete(m.ID)
			f.pass(time.Minute)
			f.undo(m.ID[:8])
			start := m.CreatedAt
			f.same("history", f.history(m.ID[:8]), []agmem.Change{
				{Seq: 1, ID: m.ID, Operation: agmem.Added, At: start, By: "ann", Undoable: true, Digest: "x", Size: 1},
				{Seq: 2, ID: m.ID, Operation: agmem.Updated, Fields: []string{"content", "tags"}, At: start + 60_000, By: "bob", Undoable: true, Digest: "y", Size: 1},
				{Seq: 3, ID: m.ID, Operation: agmem.Deleted, At: start + 120_000, Undoable: true, Digest: "y", Size: 1},
				{Seq: 4, ID: m.ID, Operation: agmem.Added, At: start + 180_000, Undoes: 3, Undoable: true, Digest: "y", Size: 1},
			})
		}},
		{"what has expired stays for as long as undo reaches back, and so does what was brought in expired", func(f *fixture) {
			_, _, err := f.src.Add(f.ctx, agmem.Draft{Content: "x", ExpiresAt: f.now() + 1})
			f.ok(err)
			f.bring([]agmem.Memory{{Content: "y", ExpiresAt: 1000}}, agmem.ImportOptions{})
			for range agmem.UndoDays {
				f.add(f.clock.String())
				f.pass(day)
			}
			f.same("memories", len(f.all()), 2+agmem.UndoDays)
		}},
		{"of an unknown id is NotFound", func(f *fixture) {
			_, err := f.src.History(f.ctx, "abcdef")
			f.fails(agmem.NotFound, err)
		}},
		{"what undo needs is forgotten in time, the change is not", func(f *fixture) {
			m := f.add("x")
			f.update(m.ID, agmem.Patch{Content: new("y")})
			for range 3 { // what is over may be noted by one call and removed by a later one
				f.pass((agmem.UndoDays + 1) * day)
				f.add(f.clock.String())
			}
			f.same("changes", len(f.history(m.ID)), 2)
			f.same("digest once", f.history(m.ID)[0].Digest, "")
			f.same("digest now", f.history(m.ID)[1].Digest, "y")
		}},
	}
}
