package atomicfile_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/atomicfile"
)

func TestWriteFileReplacesWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	for _, content := range []string{"a long first version", "", "short"} {
		if err := atomicfile.WriteFile(path, []byte(content)); err != nil {
			t.Fatal(err)
		}
		if got := read(t, path); got != content {
			t.Errorf("the file holds %q, want %q", got, content)
		}
	}
	onlyFile(t, path)
}

func TestWriteMakesPrivateFoldersAndFiles(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no permission bits; private files are not tested here")
	}
	root := t.TempDir()
	path := filepath.Join(root, "a", "b", "file")
	if err := atomicfile.WriteFile(path, []byte("x")); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]os.FileMode{"a": 0o700, "a/b": 0o700, "a/b/file": 0o600} {
		if got := stat(t, filepath.Join(root, name)).Mode().Perm(); got != want {
			t.Errorf("%s has the mode %o, want %o", name, got, want)
		}
	}
}

func TestWriteMakesAnOpenFilePrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no permission bits; private files are not tested here")
	}
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.WriteFile(path, []byte("new")); err != nil {
		t.Fatal(err)
	}
	if got := stat(t, path).Mode().Perm(); got != 0o600 {
		t.Errorf("the file has the mode %o, want 600", got)
	}
}

func TestFailedWriteChangesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := atomicfile.WriteFile(path, []byte("old")); err != nil {
		t.Fatal(err)
	}
	refused := errors.New("refused")
	ours := agmem.Errorf(agmem.TooLarge, "too large")
	for _, cause := range []error{refused, ours} {
		err := atomicfile.Write(path, func(w io.Writer) error {
			// More than the buffer, so that some of it is in the file.
			_, err := w.Write(make([]byte, 1<<20))
			return errors.Join(err, cause)
		})
		if !errors.Is(err, cause) {
			t.Errorf("Write returned %v, which is not %v", err, cause)
		}
		if got := read(t, path); got != "old" {
			t.Errorf("after %v the file holds %d bytes, want the old 3", cause, len(got))
		}
		onlyFile(t, path)
	}
}

func TestErrorsHaveKinds(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.WriteFile(dir, nil); agmem.KindOf(err) != agmem.Invalid {
		t.Errorf("writing over a folder: %v (%v)", err, agmem.KindOf(err))
	}
	if err := atomicfile.WriteFile(filepath.Join(file, "below"), nil); agmem.KindOf(err) != agmem.Unavailable {
		t.Errorf("writing below a file: %v (%v)", err, agmem.KindOf(err))
	}
	onlyFile(t, file)
}

func TestSymbolicLinksStay(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("symbolic links need a privilege on Windows; they are not tested here")
	}
	for _, c := range []struct{ name, link, target string }{
		{"absolute", "link", "real/file"},
		{"relative", "links/link", "real/file"},
		{"dangling", "link", "real/new"},
		{"in a linked folder", "alias/link", "real/file"},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			link, target := filepath.Join(root, c.link), filepath.Join(root, c.target)
			mkdir(t, filepath.Join(root, "links"))
			mkdir(t, filepath.Join(root, "real", "deep"))
			to := target
			switch c.name {
			case "relative":
				to = "../real/file"
			case "in a linked folder":
				// ../file counts from real/deep, not from the root.
				symlink(t, "real/deep", filepath.Join(root, "alias"))
				to = "../file"
			}
			symlink(t, to, link)
			if err := atomicfile.WriteFile(link, []byte("new")); err != nil {
				t.Fatal(err)
			}
			if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
				t.Errorf("the link is %v, %v; want a symbolic link still", info, err)
			}
			if got := read(t, target); got != "new" {
				t.Errorf("the target holds %q", got)
			}
		})
	}
}

func TestCircleOfLinksIsRefused(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("symbolic links need a privilege on Windows; they are not tested here")
	}
	dir := t.TempDir()
	symlink(t, "b", filepath.Join(dir, "a"))
	symlink(t, "a", filepath.Join(dir, "b"))
	if err := atomicfile.WriteFile(filepath.Join(dir, "a"), nil); agmem.KindOf(err) != agmem.Invalid {
		t.Errorf("a circle of links: %v (%v), want invalid", err, agmem.KindOf(err))
	}
}

// A reader must meet one version or another, whatever the writers do.
func TestReadersNeverSeeAPart(t *testing.T) {
	const writers, versions, size = 4, 25, 100_000
	path := filepath.Join(t.TempDir(), "file")
	if err := atomicfile.WriteFile(path, []byte(strings.Repeat("0", size))); err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for w := range writers {
		group.Go(func() {
			for v := range versions {
				content := strings.Repeat(fmt.Sprint((w*versions+v)%10), size)
				if err := atomicfile.WriteFile(path, []byte(content)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	done := make(chan struct{})
	go func() { group.Wait(); close(done) }()
	for running := true; running; {
		select {
		case <-done:
			running = false
		default:
		}
		got := read(t, path)
		if len(got) != size || strings.Trim(got, got[:1]) != "" {
			t.Fatalf("a reader saw %d bytes of a mixture", len(got))
		}
	}
	onlyFile(t, path)
}

func read(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func stat(t *testing.T, path string) os.FileInfo {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

func mkdir(t *testing.T, path string) {
	t.Helper()
	if err := os.MkdirAll(path, 0o700); err != nil {
		t.Fatal(err)
	}
}

func symlink(t *testing.T, to, link string) {
	t.Helper()
	if err := os.Symlink(to, link); err != nil {
		t.Fatal(err)
	}
}

// onlyFile fails where anything is beside path, such as a temporary file.
func onlyFile(t *testing.T, path string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != filepath.Base(path) {
			t.Errorf("%s was left behind", e.Name())
		}
	}
}
