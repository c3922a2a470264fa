package memories

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/table"
)

// filled returns a store with three memories.
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

func contents(t *testing.T, s *Store) []string {
	t.Helper()
	var all []string
	if err := s.Export(t.Context(), func(m agmem.Memory) error { all = append(all, m.Content); return nil }); err != nil {
		t.Fatal(err)
	}
	return all
}

func firstID(t *testing.T, s *Store) string {
	t.Helper()
	list, err := s.List(t.Context(), agmem.Listing{Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	return list[0].ID
}

// execute runs a statement on the tables behind the store's verbs, in a
// its own transaction.
func execute(t *testing.T, s *Store, statement string) {
	t.Helper()
	err := s.db.Write(t.Context(), func(ctx context.Context, tx *table.Txn) error {
		_, err := tx.ExecContext(ctx, statement)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
