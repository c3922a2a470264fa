package sqlitedb

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agmem/agmem"
)

func copies(t *testing.T, path string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(filepath.Dir(path), ".*.copy"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestMigrationKeepsACopyMeanwhile(t *testing.T) {
	path := filled(t)
	during := 0
	second := func(ctx context.Context, tx *Tx) error {
		for _, c := range copies(t, path) {
			info, err := os.Stat(c)
			if err != nil {
				return err
			}
			if info.Mode() != 0o600 || info.Size() == 0 {
				t.Errorf("the copy has mode %v and %d bytes", info.Mode(), info.Size())
			}
			during++
		}
		return tx.Do(ctx, `ALTER TABLE notes ADD COLUMN mood TEXT`)
	}
	for range 2 { // the second time there is nothing to do
		if n := count(t, opened(t, path, notes(second))); n != 3 {
			t.Fatalf("%d notes", n)
		}
	}
	if during != 1 || len(copies(t, path)) != 0 {
		t.Fatalf("%d copies during the migration, %d after it", during, len(copies(t, path)))
	}
	_, err := Open(t.Context(), path, Options{Component: notes()})
	if agmem.KindOf(err) != agmem.Unavailable || !strings.Contains(err.Error(), "newer agmem") {
		t.Fatalf("a file of version 2 passes: %v", err)
	}
}

// Processes that were killed while they migrated left their copies, each as
// large as the database. The one that succeeds removes them.
func TestMigrationRemovesCopiesOfTheKilled(t *testing.T) {
	path := filled(t)
	beside := func(name string) string { return filepath.Join(filepath.Dir(path), name) }
	victim := beside("victim")
	for _, file := range []string{beside(".notes.db.v1.77.copy"), beside(".notes.db.v1.78.copy-journal"), beside(".notes.db.v2.77.copy"), beside(".other.db.v1.77.copy"), victim} {
		if err := os.WriteFile(file, []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	// The name that this process uses may be taken too, by a link even.
	if err := os.Symlink(victim, beside(fmt.Sprintf(".notes.db.v1.%d.copy", os.Getpid()))); err != nil {
		t.Log("NOT TESTED: there are no symbolic links here:", err)
	}
	opened(t, path, notes(statement(`ALTER TABLE notes ADD COLUMN mood TEXT`)))
	left, err := filepath.Glob(beside(".*.copy*"))
	if err != nil || len(left) != 2 || left[0] != beside(".notes.db.v2.77.copy") || left[1] != beside(".other.db.v1.77.copy") {
		t.Errorf("left: %v, %v", left, err)
	}
	if text, err := os.ReadFile(victim); err != nil || string(text) != "half" {
		t.Errorf("another file was written to: %q, %v", text, err)
	}
}

func TestFailedMigrationChangesNothing(t *testing.T) {
	boom := errors.New("boom")
	for says, step := range map[string]Step{
		"boom":                    func(context.Context, *Tx) error { return boom },
		"had 3 rows before and 2": statement(`DELETE FROM notes WHERE text = 'a'`),
	} {
		path := filled(t)
		_, err := Open(t.Context(), path, Options{Component: notes(step)})
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Fatalf("want %q, got %v", says, err)
		}
		kept := copies(t, path)
		e, ok := errors.AsType[*agmem.Error](err)
		if len(kept) != 1 || !ok || !strings.Contains(e.Hint, kept[0]) {
			t.Fatalf("the copies %v are not named by %#v", kept, err)
		}
		for _, path := range []string{path, kept[0]} {
			if n := count(t, opened(t, path, notes())); n != 3 {
				t.Fatalf("%d notes in %s", n, path)
			}
		}
	}
}

// Two rooms keep their tables in one file, whichever comes first, and each
// migrates its own.
func TestTwoComponentsOfOneFile(t *testing.T) {
	facts := func(more ...Step) Component {
		return Component{
			Name: "facts", Kept: []string{"facts"},
			Steps: append([]Step{statement(`CREATE TABLE facts (text TEXT)`)}, more...),
		}
	}
	first := filepath.Join(t.TempDir(), "first.db")
	opened(t, first, facts())
	for _, path := range []string{filled(t), first} {
		var ran int
		note := func(context.Context, *Tx) error { ran++; return nil }
		n := count(t, opened(t, path, notes()))
		f := opened(t, path, facts())
		if got := scalar[int](t, f, `SELECT version FROM sqlitedb_components WHERE name = 'facts'`); got != 1 {
			t.Errorf("facts has version %d", got)
		}
		insert(t, opened(t, path, notes(note)), "d")
		opened(t, path, facts(note, note))
		again := opened(t, path, notes(note))
		if ran != 3 || count(t, again) != n+1 {
			t.Errorf("%d steps ran, %d notes", ran, count(t, again))
		}
		if _, err := Open(t.Context(), path, Options{Component: facts(note)}); agmem.KindOf(err) != agmem.Unavailable {
			t.Errorf("facts of a newer version pass: %v", err)
		}
	}
}

func TestComponentInMemory(t *testing.T) {
	for _, c := range []Component{notes(), {Name: "notes", Steps: notes().Steps}} {
		d, err := OpenMemory(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		insert(t, d, "a")
		if n := count(t, d); n != 1 {
			t.Errorf("%d notes", n)
		}
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}
}

// On a network file system there is no WAL, whatever the file had before.
func TestNetworkFileSystem(t *testing.T) {
	d := opened(t, filled(t), notes())
	if mode := scalar[string](t, d, `PRAGMA journal_mode`); mode != "wal" {
		t.Fatalf("journal mode %q", mode)
	}
	if err := d.useRollbackJournal(t.Context()); err != nil {
		t.Fatal(err)
	}
	insert(t, d, "d")
	if mode := scalar[string](t, d, `PRAGMA journal_mode`); mode != "delete" || count(t, d) != 4 {
		t.Fatalf("journal mode %q, %d notes", mode, count(t, d))
	}
}
