package sqlitedb

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/agmem/agmem"
)

// createPrivate makes an empty file that only the user can read; SQLite gives
// the -wal and the -shm the same mode. One that exists is left alone.
//
// The file is never opened: closing it would drop the locks that another
// connection of this process holds on it.
func createPrivate(path string) error {
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return makeEmpty(path)
}

// makeLinked makes the file under another name and links it. A process that is
// killed meanwhile leaves the other name.
func makeLinked(path string) (err error) {
	tmp, err := os.CreateTemp(filepath.Dir(path), ".agmem-*.tmp") // mode 0600
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.Remove(tmp.Name())) }()
	if err := tmp.Close(); err != nil {
		return err
	}
	err = os.Link(tmp.Name(), path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return nil
	}
	return createUnlinked(path)
}

// createUnlinked is for file systems without hard links.
func createUnlinked(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return f.Close()
}

// fileFailure gives an error of the file system its kind.
func fileFailure(path string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrPermission) || isReadOnlyFileSystem(err):
		done := "created"
		if failed, ok := errors.AsType[*fs.PathError](err); ok && failed.Op == "stat" { // it may be there
			done = "opened"
		}
		return agmem.Errorf(agmem.Denied, "%s cannot be %s: %w", path, done, err).
			WithHint("look at the permissions of the folder, or choose another file").
			WithStep(agmem.ActionChooseDatabase, "")
	case isFull(err):
		return agmem.Errorf(agmem.Unavailable, "the disk is full: %w", err).WithHint("free some space")
	default:
		return agmem.Errorf(agmem.Unavailable, "%s cannot be opened: %w", path, err)
	}
}
