package main

import (
	"context"
	"database/sql"
	"errors"

	"github.com/agmem/agmem/internal/recall"
	"github.com/agmem/agmem/internal/textindex"
)

// own is agmem's index, as an import fills it.
type own struct{ index textindex.Index }

func newOwn() own { return own{textindex.New("terms")} }

func (o own) create(ctx context.Context, db *sql.DB) error { return o.index.Create(ctx, db) }

func (o own) put(ctx context.Context, tx *sql.Tx, docs []document) error {
	b := o.index.NewBuilder()
	for _, d := range docs {
		b.Add(d.number, d.terms)
	}
	return b.Flush(ctx, tx)
}

func (o own) tidy(ctx context.Context, db *sql.DB) error {
	for {
		tx, err := db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		more, err := o.index.Merge(ctx, tx)
		if err != nil {
			return errors.Join(err, tx.Rollback())
		}
		if err := tx.Commit(); err != nil || !more {
			return err
		}
	}
}

func (o own) search(ctx context.Context, tx *sql.Tx, plan *recall.Plan) (int, error) {
	snapshot, err := o.index.Snapshot(ctx, tx)
	if err != nil {
		return 0, err
	}
	weighed, err := snapshot.Weigh(ctx, plan, nil)
	if err != nil {
		return 0, err
	}
	return len(weighed.Match().Top(candidates)), nil
}
