package table

import (
	"context"
	"database/sql"

	"github.com/agmem/agmem"
)

// Abbreviate asks for the neighbours of an id in the index: the ids that begin
// like it the longest are right beside it.
func Abbreviate(ctx context.Context, t *Txn, id ID) (string, error) {
	var before, after sql.RawBytes
	short := ""
	err := t.Rows(ctx, `
		SELECT (SELECT id FROM memories WHERE id < ?1 ORDER BY id DESC LIMIT 1),
			(SELECT id FROM memories WHERE id > ?1 ORDER BY id LIMIT 1)`, []any{id[:]}, func(rows *sql.Rows) error {
		err := rows.Scan(&before, &after)
		short = id.Abbreviate(before, after)
		return err
	})
	return short, err
}

// Memory returns a record as the caller sees it.
func (t *Txn) Memory(ctx context.Context, r *Record) (agmem.Memory, error) {
	m := r.Memory()
	var err error
	m.Short, err = t.Short(ctx, r.ID)
	return m, err
}

// Short is abbreviate where the caller asked for it, and empty otherwise.
func (t *Txn) Short(ctx context.Context, id ID) (string, error) {
	if !agmem.WantsShortIDs(ctx) {
		return "", nil
	}
	return Abbreviate(ctx, t, id)
}
