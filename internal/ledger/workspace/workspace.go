// Package workspace says what a folder that an agent works in is now: which
// branch and commit are checked out, which files are there, what is in them. No
// program is run, and nothing outside of the folder is looked at.
package workspace

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/agmem/agmem/internal/origin"
)

// MaxFile is the longest file whose content is compared, in bytes.
const MaxFile = 64 << 20

// Detached is what git calls the branch where a commit is checked out by itself.
const Detached = "HEAD"

// Workspace is a folder. What was found out about it is remembered.
type Workspace struct {
	path   string
	head   *head
	hashes map[string]string
}

type head struct{ branch, commit string }

// New returns the folder at path. It touches nothing.
func New(path string) *Workspace {
	return &Workspace{path: path, hashes: make(map[string]string)}
}

// Head returns the branch and the commit that are checked out; the branch is
// [Detached] where there is none. Both are empty outside of a repository, and each
// where it is unknown.
func (w *Workspace) Head() (branch, commit string) {
	if w.head == nil {
		branch, commit := origin.Head(w.path)
		if commit != "" {
			branch = cmp.Or(branch, Detached)
		}
		w.head = &head{branch, commit}
	}
	return w.head.branch, w.head.commit
}

// State is what is known of a file.
type State int

// The states of a file.
const (
	// Unseen is a file that is outside of the folder or cannot be looked at.
	Unseen State = iota
	// Missing is a file that is not there.
	Missing
	// Present is a file, or something else of that name, that is there.
	Present
)

// Stat says whether a file is there. Its name is relative to the folder, or the path
// of something in it.
func (w *Workspace) Stat(name string) State {
	local, ok := w.local(name)
	if !ok {
		return Unseen
	}
	root, err := os.OpenRoot(w.path)
	if isMissing(err) {
		return Missing
	}
	if err != nil {
		return Unseen
	}
	defer root.Close()
	switch _, err := root.Stat(local); {
	case isMissing(err):
		return Missing
	case err != nil:
		return Unseen
	}
	return Present
}

// isMissing says whether an error means that there is no file.
func isMissing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// Hash returns the SHA-256 of a file in hexadecimal, empty for one that is
// outside of the folder, cannot be read, is longer than [MaxFile], or is not a
// regular file, which might never end.
func (w *Workspace) Hash(ctx context.Context, name string) string {
	hash, known := w.hashes[name]
	if !known {
		hash = w.hash(ctx, name)
		w.hashes[name] = hash
	}
	return hash
}

func (w *Workspace) hash(ctx context.Context, name string) string {
	local, ok := w.local(name)
	if !ok {
		return ""
	}
	root, err := os.OpenRoot(w.path)
	if err != nil {
		return ""
	}
	defer root.Close()
	info, err := root.Stat(local)
	if err != nil || !info.Mode().IsRegular() || info.Size() > MaxFile {
		return ""
	}
	f, err := root.Open(local)
	if err != nil {
		return ""
	}
	defer f.Close()
	sum := sha256.New()
	// Not a byte more than the file says that it has: a file of the kernel may have
	// no end.
	if _, err := io.Copy(sum, io.LimitReader(cancellable{ctx, f}, info.Size())); err != nil {
		return ""
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// cancellable is a reader that ends with a context.
type cancellable struct {
	ctx  context.Context
	from io.Reader
}

func (c cancellable) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.from.Read(p)
}

// local returns the name of a file within the folder, and whether it can be there.
func (w *Workspace) local(name string) (string, bool) {
	name = filepath.FromSlash(name)
	if !filepath.IsAbs(name) {
		name = filepath.Clean(name)
		return name, filepath.IsLocal(name)
	}
	if local, err := filepath.Rel(w.path, name); err == nil && filepath.IsLocal(local) {
		return local, true
	}
	// One of the two may have been written by way of a link.
	real, err := filepath.EvalSymlinks(w.path)
	if err != nil {
		return "", false
	}
	folder, err := filepath.EvalSymlinks(filepath.Dir(name))
	if err != nil {
		return "", false
	}
	local, err := filepath.Rel(real, filepath.Join(folder, filepath.Base(name)))
	return local, err == nil && filepath.IsLocal(local)
}
