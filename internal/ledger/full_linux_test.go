package ledger_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/ledger"
)

// A file system fills up: the write that does not fit says so and leaves neither
// itself nor its audit event, what was acknowledged stays, and writing goes on when
// there is room.
func TestFullDisk(t *testing.T) {
	folder := t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size=3m"); err != nil {
		t.Skipf("A FULL FILE SYSTEM IS NOT TESTED: no tmpfs can be mounted: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(folder, 0); err != nil {
			t.Error(err)
		}
	})
	filler := filepath.Join(folder, "filler")
	if err := os.WriteFile(filler, make([]byte, 200_000), 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := ledger.Open(t.Context(), filepath.Join(folder, "ledger.db"), ledger.Options{Now: now})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}()
	set := func(i int) error {
		_, err := l.SetResource(t.Context(), ledger.SetResource{
			URI: fmt.Sprint("r", i), Title: "t", Kind: "doc", Content: strings.Repeat(fmt.Sprint("some words ", i, " "), 700), Origin: from(),
		})
		return err
	}
	acknowledged := 0
	for err = nil; err == nil; acknowledged++ {
		err = set(acknowledged)
	}
	acknowledged--
	if agmem.KindOf(err) != agmem.Unavailable || !strings.Contains(err.Error(), "full") {
		t.Fatalf("%v: %v", agmem.KindOf(err), err)
	}
	count := func() (resources, audited int) {
		list, err := l.Resources(t.Context(), ledger.BrowseRequest{Scope: ledger.DefaultScope(), Limit: 10_000})
		if err != nil {
			t.Fatal(err)
		}
		return len(list), len(events(t, l))
	}
	if r, a := count(); r != acknowledged || a != acknowledged || r == 0 {
		t.Fatalf("%d resources and %d events, %d acknowledged", r, a, acknowledged)
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	if err := set(acknowledged); err != nil {
		t.Fatal(err)
	}
	sound(t, l)
}
