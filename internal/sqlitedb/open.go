package sqlitedb

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	codes "modernc.org/sqlite/lib"

	"github.com/agmem/agmem"
)

// DB is an open database. It may be used by several goroutines.
type DB struct {
	path     string
	readOnly bool
	network  bool   // the file is on a network file system
	mapped   bool   // its beginning is read as memory
	obstacle string // a file beside the database that keeps it from being written; empty for none
	sql      *sql.DB
	wait     time.Duration // for other processes that write
	// turn is held by the one goroutine that writes. SQLite would let others
	// poll; this queue is fair and can be left.
	turn chan struct{}
}

// Options says how to open a file.
type Options struct {
	// ReadOnly refuses writes and never makes a file. A file or folder that
	// cannot be written is opened that way without being asked.
	ReadOnly bool
	// Wait is how long to wait for other processes that write; 0 for half a minute.
	Wait time.Duration
	// Component is the tables that the caller works with.
	Component Component
}

func newDB(path string) *DB { return &DB{path: path, wait: busyTimeout, turn: make(chan struct{}, 1)} }

// Open opens the database file at path and makes it, with its folder, where
// it does not exist. A file of another program is Invalid, one of a newer
// agmem Unavailable, one that is not a database Corrupt.
func Open(ctx context.Context, path string, opts Options) (*DB, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, agmem.Errorf(agmem.Invalid, "the path %q: %w", path, err)
	}
	d := newDB(full)
	d.readOnly = opts.ReadOnly
	if opts.Wait > 0 {
		d.wait = opts.Wait
	}
	return d.opened(d.open(quiet(ctx), opts.Component))
}

// opened returns the database, or closes it where it could not be opened.
func (d *DB) opened(err error) (*DB, error) {
	if err == nil {
		return d, nil
	}
	if d.sql != nil {
		err = errors.Join(err, d.sql.Close())
	}
	return nil, d.Failure(err)
}

func (d *DB) open(ctx context.Context, c Component) error {
	if err := d.makeFile(); err != nil {
		return err
	}
	d.network = onNetwork(filepath.Dir(d.path))
	d.mapped = canMap && !d.network
	d.readOnly = d.readOnly || !writable(d.path)
	if !d.readOnly {
		d.obstacle = d.freeSidecars()
		d.readOnly = d.obstacle != ""
	}
	h, err := d.connect(ctx)
	if err != nil {
		return err
	}
	if err := d.prepare(ctx, h, c); err != nil {
		return err
	}
	if d.readOnly || !d.network {
		return nil
	}
	return d.useRollbackJournal(ctx)
}

// prepare checks the file and brings the tables of a component up to date.
func (d *DB) prepare(ctx context.Context, h header, c Component) error {
	if err := h.check(d.path); err != nil {
		return err
	}
	version, err := c.version(ctx, d.sql, h)
	if err != nil {
		return err
	}
	if err := c.check(d.path, version); err != nil || version == len(c.Steps) {
		return err
	}
	if d.readOnly {
		return agmem.Errorf(agmem.Denied, "%s is empty or from an older agmem, and cannot be written to", d.path)
	}
	if err := d.enterWAL(ctx); err != nil {
		return err
	}
	return d.migrate(ctx, c, version)
}

func (d *DB) makeFile() error {
	if !d.readOnly {
		if err := createPrivate(d.path); err != nil {
			return fileFailure(d.path, err)
		}
	}
	info, err := os.Stat(d.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return agmem.Errorf(agmem.NotFound, "there is no database %s", d.path)
	case err != nil:
		return fileFailure(d.path, err)
	case info.IsDir():
		return agmem.Errorf(agmem.Invalid, "%s is a folder, not a database", d.path)
	}
	return nil
}

// connect opens the file in the first way that works and reads its header.
func (d *DB) connect(ctx context.Context) (header, error) {
	if !d.readOnly {
		h, err := d.try(ctx, modeWrite)
		if err == nil || !isAccess(err) {
			return h, err
		}
		d.readOnly = true
	}
	h, err := d.try(ctx, modeRead)
	if err == nil || !isAccess(err) {
		return h, err
	}
	// What a -wal holds is committed: reading without it would give wrong answers.
	if wal, statErr := os.Stat(d.path + "-wal"); statErr == nil && wal.Size() > 0 {
		return h, err
	}
	return d.try(ctx, modeFrozen)
}

func isAccess(err error) bool {
	return isCode(err, codes.SQLITE_CANTOPEN) || isCode(err, codes.SQLITE_READONLY) || isCode(err, codes.SQLITE_PERM)
}

func (d *DB) try(ctx context.Context, m mode) (h header, err error) {
	if d.sql != nil {
		if err := d.sql.Close(); err != nil {
			return header{}, err
		}
	}
	settings := waiting(d.wait) + durable
	if d.mapped {
		settings += mapping()
	}
	if d.sql, err = pool(dataSource(d.path, m, settings), maxConnections); err != nil {
		return header{}, err
	}
	return readHeader(ctx, d.sql)
}
