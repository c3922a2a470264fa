package sqlitedb

import (
	"context"
	"errors"
	"path/filepath"

	driver "modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"

	"github.com/agmem/agmem"
)

// Failure gives an error of the driver or of the context its kind and a
// sentence with the file's path. Errors that have a kind pass as they are.
func (d *DB) Failure(err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*agmem.Error](err); ok {
		return err
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return agmem.Errorf(agmem.Cancelled, "cancelled: %w", err)
	}
	if errors.Is(err, errUnmapped) {
		return corrupt(d.path, err)
	}
	code, ok := codeOf(err)
	if !ok {
		return agmem.Errorf(agmem.Internal, "the database %s: %w", d.path, err)
	}
	return d.failureOfCode(code, err)
}

// codeOf returns SQLite's primary result code.
func codeOf(err error) (int, bool) {
	e, ok := errors.AsType[*driver.Error](err)
	if !ok {
		return 0, false
	}
	return e.Code() & 0xff, true
}

func isCode(err error, code int) bool {
	c, ok := codeOf(err)
	return ok && c == code
}

// undoneAlready says whether SQLite has undone a transaction by itself when it
// met err, so that there may be none to undo.
func undoneAlready(err error) bool {
	return isCode(err, codes.SQLITE_FULL) || isCode(err, codes.SQLITE_IOERR) || isCode(err, codes.SQLITE_NOMEM)
}

func (d *DB) failureOfCode(code int, err error) error {
	path := d.path
	switch code {
	case codes.SQLITE_FULL:
		return agmem.Errorf(agmem.Unavailable, "the disk is full, and this change was not written to %s: %w", path, err).
			WithHint("free some space and run the command again")
	case codes.SQLITE_BUSY, codes.SQLITE_LOCKED:
		return agmem.Errorf(agmem.Unavailable, "another process has kept %s locked for %v", path, d.wait).
			WithHint("run the command again when it has finished")
	case codes.SQLITE_CORRUPT, codes.SQLITE_NOTADB,
		codes.SQLITE_ERROR: // statements are fixed and the tables were made: one is missing, or its values are spoilt
		return corrupt(path, err)
	case codes.SQLITE_READONLY, codes.SQLITE_CANTOPEN, codes.SQLITE_PERM, codes.SQLITE_AUTH:
		return agmem.Errorf(agmem.Denied, "%s cannot be opened for this: %w", path, err).
			WithHint("look at the permissions of the file and of the folder %s", filepath.Dir(path))
	case codes.SQLITE_INTERRUPT:
		return agmem.Errorf(agmem.Cancelled, "cancelled: %w", err)
	case codes.SQLITE_IOERR:
		return agmem.Errorf(agmem.Unavailable, "%s cannot be read or written: %w", path, err).
			WithHint("look at the disk, then check the database").WithStep(agmem.ActionRun, "check")
	default:
		return agmem.Errorf(agmem.Internal, "the database %s: %w", path, err)
	}
}

func corrupt(path string, err error) error {
	return agmem.Errorf(agmem.Corrupt, "%s is damaged or is not a database: %w", path, err).
		WithHint(`restore a copy, or save what can be read: sqlite3 %q .recover | sqlite3 rescued.db`, path)
}
