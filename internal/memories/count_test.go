package memories_test

import (
	"fmt"
	"math"
	"path/filepath"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories"
	"github.com/agmem/agmem/internal/storetest"
)

// However often a memory was fetched, its count can be counted up, exported and
// imported again; also one that went over the end in an earlier version.
func TestCountsHaveABound(t *testing.T) {
	for _, count := range []int64{agmem.MaxAccessCount - 1, agmem.MaxAccessCount, math.MaxInt64, math.MinInt64, math.MinInt64 + 7} {
		s := open(t, filepath.Join(t.TempDir(), "agmem.db"), memories.Options{})
		m := agmem.Memory{Content: "x", AccessCount: count}
		if _, err := s.Import(t.Context(), storetest.Sequence(m), agmem.ImportOptions{}); err != nil {
			t.Errorf("%d: %v", count, err)
			continue
		}
		for range 2 {
			if _, err := s.Get(t.Context(), []string{export(t, s)[0].ID}); err != nil {
				t.Fatal(err)
			}
		}
		if got := export(t, s)[0].AccessCount; got != agmem.MaxAccessCount {
			t.Errorf("%d became %d", count, got)
		}
		if _, err := open(t, filepath.Join(t.TempDir(), "agmem.db"), memories.Options{}).Import(t.Context(), storetest.Sequence(export(t, s)...), agmem.ImportOptions{}); err != nil {
			t.Errorf("%d: its export: %v", count, err)
		}
	}
}

// A count that an earlier version stored is read as one that is possible.
func TestStoredCountsAreBounded(t *testing.T) {
	for _, count := range []int64{math.MaxInt64, math.MinInt64} {
		s := open(t, filepath.Join(t.TempDir(), "agmem.db"), memories.Options{})
		id := add(t, s, "x").ID
		add(t, s, "y")
		execute(t, s.Location(), fmt.Sprint(`UPDATE memories SET access_count = `, count, ` WHERE number = 1`))
		list, err := s.List(t.Context(), agmem.Listing{Limit: 9, Sort: agmem.ByAccess})
		if err != nil || len(list) != 2 {
			t.Fatalf("%d: %v, %v", count, list, err)
		}
		for _, m := range list {
			if m.ID == id && m.AccessCount != agmem.MaxAccessCount {
				t.Errorf("list shows %d for %d", m.AccessCount, count)
			}
		}
		if got := export(t, s)[0].AccessCount; got != agmem.MaxAccessCount {
			t.Errorf("the export has %d for %d", got, count)
		}
		found, err := s.Get(t.Context(), []string{id})
		if err != nil || found[0].AccessCount != agmem.MaxAccessCount {
			t.Errorf("get shows %v for %d: %v", found, count, err)
		}
	}
}
