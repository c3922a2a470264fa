package intake

import (
	"context"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/table"
)

// located is what the store knows, now, of an incoming memory: the memory with
// its id, the one with its content, and the tombstone of either.
type located struct {
	now       agmem.Instant
	byID      *table.Record
	byContent *table.Record
	grave     *table.Tombstone
}

// locate asks the store for what an import has to know of a memory.
func locate(ctx context.Context, t *table.Txn, in *incoming) (at located, err error) {
	at.now = t.Now
	var byID, byContent, graves int64
	folded := in.Folded()
	_, err = t.Row(ctx, `
		SELECT coalesce((SELECT number FROM memories WHERE id = ?1), 0),
			coalesce((SELECT number FROM memories WHERE hash = ?2), 0),
			EXISTS (SELECT 1 FROM tombstones WHERE id = ?1) OR EXISTS (SELECT 1 FROM tombstones WHERE hash IN (?2, ?3))
				OR EXISTS (SELECT 1 FROM tombstones WHERE given IN (?2, ?3))`,
		[]any{in.ID[:], in.Hash[:], folded[:]}, &byID, &byContent, &graves)
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
		at.grave, err = table.GraveOf(ctx, t, &in.Record)
	}
	return at, err
}

func optional(ctx context.Context, t *table.Txn, number int64) (*table.Record, error) {
	if number == 0 {
		return nil, nil
	}
	r, _, err := table.RecordByNumber(ctx, t, number)
	return &r, err
}
