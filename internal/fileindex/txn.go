package fileindex

import (
	"context"
	"database/sql"
	"errors"

	"github.com/agmem/agmem/internal/textindex"
)

// txn is a transaction of the cache with its statements.
type txn struct {
	*sql.Tx
	text  textindex.Index
	stmts map[string]*sql.Stmt
}

// run calls do in a transaction and ends it. The result is named so that the
// error of the commit is not lost. The context that do gets is never
// cancelled: the driver starts a goroutine for each statement that can be.
func run(ctx context.Context, db *sql.DB, readOnly bool, do lookup) (err error) {
	ctx = context.WithoutCancel(ctx)
	tx, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: readOnly})
	if err != nil {
		return err
	}
	t := &txn{Tx: tx, text: tables(), stmts: make(map[string]*sql.Stmt)}
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
	return do(ctx, t)
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

func (t *txn) exec(ctx context.Context, query string, args ...any) error {
	s, err := t.stmt(ctx, query)
	if err != nil {
		return err
	}
	_, err = s.ExecContext(ctx, args...)
	return err
}

// rows calls scan for each row of a query, until it returns errEnough.
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
		if err := scan(rows); errors.Is(err, errEnough) {
			return nil
		} else if err != nil {
			return err
		}
	}
	return rows.Err()
}

// errEnough ends the reading of rows.
var errEnough = errors.New("enough")
