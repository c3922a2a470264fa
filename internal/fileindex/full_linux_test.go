package fileindex_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/agmem/agmem/internal/fileindex"
)

// A cache on a full disk is given up, and made when there is room.
func TestFullDisk(t *testing.T) {
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=256k"); err != nil {
		t.Skipf("A FULL DISK IS NOT TESTED: no tmpfs can be mounted: %v", err)
	}
	t.Cleanup(func() { ok(t, syscall.Unmount(disk, syscall.MNT_DETACH)) })
	f := many(t)
	for i := range 20 {
		f.write(t, fmt.Sprint("long", i), "k:"+strings.Repeat(fmt.Sprintf("word%d reed%d ", i, i), 2000)+"\n")
	}
	path := filepath.Join(disk, "agmem", "index.db")
	x := newIndex(t, path, f, fileindex.Options{})
	sameAsFresh(t, x, f)
	if !x.InMemory() {
		t.Error("the disk is too large for this test")
	}
	ok(t, syscall.Mount("", disk, "", syscall.MS_REMOUNT, "size=64m"))
	again := newIndex(t, path, f, fileindex.Options{})
	sameAsFresh(t, again, f)
	if again.InMemory() {
		t.Error("the file was not made")
	}
	ok(t, again.Close())
	ok(t, syscall.Mount("", disk, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""))
	f.write(t, "new", "k:a lone heron\n")
	frozen := newIndex(t, path, f, fileindex.Options{})
	sameAsFresh(t, frozen, f)
	if !frozen.InMemory() || !strings.Contains(ask(t, frozen, "lone"), "new/k") {
		t.Error("the file was written on a read-only disk")
	}
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}
