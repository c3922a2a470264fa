package storetest

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/agmem/agmem"
)

func importChecks() []check {
	return slices.Concat(importStores(), importTombstones(), importEnds(), importWhole())
}

func importStores() []check {
	return []check{
		{"keeps what a memory brings and fills in what it lacks", func(f *fixture) {
			full := agmem.Memory{
				ID: "12345678-9abc-4def-8123-456789abcdef", Content: "x", Digest: "d", Tags: []string{"a"},
				CreatedAt: 1000, UpdatedAt: 2000, AccessCount: 7, ExpiresAt: f.now() + 1000, Origin: agmem.Origin{Author: "ann"},
			}
			report := f.bring([]agmem.Memory{full, {Content: "y"}}, agmem.ImportOptions{Origin: agmem.Origin{Author: "bob"}})
			f.same("report", report, agmem.ImportReport{Added: 2})
			full.Hash, full.Number = agmem.HashContent("x"), 1
			all := f.all()
			f.same("the full one", all[0], full)
			f.same("the bare one", all[1], agmem.Memory{
				ID: all[1].ID, Hash: agmem.HashContent("y"), Content: "y", Digest: "y", Tags: []string{},
				CreatedAt: f.now(), UpdatedAt: f.now(), Origin: agmem.Origin{Author: "bob"}, Number: 2,
			})
			f.same("author of the change", f.history(full.ID)[0].By, "bob")
		}},
		{"again changes nothing", func(f *fixture) {
			ms := []agmem.Memory{{Content: "x", Tags: []string{"a"}}, {Content: "y"}, {Content: "x", Tags: []string{"b"}}}
			f.same("first", f.bring(ms, agmem.ImportOptions{}), agmem.ImportReport{Added: 2, Updated: 1})
			before := f.all()
			f.same("tags", before[0].Tags, []string{"a", "b"})
			f.pass(time.Hour)
			f.same("again", f.bring(ms, agmem.ImportOptions{}), agmem.ImportReport{Unchanged: 3})
			f.same("its own export", f.bring(before, agmem.ImportOptions{}), agmem.ImportReport{Unchanged: 2})
			f.same("memories", f.all(), before)
			f.same("changes", len(f.history(before[0].ID)), 2)
		}},
		{"of one id takes the newer", func(f *fixture) {
			m := f.add("x", "a")
			older, newer := m, m
			older.Content, older.UpdatedAt = "old", m.UpdatedAt-1
			newer.Content, newer.Digest, newer.Tags, newer.UpdatedAt = "new", "n", []string{"b"}, m.UpdatedAt+1
			f.same("older", f.bring([]agmem.Memory{older}, agmem.ImportOptions{}), agmem.ImportReport{Unchanged: 1})
			f.same("newer", f.bring([]agmem.Memory{newer}, agmem.ImportOptions{}), agmem.ImportReport{Updated: 1})
			newer.Hash, newer.AccessCount = agmem.HashContent("new"), 1
			f.same("the memory", f.get(m.ID), newer)
		}},
		{"the hash is computed, not believed", func(f *fixture) {
			f.bring([]agmem.Memory{{Content: "x", Hash: agmem.HashContent("y")}}, agmem.ImportOptions{})
			f.same("hash", f.all()[0].Hash, agmem.HashContent("x"))
		}},
	}
}

func importTombstones() []check {
	return []check{
		{"keeps out what was deleted, by id or by content, unless revived", func(f *fixture) {
			a, b := f.add("a", "t"), f.add("b")
			f.delete(a.ID, b.ID)
			changed := a
			changed.Content, changed.Digest = "a, changed", ""
			ms := []agmem.Memory{changed, {Content: "b"}, {Content: "c"}}
			f.same("report", f.bring(ms, agmem.ImportOptions{}),
				agmem.ImportReport{Added: 1, Tombstoned: 2, KeptOut: []string{a.ID, b.ID}})
			f.same("revived", f.bring(ms, agmem.ImportOptions{Revive: true}), agmem.ImportReport{Unchanged: 1, Revived: 2})
			f.same("again", f.bring(ms, agmem.ImportOptions{}), agmem.ImportReport{Unchanged: 3})
			f.same("content", f.get(a.ID).Content, "a, changed")
			f.same("by tag", f.list(agmem.Listing{Filter: agmem.Filter{Tags: []string{"T"}}}), []string{"a, changed"})
			f.same("history", len(f.history(a.ID)), 3)
		}},
		{"names at most twenty of what it kept out", func(f *fixture) {
			var ms []agmem.Memory
			for i := range 30 {
				m := f.add(fmt.Sprint(i))
				f.delete(m.ID)
				ms = append(ms, m)
			}
			report := f.bring(ms, agmem.ImportOptions{})
			f.same("tombstoned", report.Tombstoned, 30)
			f.same("named", len(report.KeptOut), 20)
		}},
	}
}

