package sqlitedb

import (
	"context"
	"database/sql"
	"errors"
)

// Tx is a transaction with the few verbs that rooms need: each statement is
// prepared once, and rows are read by a callback.
type Tx struct {
	*sql.Tx
	stmts    map[string]*sql.Stmt
	settings []setting
}

// end commits where err is nil, and undoes all otherwise. It returns err, with
// what went wrong at the end.
func (t *Tx) end(err error) error {
	err = errors.Join(err, t.CloseStatements(), t.restore())
	if err == nil {
		return t.Commit()
	}
	undo := t.Rollback()
	if undo == nil || errors.Is(undo, sql.ErrTxDone) || undoneAlready(err) {
		return err
	}
	return errors.Join(err, undo)
}

// CloseStatements closes what was prepared, which a table that is dropped needs;
// it is prepared again when it is used again.
func (t *Tx) CloseStatements() error {
	var err error
	for _, s := range t.stmts {
		err = errors.Join(err, s.Close())
	}
	clear(t.stmts)
	return err
}

// Stmt prepares a statement, once in a transaction.
func (t *Tx) Stmt(ctx context.Context, query string) (*sql.Stmt, error) {
	if s := t.stmts[query]; s != nil {
		return s, nil
	}
	s, err := t.PrepareContext(ctx, query)
	if err == nil {
		t.stmts[query] = s
	}
	return s, err
}

// Do runs a statement.
func (t *Tx) Do(ctx context.Context, query string, args ...any) error {
	s, err := t.Stmt(ctx, query)
	if err != nil {
		return err
	}
	_, err = s.ExecContext(ctx, args...)
	return err
}

// Insert runs an INSERT and returns the new row's number, 0 where the statement
// may leave rows out and made none.
func (t *Tx) Insert(ctx context.Context, query string, args ...any) (int64, error) {
	s, err := t.Stmt(ctx, query)
	if err != nil {
		return 0, err
	}
	res, err := s.ExecContext(ctx, args...)
	if err != nil {
		return 0, err
	}
	// The number of the last insert stays what it was where nothing is inserted.
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return 0, err
	}
	return res.LastInsertId()
}

// Row scans the first row of a query into dest and says whether there was one.
func (t *Tx) Row(ctx context.Context, query string, args []any, dest ...any) (bool, error) {
	s, err := t.Stmt(ctx, query)
	if err != nil {
		return false, err
	}
	err = s.QueryRowContext(ctx, args...).Scan(dest...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// ErrEnough ends the reading of Rows without an error, where the callback
// returns it.
var ErrEnough = errors.New("enough")

// Rows calls scan for each row of a query.
func (t *Tx) Rows(ctx context.Context, query string, args []any, scan func(*sql.Rows) error) (err error) {
	s, err := t.Stmt(ctx, query)
	if err != nil {
		return err
	}
	rows, err := s.QueryContext(ctx, args...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		if err := scan(rows); errors.Is(err, ErrEnough) {
			return nil
		} else if err != nil {
			return err
		}
	}
	return rows.Err()
}
