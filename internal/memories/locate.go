package memories

import (
	"context"

	"github.com/agmem/agmem"
)

// located is what the store knows, now, of an incoming memory: the memory with
// its id, the one with its content, and the tombstone of either.
type located struct {
	now       agmem.Instant
	byID      *record
	byContent *record
	grave     *tombstone
}

// locate asks the store for what an import has to know of a memory.
func locate(ctx context.Context, t *txn, in *incoming) (at located, err error) {
	at.now = t.now
	var byID, byContent, graves int64
	_, err = t.Row(ctx, `
		SELECT coalesce((SELECT number FROM memories WHERE id = ?1), 0),
			coalesce((SELECT number FROM memories WHERE hash = ?2), 0),
			EXISTS (SELECT 1 FROM tombstones WHERE id = ?1) OR EXISTS (SELECT 1 FROM tombstones WHERE hash = ?2)`,
		[]any{in.id[:], in.hash[:]}, &byID, &byContent, &graves)
	if err != nil {
		return at, err
	}
	if at.byID, err = optional(ctx, t, byID); err != nil {
		return at, err
	}
	if at.byContent, err = optional(ctx, t, byContent); err != nil {
		return at, err
	}
	if graves > 0 {
		at.grave, err = graveOf(ctx, t, in.id, in.hash)
	}
	return at, err
}

func optional(ctx context.Context, t *txn, number int64) (*record, error) {
	if number == 0 {
		return nil, nil
	}
	r, _, err := recordByNumber(ctx, t, number)
	return &r, err
}
