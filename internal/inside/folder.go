// Package inside reads and names the files of one folder without leaving it.
//
// The files of a project may be a stranger's: they came with a clone, and a
// symbolic link among them can lead anywhere. So what is below a [Folder] is
// opened step by step from the folder (os.Root), where no link can lead out,
// not even one that is put there in the meantime. A link that leads out is read
// only if the user allowed that, and nothing is ever written through it. Only
// regular files are opened, so a named pipe holds nobody up.
//
// A hard link cannot be told from the file: what is one in the folder, the user
// put there.
package inside

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Folder is a folder whose files are read and written from inside. It may be
// used by several goroutines.
type Folder struct {
	base   string
	below  string
	follow func() (bool, error)
}

// New returns the folder that is called below in the folder base; "." is base
// itself. Base is the user's choice and may be a link to anywhere; a link in
// below must not lead out of base. Follow says whether links that lead out
// are read; it is asked when one is met; nil is no.
func New(base, below string, follow func() (bool, error)) *Folder {
	if follow == nil {
		follow = func() (bool, error) { return false, nil }
	}
	return &Folder{base: base, below: below, follow: follow}
}

// Path returns the path of the folder.
func (f *Folder) Path() string { return filepath.Join(f.base, f.below) }

// Join returns the path of a file in the folder.
func (f *Folder) Join(name string) string { return filepath.Join(f.base, f.below, name) }

// action is something that is done with a name below a root.
type action func(root *os.Root, name string) error

// do runs an action with a name in the folder, wherever allowed links lead.
func (f *Folder) do(name string, act action) error {
	base, err := os.OpenRoot(f.base)
	if err != nil {
		return named(f.Join(name), err)
	}
	defer base.Close()
	if f.below == "." {
		return named(f.Join(name), f.through(base, f.base, filepath.Clean(name), act))
	}
	err = f.through(base, f.base, f.below, func(root *os.Root, below string) error {
		folder, err := root.OpenRoot(below)
		if err != nil {
			return err
		}
		defer folder.Close()
		return f.through(folder, f.Path(), filepath.Clean(name), act)
	})
	return named(f.Join(name), err)
}

// through runs an action with a name below a root that is at path. A root
// follows relative links that stay in it. An absolute link that stays in it is
// looked up here, and so is one that leads out, if it may be followed.
func (f *Folder) through(root *os.Root, path, name string, act action) error {
	err := act(root, name)
	if err == nil || isSettled(err) {
		return err
	}
	real, missing := filepath.EvalSymlinks(filepath.Join(path, name))
	switch {
	case errors.Is(missing, fs.ErrNotExist):
		real = Real(filepath.Join(path, name)) // where the link leads all the same
	case missing != nil:
		return err
	}
	if rel, ok := relative(Real(path), real); ok {
		if missing != nil || rel == name { // it is not about a link
			return cmp.Or(missing, err)
		}
		return act(root, rel)
	}
	if may, followErr := f.follow(); followErr != nil || !may {
		return cmp.Or(followErr, unread(&LinkError{filepath.Join(path, name), path, real}))
	}
	return outside(real, act)
}

// outside runs an action with a path that has no links.
func outside(path string, act action) error {
	folder, name := filepath.Dir(path), filepath.Base(path)
	if folder == path {
		name = "." // it is the root of the file system
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer root.Close()
	return act(root, name)
}

// relative returns the name of a path below a folder; false where it is not
// there. Both are real paths.
func relative(folder, path string) (string, bool) {
	rel, err := filepath.Rel(folder, path)
	return rel, err == nil && filepath.IsLocal(rel)
}
