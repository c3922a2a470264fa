package sqlitedb

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/agmem/agmem"
)

// sidecars returns the files that SQLite keeps beside the database, whether
// they exist or not. It keeps them beside the file that a link points to.
func sidecars(path string) []string {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	return []string{path + "-wal", path + "-shm"}
}

// freeSidecars lets the owner of a database write what is left from a time when
// the database was read-only: SQLite gives such files the mode of the database,
// and without them nothing can be written. It returns the file that stays in the
// way, empty for none. Changing a mode disturbs nobody who has the file open.
func (d *DB) freeSidecars() string {
	for _, path := range sidecars(d.path) {
		if writable(path) {
			continue
		}
		info, err := os.Stat(d.path)
		if err != nil {
			continue // it fails again where that matters
		}
		err = os.Chmod(path, info.Mode().Perm())
		if !errors.Is(err, fs.ErrNotExist) && !writable(path) {
			return path
		}
	}
	return ""
}

// readOnlyError says why nothing can be written.
func (d *DB) readOnlyError() error {
	if d.obstacle == "" {
		return agmem.Errorf(agmem.Denied, "%s can be read but not written", d.path).
			WithHint("look at the permissions of the file and of the folder %s", filepath.Dir(d.path))
	}
	return agmem.Errorf(agmem.Denied, "%s can be read but not written, because %s cannot be written", d.path, d.obstacle).
		WithHint("it belongs to the database: give %s the owner and the permissions of the database", filepath.Base(d.obstacle))
}
