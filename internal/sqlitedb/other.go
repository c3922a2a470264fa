package sqlitedb

import (
	"context"
	"path/filepath"

	"github.com/agmem/agmem"
)

// OpenMemory returns a database in memory, for this process alone. It has one
// connection, so a transaction must not begin within another.
func OpenMemory(ctx context.Context, c Component) (*DB, error) {
	d := newDB(":memory:")
	var err error
	d.sql, err = pool("file::memory:?_txlock=immediate", 1)
	if err == nil && len(c.Steps) > 0 {
		err = d.takeSteps(quiet(ctx), c)
	}
	return d.opened(err)
}

// OpenCache opens a file that is there and can be made again: no byte of it is
// looked at before the first transaction, and after a crash it may be damaged.
// It has one connection, and waits for no other process: a lock of the
// caller's has to keep them out.
func OpenCache(path string) (*DB, error) {
	d := newDB(path)
	var err error
	d.sql, err = pool(dataSource(path, modeWrite, disposable), 1)
	return d.opened(err)
}

// OpenForeign opens a database that another program wrote, for reading. What
// is in it is the caller's to check.
func OpenForeign(ctx context.Context, path string) (*DB, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, agmem.Errorf(agmem.Invalid, "the path %q: %w", path, err)
	}
	d := newDB(full)
	d.readOnly = true
	_, err = d.connect(quiet(ctx))
	return d.opened(err)
}

// IsOurs says whether agmem made the file that a transaction reads.
func IsOurs(ctx context.Context, t *Tx) (bool, error) {
	h, err := readHeader(ctx, t.Tx)
	return h.application == applicationID, err
}
