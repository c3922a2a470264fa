package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/textindex"
)

// txn is a transaction with what its verbs need beside it.
type txn struct {
	*sql.Tx
	index textindex.Index
	now   agmem.Instant
	stmts map[string]*sql.Stmt
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

// run calls do and ends the transaction. The result is named so that the
// error of the commit is not lost.
func (s *Store) run(ctx context.Context, tx *sql.Tx, do func(context.Context, *txn) error) (err error) {
	t := &txn{
		Tx: tx, index: s.index, now: s.now(),
		stmts:    make(map[string]*sql.Stmt),
		origins:  make(map[agmem.Origin]*int64),
		sessions: make(map[string]*int64),
	}
	defer func() {
		err = errors.Join(err, t.closeStatements())
		if err == nil {
			err = tx.Commit()
			return
		}
		if undo := tx.Rollback(); undo != nil && !errors.Is(undo, sql.ErrTxDone) {
			err = errors.Join(err, undo)
		}
	}()
	return do(quiet(ctx), t)
}

func (t *txn) closeStatements() error {
	var err error
	for _, s := range t.stmts {
		err = errors.Join(err, s.Close())
	}
	return err
}

// stmt prepares a statement once in a transaction.
func (t *txn) stmt(ctx context.Context, query string) (*sql.Stmt, error) {
	if s := t.stmts[query]; s != nil {
		return s, nil
	}
	s, err := t.PrepareContext(ctx, query)
	if err == nil {
		t.stmts[query] = s
	}
	return s, err
}

// exec runs a statement and returns how many rows it touched.
func (t *txn) exec(ctx context.Context, query string, args ...any) (int64, error) {
	s, err := t.stmt(ctx, query)
	if err != nil {
		return 0, err
	}
	res, err := s.ExecContext(ctx, args...)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// insert runs an INSERT and returns the new row's number.
func (t *txn) insert(ctx context.Context, query string, args ...any) (int64, error) {
	s, err := t.stmt(ctx, query)
	if err != nil {
		return 0, err
	}
	res, err := s.ExecContext(ctx, args...)
	if err != nil {
		return 0, err
	}
	return res.LastInsertId()
}

// row scans the first row of a query into dest and says whether there was one.
func (t *txn) row(ctx context.Context, query string, args []any, dest ...any) (bool, error) {
	s, err := t.stmt(ctx, query)
	if err != nil {
		return false, err
	}
	err = s.QueryRowContext(ctx, args...).Scan(dest...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// rows calls scan for each row of a query.
func (t *txn) rows(ctx context.Context, query string, args []any, scan func(*sql.Rows) error) (err error) {
	s, err := t.stmt(ctx, query)
	if err != nil {
		return err
	}
	rows, err := s.QueryContext(ctx, args...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}
