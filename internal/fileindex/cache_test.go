package fileindex_test

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gofrs/flock"

	"github.com/agmem/agmem/internal/fileindex"
)

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// many returns a folder with some hundred documents in it.
func many(t testing.TB) *folder {
	t.Helper()
	f := newFolder(t, nil)
	random := rand.New(rand.NewPCG(3, 4))
	v := &vandal{f: f, random: random}
	for i := range 60 {
		f.write(t, fmt.Sprintf("file%02d", i), v.text()+"last:a heron at the end\n")
	}
	f.age()
	return f
}

// Whatever is in the place of the cache, the answer is that of a fresh one.
func TestDamagedCachesAreMadeAnew(t *testing.T) {
	foreign := func(t *testing.T, path string) {
		ok(t, os.Remove(path))
		db, err := sql.Open("sqlite", path)
		ok(t, err)
		_, err = db.ExecContext(t.Context(), `CREATE TABLE state (id); INSERT INTO state VALUES (1)`)
		ok(t, errors.Join(err, db.Close()))
	}
	change := func(statement string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			db, err := sql.Open("sqlite", path)
			ok(t, err)
			_, err = db.ExecContext(t.Context(), statement)
			ok(t, errors.Join(err, db.Close()))
		}
	}
	edit := func(edit func([]byte) []byte) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			text, err := os.ReadFile(path)
			ok(t, err)
			ok(t, os.WriteFile(path, edit(text), 0o600))
		}
	}
	f := many(t)
	for name, spoil := range map[string]func(*testing.T, string){
		"nothing":       func(t *testing.T, path string) { ok(t, os.Remove(path)) },
		"an empty file": edit(func([]byte) []byte { return nil }),
		"no database":   edit(func([]byte) []byte { return []byte("hello") }),
		"half of it":    edit(func(b []byte) []byte { return b[:len(b)/2] }),
		"one page less": edit(func(b []byte) []byte { return b[:len(b)-4096] }),
		"a page of null": edit(func(b []byte) []byte {
			return append(bytes.Clone(b[:8192]), append(make([]byte, 4096), b[12288:]...)...)
		}),
		"another word":        edit(func(b []byte) []byte { return bytes.ReplaceAll(b, []byte("heron"), []byte("stork")) }),
		"a foreign database":  foreign,
		"another format":      change(`UPDATE state SET format = format + 1`),
		"another analyzer":    change(`UPDATE state SET analyzer = analyzer + 1`),
		"a missing table":     change(`DROP TABLE documents`),
		"an unfinished write": change(`DELETE FROM documents WHERE number % 2`),
	} {
		for _, seal := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, sealed %v", name, seal), func(t *testing.T) {
				if seal && (name == "another word" || name == "an unfinished write" || name == "a page of null") {
					return // who can do this can do anything
				}
				path := cachePath(t)
				ask(t, newIndex(t, path, f, fileindex.Options{}), "heron")
				spoil(t, path)
				if seal && name != "nothing" {
					ok(t, os.Chtimes(path, time.Time{}, time.Unix(1_000_000_000, 0)))
				}
				x := newIndex(t, path, f, fileindex.Options{})
				sameAsFresh(t, x, f)
				if x.InMemory() {
					t.Error("the file was not made anew")
				}
			})
		}
	}
}

// An open index notices that its file was replaced, and what was done to it.
func TestOpenCacheIsTakenAway(t *testing.T) {
	f, path := many(t), cachePath(t)
	x := newIndex(t, path, f, fileindex.Options{})
	sameAsFresh(t, x, f)
	ok(t, os.Remove(path))
	f.write(t, "new", "k:a lone heron\n")
	sameAsFresh(t, x, f)
	sameAsFresh(t, newIndex(t, path, f, fileindex.Options{}), f)
	ok(t, os.RemoveAll(filepath.Dir(path)))
	sameAsFresh(t, x, f)
	if x.InMemory() {
		t.Error("the file was not made anew")
	}
}

// Without a place to write there is an index all the same.
func TestNoPlaceForACache(t *testing.T) {
	f := many(t)
	file := filepath.Join(t.TempDir(), "file")
	ok(t, os.WriteFile(file, nil, 0o600))
	folderInPlace := cachePath(t)
	ok(t, os.MkdirAll(filepath.Join(folderInPlace, "sub"), 0o700))
	for name, path := range map[string]string{
		"below a file":             filepath.Join(file, "agmem", "index.db"),
		"below what nobody writes": "/proc/agmem/index.db",
		"a folder in its place":    folderInPlace,
	} {
		t.Run(name, func(t *testing.T) {
			x := newIndex(t, path, f, fileindex.Options{})
			sameAsFresh(t, x, f)
			f.write(t, "new", "k:a lone heron\n")
			sameAsFresh(t, x, f)
			if !x.InMemory() {
				t.Error("the index is in a file")
			}
		})
	}
}

func TestReadOnlyFolderForACache(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may write everywhere: a folder without the right to write is not tested")
	}
	f, path := many(t), cachePath(t)
	ask(t, newIndex(t, path, f, fileindex.Options{}), "heron")
	ok(t, os.Chmod(filepath.Dir(path), 0o500))
	t.Cleanup(func() { _ = os.Chmod(filepath.Dir(path), 0o700) })
	f.write(t, "new", "k:a lone heron\n")
	sameAsFresh(t, newIndex(t, path, f, fileindex.Options{}), f)
}

// Another process that keeps the lock costs time, not the answer, and not the
// cache.
func TestLockIsHeld(t *testing.T) {
	f, path := many(t), cachePath(t)
	ask(t, newIndex(t, path, f, fileindex.Options{}), "heron")
	before, err := os.Stat(path)
	ok(t, err)
	lock := flock.New(filepath.Join(filepath.Dir(path), ".index.db.lock"))
	for name, hold := range map[string]func() (bool, error){"alone": lock.TryLock, "shared": lock.TryRLock} {
		if held, err := hold(); !held {
			t.Fatal(err)
		}
		f.write(t, "new", "k:a lone heron, "+name+"\n")
		x := newIndex(t, path, f, fileindex.Options{})
		x.SetLockWait(20 * time.Millisecond)
		sameAsFresh(t, x, f)
		if !x.InMemory() {
			t.Errorf("%s: the lock was not respected", name)
		}
		ok(t, lock.Unlock())
	}
	after, err := os.Stat(path)
	ok(t, err)
	if fileindex.StampOf(before) != fileindex.StampOf(after) {
		t.Error("the cache was changed without the lock")
	}
}

func TestCacheIsPrivate(t *testing.T) {
	path := cachePath(t)
	ask(t, newIndex(t, path, many(t), fileindex.Options{}), "heron")
	entries, err := os.ReadDir(filepath.Dir(path))
	ok(t, err)
	for _, e := range entries {
		info, err := e.Info()
		ok(t, err)
		if info.Mode().Perm() != 0o600 || e.Name() != "index.db" && !strings.HasPrefix(e.Name(), ".") {
			t.Errorf("%s has mode %v", e.Name(), info.Mode())
		}
	}
	info, err := os.Stat(filepath.Dir(path))
	ok(t, err)
	if info.Mode().Perm() != 0o700 {
		t.Errorf("the folder has mode %v", info.Mode())
	}
}
