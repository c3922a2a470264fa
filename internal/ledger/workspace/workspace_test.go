package workspace_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"testing"

	"github.com/agmem/agmem/internal/ledger/workspace"
)

// place is a workspace with a file, beside a secret.
func place(t *testing.T) (*workspace.Workspace, string) {
	t.Helper()
	top := t.TempDir()
	dir := filepath.Join(top, "work")
	for path, text := range map[string]string{filepath.Join(dir, "a", "file"): "inside", filepath.Join(top, "secret"): "outside"} {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return workspace.New(dir), dir
}

func sum(text string) string {
	s := sha256.Sum256([]byte(text))
	return hex.EncodeToString(s[:])
}

// Nothing outside of the folder is looked at, whichever way leads there.
func TestNothingOutside(t *testing.T) {
	w, dir := place(t)
	if err := os.Symlink(filepath.Join("..", "secret"), filepath.Join(dir, "link")); err != nil {
		t.Skipf("LINKS ARE NOT TESTED: %v", err)
	}
	if err := os.Symlink("..", filepath.Join(dir, "up")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		"../secret", "a/../../secret", filepath.Join(filepath.Dir(dir), "secret"), "link", "up/secret", "..", "/", "",
		"../nothing", filepath.Join(filepath.Dir(dir), "nothing"), "up/nothing",
	} {
		if name != "" && w.Stat(name) != workspace.Unseen || w.Hash(t.Context(), name) != "" {
			t.Errorf("%s: state %v, hash %q", name, w.Stat(name), w.Hash(t.Context(), name))
		}
	}
}

func TestInside(t *testing.T) {
	w, dir := place(t)
	if err := os.Symlink(filepath.Join("a", "file"), filepath.Join(dir, "link")); err != nil {
		t.Skipf("LINKS ARE NOT TESTED: %v", err)
	}
	for _, name := range []string{"a/file", "./a/file", "a/../a/file", filepath.Join(dir, "a", "file"), "link"} {
		if w.Stat(name) != workspace.Present || w.Hash(t.Context(), name) != sum("inside") {
			t.Errorf("%s: state %v, hash %q", name, w.Stat(name), w.Hash(t.Context(), name))
		}
	}
	for _, name := range []string{"b", "a/file/b", "a/b", filepath.Join(dir, "b")} {
		if w.Stat(name) != workspace.Missing || w.Hash(t.Context(), name) != "" {
			t.Errorf("%s: state %v", name, w.Stat(name))
		}
	}
	if w.Stat("a") != workspace.Present || w.Hash(t.Context(), "a") != "" {
		t.Error("a folder is there, and has no hash")
	}
}

// The workspace and the file may be written by way of links.
func TestByWayOfLinks(t *testing.T) {
	_, dir := place(t)
	alias := filepath.Join(t.TempDir(), "alias")
	if err := os.Symlink(dir, alias); err != nil {
		t.Skipf("LINKS ARE NOT TESTED: %v", err)
	}
	for _, c := range []struct{ folder, file string }{
		{alias, filepath.Join(dir, "a", "file")}, {dir, filepath.Join(alias, "a", "file")}, {alias, "a/file"},
	} {
		if got := workspace.New(c.folder).Hash(t.Context(), c.file); got != sum("inside") {
			t.Errorf("%s in %s: %q", c.file, c.folder, got)
		}
	}
}

// A file that is too long is not read to its end.
func TestLongFile(t *testing.T) {
	w, dir := place(t)
	f, err := os.Create(filepath.Join(dir, "long"))
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Truncate(workspace.MaxFile + 1); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if w.Stat("long") != workspace.Present || w.Hash(t.Context(), "long") != "" {
		t.Error("a file beyond the limit has a hash")
	}
}
