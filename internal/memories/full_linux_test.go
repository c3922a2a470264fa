package memories_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories"
	"github.com/agmem/agmem/internal/storetest"
)

// A file system fills up: the write that does not fit says so, what was
// acknowledged stays, and writing goes on when there is room.
func TestFullDisk(t *testing.T) {
	folder := smallDisk(t, "size=2m")
	filler := filepath.Join(folder, "filler")
	write(t, filler, strings.Repeat("x", 200_000))
	path := filepath.Join(folder, "agmem.db")
	s := openOnce(t, path)
	acknowledged := 0
	var err error
	for ; err == nil; acknowledged++ {
		_, _, err = s.Add(t.Context(), agmem.Draft{Content: fmt.Sprint(acknowledged, strings.Repeat(" and so on", 1000))})
	}
	acknowledged--
	if agmem.KindOf(err) != agmem.Unavailable || !strings.Contains(err.Error(), "full") {
		t.Fatalf("%v: %v", agmem.KindOf(err), err)
	}
	if n := len(export(t, s)); n != acknowledged || n == 0 {
		t.Fatalf("%d memories there, %d acknowledged", n, acknowledged)
	}
	if _, err := s.Get(t.Context(), []string{export(t, s)[0].ID}); err != nil {
		t.Fatalf("get does not answer: %v", err)
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	add(t, s, "there is room again")
	sound(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if n := len(export(t, open(t, path, memories.Options{}))); n != acknowledged+1 {
		t.Fatalf("%d memories there after opening again, want %d", n, acknowledged+1)
	}
}

// An import is larger than what SQLite keeps in memory: it meets the full disk
// in the middle of its transaction, which SQLite then undoes by itself.
func TestImportOntoAFullDisk(t *testing.T) {
	folder := smallDisk(t, "size=12m")
	s := openOnce(t, filepath.Join(folder, "agmem.db"))
	defer s.Close()
	memories := corpus(30_000)
	_, err := s.Import(t.Context(), storetest.Sequence(memories...), agmem.ImportOptions{Total: len(memories)})
	if agmem.KindOf(err) != agmem.Unavailable || !strings.Contains(err.Error(), "full") || strings.Contains(err.Error(), "rollback") {
		t.Fatalf("%v: %v", agmem.KindOf(err), err)
	}
	if n := len(export(t, s)); n > 0 && !strings.Contains(err.Error(), fmt.Sprintf("the first %d of 30000 memories are stored", n)) {
		t.Errorf("%d memories are stored: %v", n, err)
	}
}

// smallDisk returns a folder that is a file system of its own.
func smallDisk(t *testing.T, options string) string {
	t.Helper()
	folder := t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, options); err != nil {
		t.Skipf("A FULL FILE SYSTEM IS NOT TESTED: no tmpfs can be mounted: %v (TestFullDatabase is)", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(folder, 0); err != nil {
			t.Error(err)
		}
	})
	return folder
}
