package atomicfile_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/atomicfile"
)

func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("cannot mount a small file system (%v): a full disk is not tested", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	path := filepath.Join(dir, "file")
	if err := atomicfile.WriteFile(path, []byte("old")); err != nil {
		t.Fatal(err)
	}
	err := atomicfile.WriteFile(path, make([]byte, 1<<20))
	if agmem.KindOf(err) != agmem.Unavailable || !strings.Contains(err.Error(), "the disk is full") {
		t.Errorf("a full disk: %v (%v)", err, agmem.KindOf(err))
	}
	if got := read(t, path); got != "old" {
		t.Errorf("the file holds %d bytes, want the old 3", len(got))
	}
	onlyFile(t, path)
}

func TestForbiddenFolder(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may write everywhere: a missing permission is not tested")
	}
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.WriteFile(filepath.Join(dir, "file"), nil); agmem.KindOf(err) != agmem.Denied {
		t.Errorf("a forbidden folder: %v (%v)", err, agmem.KindOf(err))
	}
}
