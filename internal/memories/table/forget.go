package table

import (
	"context"
	"database/sql"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/sqlitedb"
)

const (
	// KeepSnapshots is how long undo can take a change back, and how long the
	// text of a memory stays after its expiry, in milliseconds.
	KeepSnapshots = agmem.Instant(agmem.UndoDays * 24 * 60 * 60 * 1000)
	// witnessAge is how much later than the write that saw something to be over
	// another one removes it, in milliseconds.
	witnessAge = agmem.Instant(24 * 60 * 60 * 1000)
)

// What one write spends on forgetting at most.
const (
	forgetAtOnce = 100     // snapshots
	pruneAtOnce  = 20      // memories
	forgetBytes  = 1 << 20 // of text, but at least one snapshot or memory
)

// findOld asks the two indexes whether anything is over, and for the witness.
const findOld = `
	SELECT EXISTS (SELECT 1 FROM changes WHERE before IS NOT NULL AND at < ?1)
			OR EXISTS (SELECT 1 FROM memories WHERE expires_at < ?1),
		coalesce((SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'forget.witness'), 0)`

// forgetOld removes, a little at a time, what has been kept long enough: what
// undo would need, and memories that have expired.
func forgetOld(ctx context.Context, t *Txn) error {
	until, err := forgettable(ctx, t)
	if err != nil || until == 0 {
		return err
	}
	apart := *t // from the call that this transaction is for, and its author
	apart.by, apart.Batch = agmem.Origin{}, 0
	forgotten, err := forgetSnapshots(ctx, &apart, until)
	if err != nil {
		return err
	}
	pruned, err := PruneExpired(ctx, &apart, until, pruneAtOnce)
	switch {
	case err != nil:
		return err
	case forgotten+pruned == 0:
		return setWitness(ctx, t)
	case forgotten == forgetAtOnce || pruned == pruneAtOnce:
		return nil // the next write goes on
	}
	return forgetSomeTraces(ctx, &apart)
}

// forgettable returns the instant before which everything is over, zero where
// there is nothing to do.
//
// A clock can be wrong, and what is removed never comes back. So a write that
// sees something to be over only notes when that was, as a witness. Another
// write, a day later or more by the same clock, removes what was over by the
// witness. A clock that jumps ahead and is put right again within the day
// removes nothing: the first write after it finds the witness in the future and
// puts it right too.
func forgettable(ctx context.Context, t *Txn) (agmem.Instant, error) {
	var found bool
	var witness agmem.Instant
	_, err := t.Row(ctx, findOld, []any{int64(t.Now - KeepSnapshots)}, &found, &witness)
	switch {
	case err != nil:
		return 0, err
	case witness > t.Now, found && witness == 0:
		return 0, setWitness(ctx, t)
	case !found, t.Now-witness < witnessAge:
		return 0, nil
	}
	return witness - KeepSnapshots, nil
}

func setWitness(ctx context.Context, t *Txn) error {
	return t.Do(ctx, `INSERT OR REPLACE INTO meta (key, value) VALUES ('forget.witness', CAST(? AS TEXT))`, int64(t.Now))
}

// forgetSnapshots drops what changes from before an instant keep, and returns
// of how many.
func forgetSnapshots(ctx context.Context, t *Txn, before agmem.Instant) (int, error) {
	old, err := oldest(ctx, t, `
		SELECT seq, octet_length(before) FROM changes WHERE before IS NOT NULL AND at < ? ORDER BY at LIMIT ?`,
		int64(before), forgetAtOnce)
	if err != nil || len(old) == 0 {
		return 0, err
	}
	if err := t.OverwriteFreed(ctx); err != nil {
		return 0, err
	}
	_, err = t.ExecContext(ctx, `UPDATE changes SET before = NULL WHERE seq IN (`+sqlitedb.List(old)+`)`)
	return len(old), err
}

// PruneExpired removes memories that expired before an instant, the first ones
// first, and that nothing has happened to since that instant: an import may
// bring what expired long ago, and has to be undone as long as any other. It
// removes at most so many, fewer where they are long, and returns how many.
//
// Nothing of their texts is left in the tables. What remains is the tombstone
// and in the log that they were there, and that they were deleted because of
// their expiry. That is a change by nobody.
func PruneExpired(ctx context.Context, t *Txn, before agmem.Instant, most int) (int, error) {
	const lookedAt = 5 // times as many, so that a write never looks at all those that must stay
	old, err := oldest(ctx, t, `
		SELECT number, octet_length(content) FROM (
			SELECT number, content FROM memories WHERE expires_at < ?1 ORDER BY expires_at LIMIT ?2) AS m
		WHERE NOT EXISTS (SELECT 1 FROM changes WHERE memory = m.number AND at >= ?1) LIMIT ?3`,
		int64(before), lookedAt*most, most)
	if err != nil || len(old) == 0 {
		return 0, err
	}
	if err := t.OverwriteFreed(ctx); err != nil {
		return 0, err
	}
	for _, number := range old {
		if err := pruneRecord(ctx, t, number); err != nil {
			return 0, err
		}
	}
	return len(old), nil
}

func pruneRecord(ctx context.Context, t *Txn, number int64) error {
	r, _, err := RecordByNumber(ctx, t, number)
	if err != nil {
		return err
	}
	if err := RemoveRecord(ctx, t, &r); err != nil {
		return err
	}
	if err := ForgetChanges(ctx, t, number); err != nil {
		return err
	}
	_, err = LogChange(ctx, t, Entry{Memory: number, Operation: agmem.Deleted, fields: []string{FieldExpiry}})
	return err
}

// ForgetChanges drops what the changes of a memory keep for undo.
func ForgetChanges(ctx context.Context, t *Txn, number int64) error {
	return t.Do(ctx, `UPDATE changes SET before = NULL WHERE memory = ? AND before IS NOT NULL`, number)
}

// oldest returns the numbers that a query finds, as many as a write may spend:
// its second column says how many bytes each has.
func oldest(ctx context.Context, t *Txn, query string, args ...any) ([]int64, error) {
	var numbers []int64
	total := int64(0)
	err := t.Rows(ctx, query, args, func(rows *sql.Rows) error {
		var number, size int64
		if err := rows.Scan(&number, &size); err != nil {
			return err
		}
		if total += size; len(numbers) > 0 && total > forgetBytes {
			return sqlitedb.ErrEnough
		}
		numbers = append(numbers, number)
		return nil
	})
	return numbers, err
}
