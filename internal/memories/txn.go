package memories

import (
	"context"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/sqlitedb"
	"github.com/agmem/agmem/internal/textindex"
)

// txn is a transaction with what its verbs need beside it.
type txn struct {
	*sqlitedb.Tx
	index textindex.Index
	now   agmem.Instant
	// by is who makes the changes.
	by agmem.Origin
	// batch is the seq of the first change of the call, 0 before it.
	batch int64
	// rows that this transaction has met or made
	origins  map[agmem.Origin]*int64
	sessions map[string]*int64
}

// read runs do, with a context that is never cancelled, in a transaction that sees one moment of the store.
func (s *Store) read(ctx context.Context, do func(context.Context, *txn) error) error {
	return s.db.Read(ctx, s.with(do))
}

// write runs do, with a context that is never cancelled, in a transaction of the only writer. It is committed and on
// the disk when write returns nil, and undone otherwise.
func (s *Store) write(ctx context.Context, do func(context.Context, *txn) error) error {
	return s.db.Write(ctx, s.with(do))
}

func (s *Store) with(do func(context.Context, *txn) error) func(context.Context, *sqlitedb.Tx) error {
	return func(ctx context.Context, t *sqlitedb.Tx) error {
		return do(ctx, &txn{
			Tx: t, index: textIndex(), now: s.now(),
			origins:  make(map[agmem.Origin]*int64),
			sessions: make(map[string]*int64),
		})
	}
}
