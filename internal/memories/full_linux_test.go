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
)

// A file system fills up: the write that does not fit says so, what was
// acknowledged stays, and writing goes on when there is room.
func TestFullDisk(t *testing.T) {
	folder := t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size=2m"); err != nil {
		t.Skipf("A FULL FILE SYSTEM IS NOT TESTED: no tmpfs can be mounted: %v (TestFullDatabase is)", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(folder, 0); err != nil {
			t.Error(err)
		}
	})
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
