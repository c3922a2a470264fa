package memories

import (
	"context"
	"database/sql"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/sqltx"
	"github.com/agmem/agmem/internal/textindex"
)

// txn is a transaction with what its verbs need beside it.
type txn struct {
	*sqltx.Tx
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
	if err := ctx.Err(); err != nil {
		return s.failure(err)
	}
	tx, err := s.db.BeginTx(quiet(ctx), &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return s.failure(err)
	}
	return s.failure(s.run(ctx, tx, do))
}

// write runs do, with a context that is never cancelled, in a transaction of the only writer. It is committed and on
// the disk when write returns nil, and undone otherwise.
func (s *Store) write(ctx context.Context, do func(context.Context, *txn) error) error {
	if s.readOnly {
		return s.denied()
	}
	if err := s.takeTurn(ctx); err != nil {
		return s.failure(err)
	}
	tx, err := s.begin(ctx)
	if err != nil {
		return s.failure(err)
	}
	defer s.endTurn()
	return s.failure(s.run(ctx, tx, do))
}

func (s *Store) takeTurn(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case s.writing <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *Store) endTurn() { <-s.writing }

// begin waits for the write lock of the file. SQLite's waiting cannot be
// interrupted, so a caller who gives up leaves it to a goroutine. It ends the
// turn where it returns an error.
func (s *Store) begin(ctx context.Context) (*sql.Tx, error) {
	type begun struct {
		tx  *sql.Tx
		err error
	}
	done := make(chan begun, 1)
	go func() {
		tx, err := s.db.BeginTx(quiet(ctx), nil)
		done <- begun{tx, err}
	}()
	select {
	case b := <-done:
		if b.err != nil {
			s.endTurn()
		}
		return b.tx, b.err
	case <-ctx.Done():
		go func() {
			if b := <-done; b.err == nil {
				_ = b.tx.Rollback() // nothing was written
			}
			s.endTurn()
		}()
		return nil, ctx.Err()
	}
}

// run calls do and ends the transaction.
func (s *Store) run(ctx context.Context, tx *sql.Tx, do func(context.Context, *txn) error) error {
	t := &txn{
		Tx: sqltx.New(tx), index: s.index, now: s.now(),
		origins:  make(map[agmem.Origin]*int64),
		sessions: make(map[string]*int64),
	}
	return t.End(do(quiet(ctx), t))
}
