package memories

import "context"

// tombstone is what is left of a deleted memory.
type tombstone struct {
	number int64
	id     uuid
}

// graveOf returns the tombstone that keeps an id or a content out, nil for
// none.
func graveOf(ctx context.Context, t *txn, id uuid, h hash) (*tombstone, error) {
	var g tombstone
	found, err := t.Row(ctx, `
		SELECT number, id FROM tombstones WHERE id = ?1
		UNION ALL SELECT number, id FROM tombstones WHERE hash = ?2`,
		[]any{id[:], h[:]}, &g.number, scanBytes(g.id[:]))
	if err != nil || !found {
		return nil, err
	}
	return &g, nil
}

// open takes the effect of tombstones away from what comes back: the one of
// its id goes, those of its content stay without it.
func (g *tombstone) open(ctx context.Context, t *txn, in *incoming) error {
	if g.id == in.id {
		in.number = g.number
		if err := t.Do(ctx, `DELETE FROM tombstones WHERE number = ?`, g.number); err != nil {
			return err
		}
	}
	err := t.Do(ctx, `UPDATE tombstones SET hash = NULL WHERE hash = ?`, in.hash[:])
	return err
}
