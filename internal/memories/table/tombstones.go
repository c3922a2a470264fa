package table

import "context"

// Tombstone is what is left of a deleted memory.
type Tombstone struct {
	number int64
	ID     ID
}

// bury leaves the tombstone of a record. Besides the content it keeps out what the
// file has in its place, or else the same content wrapped in another way.
func bury(ctx context.Context, t *Txn, r *Record) error {
	given := r.Given
	if folded := r.Folded(); given == (Hash{}) && folded != r.Hash {
		given = folded
	}
	return t.Do(ctx, `INSERT INTO tombstones (number, id, hash, given, at) VALUES (?, ?, ?, ?, ?)`,
		r.Number, r.ID[:], r.Hash[:], given.value(), int64(t.Now))
}

// GraveOf returns the tombstone that keeps a record out, by its id or by its
// content, nil for none.
func GraveOf(ctx context.Context, t *Txn, in *Record) (*Tombstone, error) {
	var g Tombstone
	folded := in.Folded()
	found, err := t.Row(ctx, `
		SELECT number, id FROM tombstones WHERE id = ?1
		UNION ALL SELECT number, id FROM tombstones WHERE hash IN (?2, ?3)
		UNION ALL SELECT number, id FROM tombstones WHERE given IN (?2, ?3)`,
		[]any{in.ID[:], in.Hash[:], folded[:]}, &g.number, ScanBytes(g.ID[:]))
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
	return Allow(ctx, t, in)
}

// Allow lets the content of a record come back, however it is wrapped.
func Allow(ctx context.Context, t *Txn, r *Record) error {
	if err := AllowContent(ctx, t, r.Hash); err != nil {
		return err
	}
	return AllowContent(ctx, t, r.Folded())
}

// AllowContent lets the content with a hash come back, whichever tombstones keep
// it out.
func AllowContent(ctx context.Context, t *Txn, h Hash) error {
	if err := t.Do(ctx, `UPDATE tombstones SET hash = NULL WHERE hash = ?`, h[:]); err != nil {
		return err
	}
	return t.Do(ctx, `UPDATE tombstones SET given = NULL WHERE given = ?`, h[:])
}
