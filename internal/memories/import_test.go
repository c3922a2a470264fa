package memories_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories"
	"github.com/agmem/agmem/internal/storetest"
	"github.com/agmem/agmem/internal/testsize"
)

// A bad memory far behind ends the import with its index; what was committed
// before stays.
func TestImportNamesTheEntry(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "agmem.db"), memories.Options{})
	memories := append(corpus(10_000), agmem.Memory{Content: " "})
	committed := 0
	report, err := s.Import(t.Context(), storetest.Sequence(memories...), agmem.ImportOptions{Progress: func(done, _ int) { committed = done }})
	entry, ok := errors.AsType[*agmem.EntryError](err)
	if !ok || entry.Index != 10_000 || agmem.KindOf(entry) != agmem.Invalid {
		t.Fatalf("%#v", err)
	}
	if n := len(export(t, s)); n != committed || report.Added != committed || n == 0 {
		t.Fatalf("%d memories there, %d committed, report %+v", n, committed, report)
	}
	sound(t, s)
}

// Who gives up an import keeps what was committed.
func TestImportCancelled(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "agmem.db"), memories.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	committed := 0
	report, err := s.Import(ctx, storetest.Sequence(corpus(10_000)...), agmem.ImportOptions{Progress: func(done, _ int) {
		committed = done
		cancel()
	}})
	if agmem.KindOf(err) != agmem.Cancelled {
		t.Fatal(err)
	}
	if n := len(export(t, s)); n != committed || report.Added != committed || n == 0 {
		t.Fatalf("%d memories there, %d committed, report %+v", n, committed, report)
	}
	sound(t, s)
}

// Others write between the transactions of an import, and its undo takes back
// the import alone.
func TestImportAmongWriters(t *testing.T) {
	size := testsize.Of(6000, 600)
	s := open(t, filepath.Join(t.TempDir(), "agmem.db"), memories.Options{})
	var wait sync.WaitGroup
	wait.Go(func() {
		for i := range 50 {
			if _, _, err := s.Add(context.Background(), agmem.Draft{Content: fmt.Sprint("by hand ", i), Tags: []string{"t1"}}); err != nil {
				t.Error(err)
			}
		}
	})
	if _, err := s.Import(t.Context(), storetest.Sequence(corpus(size)...), agmem.ImportOptions{}); err != nil {
		t.Fatal(err)
	}
	wait.Wait()
	sound(t, s)
	all := export(t, s)
	var imported string
	for _, m := range all {
		if m.Origin.Author == "ann" {
			imported = m.ID
		}
	}
	undone, err := s.Undo(t.Context(), agmem.UndoOptions{ID: imported})
	if err != nil || len(undone) != size {
		t.Fatalf("%d undone, %v", len(undone), err)
	}
	if n := len(export(t, s)); len(all) != size+50 || n != 50 {
		t.Fatalf("%d memories before and %d after the undo", len(all), n)
	}
	sound(t, s)
}

// A million memories of one author and few sessions cost one origin and few
// sessions.
func TestOriginsAreShared(t *testing.T) {
	path := filepath.Join(t.TempDir(), "agmem.db")
	s := open(t, path, memories.Options{})
	if _, err := s.Import(t.Context(), storetest.Sequence(corpus(500)...), agmem.ImportOptions{}); err != nil {
		t.Fatal(err)
	}
	if got := query(t, path, `SELECT (SELECT count(*) FROM origins) || ' ' || (SELECT count(*) FROM sessions)`); got != "1 10" {
		t.Fatalf("origins and sessions: %s", got)
	}
}

// Listings of a large store walk an index, and pages of it agree with the
// whole.
func TestListingLargeStore(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "agmem.db"), memories.Options{})
	memories := make([]agmem.Memory, 4400)
	for i := range memories {
		memories[i] = agmem.Memory{Content: fmt.Sprint("memory ", i), CreatedAt: agmem.Instant(1 + i*7919%4400), AccessCount: int64(i % 3), Tags: []string{"all", fmt.Sprint("t", i%4)}}
	}
	if _, err := s.Import(t.Context(), storetest.Sequence(memories...), agmem.ImportOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, sort := range []agmem.Sort{agmem.ByTime, agmem.ByAccess} {
		for _, tags := range [][]string{nil, {"all"}, {"t1"}, {"all", "T2"}} {
			l := agmem.Listing{Sort: sort, Limit: 4400, Filter: agmem.Filter{Tags: tags, After: 100}}
			whole := list(t, s, l)
			for _, offset := range []int{0, 1000, len(whole) - 5} {
				l.Limit, l.Offset = 10, offset
				page := list(t, s, l)
				if want := whole[offset:min(offset+10, len(whole))]; fmt.Sprint(page) != fmt.Sprint(want) {
					t.Errorf("%v by %s from %d:\n got %v\nwant %v", tags, sort, offset, page, want)
				}
			}
		}
	}
}

func list(t *testing.T, s *memories.Store, l agmem.Listing) []string {
	t.Helper()
	found, err := s.List(t.Context(), l)
	if err != nil {
		t.Fatal(err)
	}
	var digests []string
	for _, m := range found {
		digests = append(digests, m.Digest)
	}
	return digests
}
