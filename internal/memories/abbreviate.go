package memories

import (
	"context"
	"database/sql"

	"github.com/agmem/agmem"
)

// Abbreviate returns the shortest beginning of each id that is unique.
func (s *Store) Abbreviate(ctx context.Context, ids []string) ([]string, error) {
	short := make([]string, len(ids))
	err := s.read(ctx, func(ctx context.Context, t *txn) error {
		for i, text := range ids {
			id, err := parseID(text)
			if err != nil {
				return err
			}
			if short[i], err = abbreviate(ctx, t, id); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return short, nil
}

// abbreviate asks for the neighbours of an id in the index: the ids that begin
// like it the longest stand right beside it.
func abbreviate(ctx context.Context, t *txn, id uuid) (string, error) {
	var before, after sql.RawBytes
	short := ""
	err := t.Rows(ctx, `
		SELECT (SELECT id FROM memories WHERE id < ?1 ORDER BY id DESC LIMIT 1),
			(SELECT id FROM memories WHERE id > ?1 ORDER BY id LIMIT 1)`, []any{id[:]}, func(rows *sql.Rows) error {
		err := rows.Scan(&before, &after)
		short = id.abbreviate(before, after)
		return err
	})
	return short, err
}

// memory returns a record as the caller sees it.
func (t *txn) memory(ctx context.Context, r *record) (agmem.Memory, error) {
	m := r.memory()
	var err error
	m.Short, err = t.short(ctx, r.id)
	return m, err
}

// short is abbreviate where the caller asked for it, and empty otherwise.
func (t *txn) short(ctx context.Context, id uuid) (string, error) {
	if !agmem.WantsShortIDs(ctx) {
		return "", nil
	}
	return abbreviate(ctx, t, id)
}
