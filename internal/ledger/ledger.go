package ledger

import (
	"context"
	"errors"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/secrets"
	"github.com/agmem/agmem/internal/sqlitedb"
	"github.com/agmem/agmem/internal/textindex"
)

// Memory is the path of a ledger that ends with the process.
const Memory = ":memory:"

// Options says how a ledger is used. The zero value can be used.
type Options struct {
	// Now is the clock; nil for time.Now.
	Now func() time.Time
	// Dir is the folder that relative paths of workspaces begin in.
	Dir string
	// Guard looks for secrets in what is written; nil for none.
	Guard *secrets.Guard
	// Embedding is how vectors are made, if they are.
	Embedding agmem.Embedding
	// Meaning returns what gives the vector of a question; see [agmem.Query.Meaning].
	// nil where no embedder is configured.
	Meaning func(ctx context.Context, question string) func() *agmem.Vector
	// Wait is how long to wait for other processes that write; 0 for half a minute.
	Wait time.Duration
}

// Ledger is an open ledger. It may be used by several goroutines.
type Ledger struct {
	db   *sqlitedb.DB
	opts Options
}

// Open opens the ledger in the database file at path, or one in memory, and
// makes the file with its folder, and its tables, where they do not exist. A file
// of another program is Invalid, one of a newer agmem Unavailable, one that is
// not a database Corrupt.
func Open(ctx context.Context, path string, opts Options) (*Ledger, error) {
	open := func() (*sqlitedb.DB, error) {
		if path == Memory {
			return sqlitedb.OpenMemory(ctx, component())
		}
		return sqlitedb.Open(ctx, path, sqlitedb.Options{Component: component(), Wait: opts.Wait})
	}
	db, err := open()
	if err != nil {
		return nil, err
	}
	if path == Memory {
		opts.Embedding = agmem.Embedding{} // it ends before a vector is of use
	}
	l := newLedger(db, opts)
	if err := l.refreshIndex(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return l, nil
}

// Holds says whether an open database has a ledger with something in it. It makes
// nothing, and is one small statement where there is none.
func Holds(ctx context.Context, db *sqlitedb.DB) (bool, error) {
	version, err := db.Version(ctx, component())
	if err != nil || version == 0 {
		return false, err
	}
	holds := false
	err = db.Read(ctx, func(ctx context.Context, t *sqlitedb.Tx) error {
		_, err := t.Row(ctx, `SELECT EXISTS (SELECT 1 FROM ledger_entries)`, nil, &holds)
		return err
	})
	return holds, err
}

func newLedger(db *sqlitedb.DB, opts Options) *Ledger {
	if opts.Now == nil {
		opts.Now = time.Now
	}
	return &Ledger{db: db, opts: opts}
}

// Path is the path of the database.
func (l *Ledger) Path() string { return l.db.Path() }

// Close releases what the ledger holds.
func (l *Ledger) Close() error { return l.db.Close() }

// txn is a transaction with what the use cases need beside it.
type txn struct {
	*sqlitedb.Tx
	index textindex.Index
	clock time.Time // when it began
	now   agmem.Instant
}

func (l *Ledger) read(ctx context.Context, do func(context.Context, *txn) error) error {
	return l.db.Read(ctx, l.with(do))
}

// write runs do in a transaction that is committed, and on the disk, when write
// returns nil, and undone otherwise.
func (l *Ledger) write(ctx context.Context, do func(context.Context, *txn) error) error {
	return l.db.Write(ctx, l.with(do))
}

func (l *Ledger) with(do func(context.Context, *txn) error) func(context.Context, *sqlitedb.Tx) error {
	return func(ctx context.Context, t *sqlitedb.Tx) error {
		now := l.opts.Now()
		return do(ctx, &txn{Tx: t, index: textIndex(), clock: now, now: agmem.InstantOf(now)})
	}
}
