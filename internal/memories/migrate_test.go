package memories

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/textindex"
)

// later returns the migrations with one more.
func later(then func(context.Context, textindex.DB, textindex.Index) error) []migration {
	return append(migrations(), migration{then: then})
}

func filled(t *testing.T) *Store {
	t.Helper()
	s := opened(t, filepath.Join(t.TempDir(), "agmem.db"))
	for _, content := range []string{"a", "b", "c"} {
		if _, _, err := s.Add(t.Context(), agmem.Draft{Content: content, Tags: []string{"t"}}); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// opened returns an open store that the test closes.
func opened(t *testing.T, path string) *Store {
	t.Helper()
	s, err := Open(t.Context(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func copies(t *testing.T, s *Store) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(filepath.Dir(s.path), ".*.copy"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestMigrationKeepsACopyMeanwhile(t *testing.T) {
	s := filled(t)
	during := 0
	steps := later(func(ctx context.Context, db textindex.DB, _ textindex.Index) error {
		for _, c := range copies(t, s) {
			info, err := os.Stat(c)
			if err != nil {
				return err
			}
			if info.Mode() != 0o600 || info.Size() == 0 {
				t.Errorf("the copy has mode %v and %d bytes", info.Mode(), info.Size())
			}
			during++
		}
		_, err := db.ExecContext(ctx, `ALTER TABLE memories ADD COLUMN mood TEXT`)
		return err
	})
	for range 2 { // the second time there is nothing to do
		if err := s.migrate(t.Context(), steps); err != nil {
			t.Fatal(err)
		}
	}
	h, err := readHeader(t.Context(), s.db)
	if err != nil || h.version != 2 {
		t.Fatalf("header %+v, %v", h, err)
	}
	if during != 1 || len(copies(t, s)) != 0 {
		t.Fatalf("%d copies during the migration, %d after it", during, len(copies(t, s)))
	}
	if err := h.check(s.path); agmem.KindOf(err) != agmem.Unavailable {
		t.Fatalf("a file of version 2 passes: %v", err)
	}
}

func TestFailedMigrationChangesNothing(t *testing.T) {
	boom := errors.New("boom")
	for name, then := range map[string]func(context.Context, textindex.DB, textindex.Index) error{
		"boom": func(context.Context, textindex.DB, textindex.Index) error { return boom },
		"had 3 rows before and 2": func(ctx context.Context, db textindex.DB, _ textindex.Index) error {
			_, err := db.ExecContext(ctx, `DELETE FROM memories WHERE number = 1`)
			return err
		},
	} {
		s := filled(t)
		err := s.migrate(t.Context(), later(then))
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Fatalf("want %q, got %v", name, err)
		}
		kept := copies(t, s)
		e, ok := errors.AsType[*agmem.Error](err)
		if len(kept) != 1 || !ok || !strings.Contains(e.Hint, kept[0]) {
			t.Fatalf("the copies %v are not named by %#v", kept, err)
		}
		if n := len(contents(t, s)); n != 3 {
			t.Fatalf("%d memories left", n)
		}
		rescued, err := Open(t.Context(), kept[0], Options{})
		if err != nil {
			t.Fatal(err)
		}
		if n := len(contents(t, rescued)); n != 3 {
			t.Fatalf("%d memories in the copy", n)
		}
		if err := rescued.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func contents(t *testing.T, s *Store) []string {
	t.Helper()
	var all []string
	if err := s.Export(t.Context(), func(m agmem.Memory) error { all = append(all, m.Content); return nil }); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestNetworkFileSystem(t *testing.T) {
	s := filled(t)
	var said []string
	for range 2 {
		if err := s.useRollbackJournal(t.Context(), func(notice string) { said = append(said, notice) }); err != nil {
			t.Fatal(err)
		}
	}
	if len(said) != 1 || !strings.Contains(said[0], "network") {
		t.Fatalf("said %q", said)
	}
	var mode string
	if err := s.db.QueryRow(`PRAGMA journal_mode`).Scan(&mode); err != nil || mode != "delete" {
		t.Fatalf("journal mode %q, %v", mode, err)
	}
	if _, _, err := s.Add(t.Context(), agmem.Draft{Content: "d"}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Delete(t.Context(), []string{firstID(t, s)}, agmem.DeleteOptions{Purge: true}); err != nil {
		t.Fatal(err)
	}
	if n := len(contents(t, s)); n != 3 {
		t.Fatalf("%d memories", n)
	}
}

func firstID(t *testing.T, s *Store) string {
	t.Helper()
	list, err := s.List(t.Context(), agmem.Listing{Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	return list[0].ID
}
