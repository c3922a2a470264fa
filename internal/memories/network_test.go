package memories

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agmem/agmem"
)

func TestNetworkFileSystemIsToldOnce(t *testing.T) {
	s := filled(t)
	var said []string
	for range 2 {
		if err := s.tellOfNetwork(t.Context(), func(notice string) { said = append(said, notice) }); err != nil {
			t.Fatal(err)
		}
	}
	if len(said) != 1 || !strings.Contains(said[0], "network") {
		t.Fatalf("said %q", said)
	}
}

// A store with a rollback journal, as on a network file system, does all that
// one with a WAL does.
func TestRollbackJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "agmem.db")
	first, err := Open(t.Context(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	outside(t, path, `PRAGMA journal_mode = DELETE`)
	s := opened(t, path)
	for _, content := range []string{"a", "b", "c"} {
		if _, _, err := s.Add(t.Context(), agmem.Draft{Content: content}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Delete(t.Context(), []string{firstID(t, s)}, agmem.DeleteOptions{Purge: true}); err != nil {
		t.Fatal(err)
	}
	if n := len(contents(t, s)); n != 2 {
		t.Fatalf("%d memories", n)
	}
	if files, err := filepath.Glob(path + "-*"); err != nil || len(files) != 0 {
		t.Fatalf("beside the file stands %v, %v", files, err)
	}
}

// outside runs a statement as another program would.
func outside(t *testing.T, path, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(statement); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}
