package sqlitedb

import (
	"context"
	"os"
)

// Path returns the path of the file.
func (d *DB) Path() string { return d.path }

// OnNetwork says whether the file is on a network file system, where it
// works, but slower, and programs wait longer for each other.
func (d *DB) OnNetwork() bool { return d.network }

// Close closes the database.
func (d *DB) Close() error { return d.Failure(d.sql.Close()) }

// CheckWritable returns Denied where the database can only be read.
func (d *DB) CheckWritable() error {
	if !d.readOnly {
		return nil
	}
	return d.readOnlyError()
}

// Version returns how many steps the tables of a component have had that the
// file need not have been opened for; 0 if there are none. It makes nothing.
func (d *DB) Version(ctx context.Context, c Component) (int, error) {
	ctx = quiet(ctx)
	var h header
	if c.InHeader {
		var err error
		if h, err = readHeader(ctx, d.sql); err != nil {
			return 0, d.Failure(err)
		}
	}
	version, err := c.version(ctx, d.sql, h)
	return version, d.Failure(err)
}

// Size is the bytes of the database and its WAL on the disk.
func (d *DB) Size() int64 {
	var size int64
	for _, path := range []string{d.path, d.path + "-wal"} {
		if info, err := os.Stat(path); err == nil { // a WAL may come and go
			size += info.Size()
		}
	}
	return size
}

// EmptyWAL writes all into the file and leaves the WAL, in which older states
// of the pages stand, with no bytes. Where a reader is in the way, the next
// writer does it.
func (d *DB) EmptyWAL(ctx context.Context) error {
	_, err := d.sql.ExecContext(quiet(ctx), `PRAGMA wal_checkpoint(TRUNCATE)`)
	return d.Failure(err)
}

// quiet returns ctx without its cancellation. The driver starts a goroutine
// for each statement that can be cancelled, which costs more than a short
// statement does; loops ask the real context between statements instead.
func quiet(ctx context.Context) context.Context { return context.WithoutCancel(ctx) }
