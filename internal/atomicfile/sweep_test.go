package atomicfile_test

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/agmem/agmem/internal/atomicfile"
)

// leave makes a file and says that it was last touched so long ago.
func leave(t *testing.T, path string, age time.Duration) {
	t.Helper()
	if err := os.WriteFile(path, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	then := time.Now().Add(-age)
	if err := os.Chtimes(path, then, then); err != nil {
		t.Fatal(err)
	}
}

func TestSweep(t *testing.T) {
	folder := t.TempDir()
	abandoned := []string{
		".a.json.agmem.tmp", ".a.json.agmem-123.tmp", // the age of these does not matter
		".a.json.123.tmp", ".a.json.7.tmp", // of earlier versions
	}
	slices.Sort(abandoned)
	kept := []string{
		".a.json.456.tmp",                      // an earlier version may be writing it
		".b.json.agmem.tmp", ".b.json.123.tmp", // of another file
		".a.json.tmp", ".a.json.x.tmp", "a.json.123.tmp", ".a.json.123.new", ".a.json.agmem-.tmp",
		".agmem.tmp", ".123.tmp", ".tmp", "a.json", // no temporary files
	}
	const day = 24 * time.Hour
	for _, name := range slices.Concat(abandoned, kept) {
		leave(t, filepath.Join(folder, name), day)
	}
	leave(t, filepath.Join(folder, ".a.json.456.tmp"), 0)
	leave(t, filepath.Join(folder, ".a.json.7.tmp"), -day) // the clock was set back
	if runtime.GOOS != "windows" {
		leave(t, filepath.Join(folder, ".a.json.agmem.tmp"), 0)
	}
	isA := func(name string) bool { return name == "a.json" }
	found := atomicfile.Abandoned(folder, isA)
	slices.Sort(found)
	if !slices.Equal(found, abandoned) {
		t.Errorf("found %q, want %q", found, abandoned)
	}
	atomicfile.Sweep(folder, isA)
	for _, name := range abandoned {
		if _, err := os.Lstat(filepath.Join(folder, name)); err == nil {
			t.Errorf("%s is still there", name)
		}
	}
	for _, name := range kept {
		stat(t, filepath.Join(folder, name))
	}
	if left := atomicfile.Abandoned(filepath.Join(folder, "none"), isA); len(left) > 0 {
		t.Errorf("a folder that does not exist: %q", left)
	}
}

// Writers of one file and sweeps at once: no write fails, and nothing is left.
func TestSweepDuringWrites(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	var writers, sweepers sync.WaitGroup
	done := make(chan struct{})
	for range 4 {
		writers.Go(func() {
			for range 100 {
				if err := atomicfile.WriteFile(path, []byte("content")); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for range 2 {
		sweepers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					atomicfile.Sweep(filepath.Dir(path), func(string) bool { return true })
				}
			}
		})
	}
	writers.Wait()
	close(done)
	sweepers.Wait()
	onlyFile(t, path)
}
