package agmemcli

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/agmem/agmem"
)

// temporary is the name that a link has until it takes its own.
func (l *linker) temporary(want link) string { return filepath.Join(l.dir, "."+want.Name+".new") }

// sweep takes away what a killed run left under the temporary name of a link. On
// Windows that may be a part of a copy, which is known by its name alone.
func (l *linker) sweep(want link) error {
	path := l.temporary(want)
	if _, err := os.Lstat(path); err != nil {
		return nil // there is none, or making it says why not
	}
	if runtime.GOOS != "windows" && !l.isLink(path) {
		return notOurs(path)
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return unlinked(path, err)
	}
	return nil
}

func notOurs(path string) error {
	return agmem.Errorf(agmem.Conflict, "%s is not a link to this agmem", path).
		WithHint("remove it yourself if nothing needs it")
}

// place makes a link under a temporary name and then renames it in one
// step, so that the name always exists.
func (l *linker) place(want link) error {
	temporary := l.temporary(want)
	if err := create(want, temporary); err != nil {
		return err
	}
	if err := os.Rename(temporary, want.Path); err != nil {
		return errors.Join(err, os.Remove(temporary))
	}
	return nil
}

// create makes a symbolic link; on Windows, where that needs a right that few
// have, a hard link or a copy.
func create(want link, path string) error {
	if runtime.GOOS != "windows" {
		return os.Symlink(want.Target, path)
	}
	if os.Link(want.program, path) == nil {
		return nil
	}
	return copyProgram(want.program, path)
}

func copyProgram(from, to string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o755)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	_, err = io.Copy(out, in)
	return err
}
