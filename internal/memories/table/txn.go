package table

import (
	"context"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/sqlitedb"
	"github.com/agmem/agmem/internal/textindex"
)

// DB is an open file with the tables of memories, and the clock that
// changes are dated by.
type DB struct {
	*sqlitedb.DB
	Clock func() time.Time
}

// Open opens the database file at path; see [sqlitedb.Open].
func Open(ctx context.Context, path string, readOnly bool, clock func() time.Time) (*DB, error) {
	db, err := sqlitedb.Open(ctx, path, sqlitedb.Options{ReadOnly: readOnly, Component: Component()})
	if err != nil {
		return nil, err
	}
	return &DB{DB: db, Clock: clock}, nil
}

// Txn is a transaction with what its verbs need beside it.
type Txn struct {
	*sqlitedb.Tx
	// Index is where searches look words up.
	Index textindex.Index
	// Now is when the transaction began.
	Now agmem.Instant
	// by is who makes the changes.
	by agmem.Origin
	// Batch is the seq of the first change of the call, 0 before it.
	Batch int64
	// overwrites says that what is freed is overwritten, see OverwriteFreed.
	overwrites bool
	// rows that this transaction has met or made
	origins  map[agmem.Origin]*int64 // and places, which are origins with a file alone
	sessions map[string]*int64
}

// Now is the instant of the clock.
func (d *DB) Now() agmem.Instant { return agmem.InstantOf(d.Clock()) }

// Read runs do, with a context that is never cancelled, in a transaction that
// sees one moment of the store.
func (d *DB) Read(ctx context.Context, do func(context.Context, *Txn) error) error {
	return d.DB.Read(ctx, d.with(do))
}

// Write runs do, with a context that is never cancelled, in a transaction of
// the only writer. It is committed and on the disk when write returns nil, and
// undone otherwise.
func (d *DB) Write(ctx context.Context, do func(context.Context, *Txn) error) error {
	return d.DB.Write(ctx, d.with(do))
}

// OverwriteFreed makes SQLite overwrite the pages that the rest of the
// transaction frees. What is deleted within a page it always overwrites.
func (t *Txn) OverwriteFreed(ctx context.Context) error {
	if t.overwrites {
		return nil
	}
	t.overwrites = true
	return t.Set(ctx, "secure_delete", "ON")
}

func (d *DB) with(do func(context.Context, *Txn) error) func(context.Context, *sqlitedb.Tx) error {
	return func(ctx context.Context, t *sqlitedb.Tx) error {
		return do(ctx, &Txn{
			Tx: t, Index: textIndex(), Now: d.Now(),
			origins:  make(map[agmem.Origin]*int64),
			sessions: make(map[string]*int64),
		})
	}
}
