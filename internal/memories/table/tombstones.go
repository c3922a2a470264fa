package table

import "context"

// Tombstone is what is left of a deleted memory.
type Tombstone struct {
	number int64
	ID     ID
}

// GraveOf returns the tombstone that keeps an id or a content out, nil for
// none.
func GraveOf(ctx context.Context, t *Txn, id ID, h Hash) (*Tombstone, error) {
	var g Tombstone
	found, err := t.Row(ctx, `
		SELECT number, id FROM tombstones WHERE id = ?1
		UNION ALL SELECT number, id FROM tombstones WHERE hash = ?2
		UNION ALL SELECT number, id FROM tombstones WHERE given = ?2`,
		[]any{id[:], h[:]}, &g.number, ScanBytes(g.ID[:]))
	if err != nil || !found {
		return nil, err
	}
	return &g, nil
}

// Open takes the effect of tombstones away from what comes back: the one of
// its id goes, those of its content stay without it.
func (g *Tombstone) Open(ctx context.Context, t *Txn, in *Record) error {
	if g.ID == in.ID {
		in.Number = g.number
		if err := t.Do(ctx, `DELETE FROM tombstones WHERE number = ?`, g.number); err != nil {
			return err
		}
	}
	return AllowContent(ctx, t, in.Hash)
}

// AllowContent lets the content with a hash come back, whichever tombstones keep
// it out.
func AllowContent(ctx context.Context, t *Txn, h Hash) error {
	if err := t.Do(ctx, `UPDATE tombstones SET hash = NULL WHERE hash = ?`, h[:]); err != nil {
		return err
	}
	return t.Do(ctx, `UPDATE tombstones SET given = NULL WHERE given = ?`, h[:])
}