func importEnds() []check {
	return []check{
		{"a bad memory ends it and is named, also in a dry run", func(f *fixture) {
			for _, bad := range []agmem.Memory{
				{Content: " "}, {Content: "\xff"}, {Content: "x", Tags: []string{"a,b"}}, {Content: "x", ID: "12345678"},
				{Content: "x", ID: "zzz"}, {Content: "x", AccessCount: -1},
			} {
				for _, dry := range []bool{true, false} {
					memories := Sequence(agmem.Memory{Content: "good"}, bad, agmem.Memory{Content: "behind it"})
					_, err := f.src.Import(f.ctx, memories, agmem.ImportOptions{DryRun: dry})
					f.fails(agmem.Invalid, err)
					if entry, ok := errors.AsType[*agmem.EntryError](err); !ok || entry.Index != 1 {
						f.Fatalf("%#v does not name the second memory", err)
					}
				}
			}
			for _, m := range f.all() {
				f.same("what is stored", m.Content, "good")
			}
		}},
		{"an error of the sequence ends it and is returned as it is", func(f *fixture) {
			stop := errors.New("unreadable")
			for _, dry := range []bool{true, false} {
				_, err := f.src.Import(f.ctx, func(yield func(agmem.Memory, error) bool) {
					if yield(agmem.Memory{Content: "good"}, nil) {
						yield(agmem.Memory{}, stop)
					}
				}, agmem.ImportOptions{DryRun: dry})
				f.same("error", err, stop)
			}
			f.add("the source goes on")
		}},
	}
}

func importWhole() []check {
	return []check{
		{"of what comes slowly lets others write meanwhile", func(f *fixture) {
			report, err := f.src.Import(f.ctx, func(yield func(agmem.Memory, error) bool) {
				if !yield(agmem.Memory{Content: "first"}, nil) {
					return
				}
				_, _, err := f.src.Add(f.ctx, agmem.Draft{Content: "by hand, while the import waits"})
				yield(agmem.Memory{Content: "second"}, err)
			}, agmem.ImportOptions{})
			f.ok(err)
			f.same("report", report, agmem.ImportReport{Added: 2})
			f.same("memories", len(f.all()), 3)
		}},
		{"a dry run tells what would happen and does nothing", func(f *fixture) {
			gone, kept := f.add("gone"), f.add("kept")
			f.delete(gone.ID)
			newer := kept
			newer.Content, newer.UpdatedAt = "kept, newer", kept.UpdatedAt+5
			ms := []agmem.Memory{
				gone, newer, {Content: "kept"}, {Content: "fresh"}, {Content: "fresh", Tags: []string{"t"}},
				{Content: "fresh", Tags: []string{"T"}}, {Content: "kept, newer"}, kept,
			}
			for _, revive := range []bool{false, true} {
				before := f.all()
				dry := f.bring(ms, agmem.ImportOptions{DryRun: true, Revive: revive})
				f.same("memories", f.all(), before)
				f.same("report", f.bring(ms, agmem.ImportOptions{Revive: revive}), dry)
			}
		}},
		{"progress ends at the total", func(f *fixture) {
			var ms []agmem.Memory
			for i := range 5000 {
				ms = append(ms, agmem.Memory{Content: fmt.Sprint("memory ", i), Tags: []string{fmt.Sprint("t", i%7)}})
			}
			last := 0
			f.bring(ms, agmem.ImportOptions{Progress: func(done, total int) {
				if done <= last || total != len(ms) {
					f.Fatalf("progress %d of %d after %d", done, total, last)
				}
				last = done
			}})
			f.same("done", last, len(ms))
			f.same("memories", len(f.all()), len(ms))
			tags, err := f.src.Tags(f.ctx)
			f.ok(err)
			f.same("the first tag", tags[0], agmem.TagCount{Tag: "t0", Count: 715})
		}},
	}
}

func exportChecks() []check {
	return []check{
		{"hands out everything in the order of writing, expired ones too", func(f *fixture) {
			f.add("b")
			f.pass(-time.Hour)
			_, _, err := f.src.Add(f.ctx, agmem.Draft{Content: "a", ExpiresAt: f.now() + 1})
			f.ok(err)
			f.pass(time.Hour)
			var contents []string
			for _, m := range f.all() {
				contents = append(contents, m.Content)
			}
			f.same("contents", contents, []string{"b", "a"})
		}},
		{"stops at the first error, which it returns as it is", func(f *fixture) {
			f.add("a")
			f.add("b")
			stop := errors.New("enough")
			calls := 0
			err := f.src.Export(f.ctx, func(agmem.Memory) error { calls++; return stop })
			f.same("error", err, stop)
			f.same("calls", calls, 1)
		}},
		{"is all from one moment", func(f *fixture) {
			f.add("a")
			f.add("b")
			var contents []string
			f.ok(f.src.Export(f.ctx, func(m agmem.Memory) error {
				contents = append(contents, m.Content)
				_, _, err := f.src.Add(f.ctx, agmem.Draft{Content: "made by " + m.Content})
				return err
			}))
			f.same("contents", contents, []string{"a", "b"})
		}},
	}
}
