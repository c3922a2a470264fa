package memories_test

import (
	"context"
	"database/sql"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories"
	"github.com/agmem/agmem/internal/storetest"
)

func TestFilesArePrivate(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a", "b")
	path := filepath.Join(folder, "agmem.db")
	s := open(t, path, memories.Options{})
	add(t, s, "x")
	for name, want := range map[string]fs.FileMode{
		folder: 0o700 | fs.ModeDir, filepath.Dir(folder): 0o700 | fs.ModeDir,
		path: 0o600, path + "-wal": 0o600, path + "-shm": 0o600,
	} {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode() != want {
			t.Errorf("%s has mode %v, want %v", name, info.Mode(), want)
		}
	}
}

func TestNameAndPlace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "odd ?name#%41.db")
	s := open(t, path, memories.Options{})
	if s.Name() != "local" || s.Type() != "sqlite" || s.Location() != path {
		t.Errorf("name %q, type %q, location %q", s.Name(), s.Type(), s.Location())
	}
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
	if other := open(t, path, memories.Options{Name: "team"}); other.Name() != "team" {
		t.Errorf("name %q", other.Name())
	}
}

// Files that are not ours are refused in a sentence and left as they are.
func TestForeignFiles(t *testing.T) {
	for _, c := range []struct {
		name string
		make func(t *testing.T, path string)
		kind agmem.Kind
		says string
	}{
		{"another program", func(t *testing.T, path string) { execute(t, path, `CREATE TABLE notes (x)`) }, agmem.Invalid, "another program"},
		{"another program's mark", func(t *testing.T, path string) { execute(t, path, `PRAGMA application_id = 42; CREATE TABLE x (y)`) }, agmem.Invalid, "another program"},
		{"a newer agmem", func(t *testing.T, path string) {
			if err := openOnce(t, path).Close(); err != nil {
				t.Fatal(err)
			}
			execute(t, path, `PRAGMA user_version = 99`)
		}, agmem.Unavailable, "newer agmem"},
		{"garbage", func(t *testing.T, path string) { write(t, path, strings.Repeat("no database ", 1000)) }, agmem.Corrupt, "damaged or is not a database"},
		{"a few bytes", func(t *testing.T, path string) { write(t, path, "hello") }, agmem.Corrupt, "damaged or is not a database"},
		{"a folder", func(t *testing.T, path string) {
			if err := os.Mkdir(path, 0o700); err != nil {
				t.Fatal(err)
			}
		}, agmem.Invalid, "is a folder"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "agmem.db")
			c.make(t, path)
			before, _ := os.ReadFile(path) // of a folder: nothing
			_, err := memories.Open(t.Context(), path, memories.Options{})
			if agmem.KindOf(err) != c.kind || !strings.Contains(err.Error(), c.says) {
				t.Fatalf("%v: %v", agmem.KindOf(err), err)
			}
			if after, _ := os.ReadFile(path); string(after) != string(before) {
				t.Error("the file was changed")
			}
		})
	}
}

func TestTruncatedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "agmem.db")
	s, err := memories.Open(t.Context(), path, memories.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Import(t.Context(), storetest.Sequence(corpus(2000)...), agmem.ImportOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 100_000); err != nil {
		t.Fatal(err)
	}
	s, err = memories.Open(t.Context(), path, memories.Options{})
	if err == nil {
		err = s.Export(t.Context(), func(agmem.Memory) error { return nil })
		if closing := s.Close(); closing != nil {
			t.Error(closing)
		}
	}
	if agmem.KindOf(err) != agmem.Corrupt {
		t.Fatalf("%v: %v", agmem.KindOf(err), err)
	}
}

// Goroutines of one process open the same new file at once.
func TestManyStoresOfOneProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "agmem.db")
	var wait sync.WaitGroup
	for i := range 16 {
		wait.Go(func() {
			s, err := memories.Open(context.Background(), path, memories.Options{})
			if err != nil {
				t.Errorf("store %d: %v", i, err)
				return
			}
			for j := range 20 {
				if _, _, err := s.Add(context.Background(), agmem.Draft{Content: strings.Repeat("x", i*20+j+1)}); err != nil {
					t.Errorf("store %d: %v", i, err)
				}
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	s := open(t, path, memories.Options{})
	if n := len(export(t, s)); n != 320 {
		t.Fatalf("%d memories, want 320", n)
	}
	sound(t, s)
}

func TestReadOnlyOption(t *testing.T) {
	path := filepath.Join(t.TempDir(), "agmem.db")
	if _, err := memories.Open(t.Context(), path, memories.Options{ReadOnly: true}); agmem.KindOf(err) != agmem.NotFound {
		t.Fatalf("no file: %v", err)
	}
	m := add(t, open(t, path, memories.Options{}), "x")
	s := open(t, path, memories.Options{ReadOnly: true})
	found, err := s.Get(t.Context(), []string{m.ID})
	if err != nil || found[0].AccessCount != 0 {
		t.Fatalf("%+v, %v", found, err)
	}
	for what, err := range refusals(t, s, m.ID) {
		if agmem.KindOf(err) != agmem.Denied || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// refusals tries every write.
func refusals(t *testing.T, s *memories.Store, id string) map[string]error {
	t.Helper()
	errs := make(map[string]error)
	_, _, errs["add"] = s.Add(t.Context(), agmem.Draft{Content: "y"})
	_, errs["update"] = s.Update(t.Context(), id, agmem.Patch{Content: new("y")})
	_, errs["delete"] = s.Delete(t.Context(), []string{id}, agmem.DeleteOptions{})
	_, errs["purge"] = s.Delete(t.Context(), []string{id}, agmem.DeleteOptions{Purge: true})
	_, errs["undo"] = s.Undo(t.Context(), agmem.UndoOptions{})
	_, errs["import"] = s.Import(t.Context(), storetest.Sequence(agmem.Memory{Content: "y"}), agmem.ImportOptions{})
	_, errs["reindex"] = s.Run(t.Context(), "reindex", nil)
	return errs
}

func add(t *testing.T, s *memories.Store, content string, tags ...string) agmem.Memory {
	t.Helper()
	m, _, err := s.Add(t.Context(), agmem.Draft{Content: content, Tags: tags})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// execute runs statements on a file behind the store's back.
func execute(t *testing.T, path, statements string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(statements); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// openOnce opens a store that the caller closes.
func openOnce(t *testing.T, path string) *memories.Store {
	t.Helper()
	s, err := memories.Open(t.Context(), path, memories.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// query returns one text from a file behind the store's back.
func query(t *testing.T, path, question string) string {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	var answer string
	if err := db.QueryRow(question).Scan(&answer); err != nil {
		t.Fatal(err)
	}
	return answer
}
