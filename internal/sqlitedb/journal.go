package sqlitedb

import (
	"context"
	"math/rand/v2"
	"time"

	codes "modernc.org/sqlite/lib"
)

// enterWAL switches the journal, which SQLite does without waiting for other
// processes: so this waits.
func (d *DB) enterWAL(ctx context.Context) error {
	if d.network {
		return nil
	}
	for deadline := time.Now().Add(d.wait); ; {
		_, err := d.sql.ExecContext(ctx, `PRAGMA journal_mode = WAL`)
		if !isCode(err, codes.SQLITE_BUSY) || time.Now().After(deadline) {
			return err
		}
		time.Sleep(time.Millisecond + rand.N(10*time.Millisecond))
	}
}

// useRollbackJournal is for a file on a network file system, where the shared
// memory of a WAL cannot work.
func (d *DB) useRollbackJournal(ctx context.Context) error {
	_, err := d.sql.ExecContext(ctx, `PRAGMA journal_mode = DELETE`)
	return err
}
