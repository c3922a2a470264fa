package fetch

import (
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"github.com/agmem/agmem"
)

func TestFullDisk(t *testing.T) {
	s := serve(t, made())
	r := request(t, s.URL+"/m")
	models := filepath.Dir(r.Folder)
	if err := os.MkdirAll(models, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", models, "tmpfs", 0, "size=100k"); err != nil {
		t.Skipf("cannot mount a small file system (%v): a full disk is not tested", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(models, syscall.MNT_DETACH) })
	_, err := fetcher().Install(t.Context(), r)
	kind(t, err, agmem.Unavailable, "the disk is full")
	holdsNothing(t, r.Folder)
	if got := names(t, models); !slices.Equal(got, []string{".made.lock"}) {
		t.Errorf("what fills the disk is still there: %v", got)
	}
}
