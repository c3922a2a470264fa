package fileindex

import (
	"context"
	"database/sql"

	"github.com/agmem/agmem/internal/sqltx"
	"github.com/agmem/agmem/internal/textindex"
)

// txn is a transaction of the cache.
type txn struct {
	*sqltx.Tx
	text textindex.Index
}

// run calls do in a transaction and ends it. The context that do gets is never
// cancelled: the driver starts a goroutine for each statement that can be.
func run(ctx context.Context, db *sql.DB, readOnly bool, do lookup) error {
	ctx = context.WithoutCancel(ctx)
	tx, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: readOnly})
	if err != nil {
		return err
	}
	t := &txn{Tx: sqltx.New(tx), text: tables()}
	return t.End(do(ctx, t))
}
