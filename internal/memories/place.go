package memories

import (
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/agmem/agmem"
)

// busyTimeout is how long a process waits for its turn to write.
const busyTimeout = 30 * time.Second

// mode is how much of the file system a connection needs.
type mode string

const (
	modeWrite mode = "rw"
	// modeRead needs to make or write the -shm file beside the database.
	modeRead mode = "ro"
	// modeFrozen needs nothing and sees no -wal: only for a file that nobody
	// can be writing.
	modeFrozen mode = "ro&immutable=1"
)

// dataSource returns the driver's name of a file. The busy time-out comes
// first, for all that follows may have to wait. What is deleted is overwritten
// where that costs nothing (secure_delete FAST); a purge does the rest.
func dataSource(path string, m mode) string {
	slashed := filepath.ToSlash(path)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed // a Windows drive
	}
	u := url.URL{Scheme: "file", Path: slashed}
	return u.String() + "?mode=" + string(m) + "&_txlock=immediate" +
		"&_pragma=busy_timeout(30000)&_pragma=synchronous(FULL)&_pragma=foreign_keys(ON)&_pragma=secure_delete(FAST)"
}

// createPrivate makes an empty file that only the user can read; SQLite gives
// the -wal and the -shm the same mode. One that exists is left alone.
//
// The file is made under another name and linked, never opened under its own:
// closing it would drop the locks that another connection of this process
// holds on it.
func createPrivate(path string) (err error) {
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
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
		return agmem.Errorf(agmem.Denied, "%s cannot be made: %w", path, err).
			WithHint("look at the permissions of the folder, or choose another file").
			WithStep(agmem.ActionChooseDatabase, "")
	case isFull(err):
		return agmem.Errorf(agmem.Unavailable, "the disk is full: %w", err).WithHint("free some space")
	default:
		return agmem.Errorf(agmem.Unavailable, "%s cannot be opened: %w", path, err)
	}
}
