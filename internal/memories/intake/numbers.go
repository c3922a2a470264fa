package intake

import (
	"context"

	"github.com/agmem/agmem/internal/memories/table"
)

// maxSkipped bounds the numbers that one import leaves unused. A search takes
// memory for every number up to the highest, so a file must not be able to
// choose any.
const maxSkipped = 1_000_000

// numbers hands out the numbers of new memories. A memory keeps the number that
// it brings where that is above every other.
type numbers struct {
	// highest is the highest number that the store has ever used.
	highest int64
	// skipped is how many the import has left unused so far.
	skipped int64
}

// begin reads, in a new transaction, what the store has used.
func (n *numbers) begin(ctx context.Context, t *table.Txn) error {
	_, err := t.Row(ctx, `
		SELECT max(
			coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'memories'), 0),
			coalesce((SELECT max(number) FROM memories), 0),
			coalesce((SELECT max(number) FROM tombstones), 0))`, nil, &n.highest)
	return err
}

// next returns the number for a memory that brings one, 0 for none. It is not
// in use before it is taken.
func (n *numbers) next(brought int64) int64 {
	if brought > n.highest && brought-n.highest <= maxSkipped-n.skipped {
		return brought
	}
	return n.highest + 1
}

// take notes that a memory was stored with a number.
func (n *numbers) take(number int64) {
	if number > n.highest {
		n.skipped += number - n.highest - 1
		n.highest = number
	}
}

// end lets the next memory follow the highest number: an insert that found the
// memory there already has moved SQLite's sequence too.
func (n *numbers) end(ctx context.Context, t *table.Txn) error {
	return t.Do(ctx, `UPDATE sqlite_sequence SET seq = ?1 WHERE name = 'memories' AND seq > ?1`, n.highest)
}
