package fileindex

import (
	"context"

	"github.com/agmem/agmem/internal/sqlitedb"
	"github.com/agmem/agmem/internal/textindex"
)

// txn is a transaction of the cache.
type txn struct {
	*sqlitedb.Tx
	text  textindex.Index
	files []File // of the listing, where the index has followed all of it
}

// read and write call do in a transaction. A caller who gives up does not end
// it: the steps that change the cache look for that themselves and keep what
// was done.
func read(ctx context.Context, db *sqlitedb.DB, do lookup) error {
	return db.Read(context.WithoutCancel(ctx), within(do))
}

func write(ctx context.Context, db *sqlitedb.DB, do lookup) error {
	return db.Write(context.WithoutCancel(ctx), within(do))
}

func within(do lookup) func(context.Context, *sqlitedb.Tx) error {
	return func(ctx context.Context, t *sqlitedb.Tx) error { return do(ctx, &txn{Tx: t, text: tables()}) }
}
