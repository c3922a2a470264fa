package memories

import (
	"context"
	"slices"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/table"
)

// undoAtOnce is how many changes of a call are read at a time: an import can
// have a million.
const undoAtOnce = 500

// Undo takes back a change and all others of the same call, the last of them
// first. Nothing is undone where one of them cannot be.
func (s *Store) Undo(ctx context.Context, opts agmem.UndoOptions) ([]agmem.Change, error) {
	var undone []agmem.Change
	var numbers []int64
	err := s.db.Change(ctx, opts.Origin, func(inner context.Context, t *table.Txn) error {
		last, err := chooseChange(inner, t, opts)
		if err != nil {
			return err
		}
		undone, numbers, err = undoBatch(inner, t, last.batch, ctx.Err)
		return err
	})
	if err != nil {
		return nil, err
	}
	s.renew(ctx, numbers)
	return undone, nil
}

// undoBatch undoes the changes of one call from its last to its first. It also
// returns the numbers of the memories that are there again or have an earlier state.
func undoBatch(ctx context.Context, t *table.Txn, batch int64, cancelled func() error) (undone []agmem.Change, numbers []int64, err error) {
	var before int64
	if _, err := t.Row(ctx, `SELECT max(seq) + 1 FROM changes`, nil, &before); err != nil {
		return nil, nil, err
	}
	limit := before // what comes later is by this undo
	for {
		rows, err := listChanges(ctx, t,
			`WHERE c.seq >= ?1 AND c.seq < ?2 AND (c.batch = ?1 OR c.seq = ?1) ORDER BY c.seq DESC LIMIT ?3`,
			batch, before, undoAtOnce)
		if err != nil || len(rows) == 0 {
			return undone, numbers, err
		}
		for _, c := range rows {
			if err := cancelled(); err != nil {
				return nil, nil, err
			}
			change, err := undoChange(ctx, t, c, limit)
			if err != nil {
				return nil, nil, err
			}
			undone = append(undone, change)
			if c.operation != agmem.Added {
				numbers = append(numbers, c.memory)
			}
		}
		before = rows[len(rows)-1].seq
	}
}

// undoChange takes back one change, to which nothing was added since but by
// changes of the same call, or of this undo (from seq limit on).
func undoChange(ctx context.Context, t *table.Txn, c logged, limit int64) (agmem.Change, error) {
	id, short, err := nameOf(ctx, t, c.memory)
	if err != nil {
		return agmem.Change{}, err
	}
	if err := checkUndoable(ctx, t, c, limit, id); err != nil {
		return agmem.Change{}, err
	}
	var r table.Record
	switch {
	case c.operation == agmem.Added:
		r, err = undoAdd(ctx, t, c)
	case slices.Contains(c.fields, table.FieldPinned):
		r, err = undoPin(ctx, t, c)
	case c.operation == agmem.Updated:
		r, err = undoUpdate(ctx, t, c)
	default:
		r, err = undoDelete(ctx, t, c)
	}
	if err != nil {
		return agmem.Change{}, err
	}
	made, err := listChanges(ctx, t, `WHERE c.memory = ? ORDER BY c.seq DESC LIMIT 1`, c.memory)
	if err != nil {
		return agmem.Change{}, err
	}
	change := made[0].change(id, t.Now)
	change.Short, change.Digest, change.Size = short, r.Shown(), int64(len(r.Content))
	return change, nil
}

func checkUndoable(ctx context.Context, t *table.Txn, c logged, limit int64, id string) error {
	if !c.undoable(t.Now) {
		return agmem.Errorf(agmem.Expired, "the last change of %s, at %s, can no longer be undone", id, c.at).
			WithHint("changes can be undone for %d days, unless purged", agmem.UndoDays)
	}
	later, err := listChanges(ctx, t, `
		WHERE c.memory = ? AND c.seq > ? AND c.seq < ? AND coalesce(c.batch, c.seq) <> ? LIMIT 1`,
		c.memory, c.seq, limit, c.batch)
	if err != nil || len(later) == 0 {
		return err
	}
	return agmem.Errorf(agmem.Conflict, "the memory %s was changed again%s at %s", id, later[0].byline(), later[0].at).
		WithHint("undo that first").WithStep(agmem.ActionUndo, id)
}

// nameOf returns what a memory that is or was is called, with its short form if
// that was asked for, or the address of what another source holds.
func nameOf(ctx context.Context, t *table.Txn, number int64) (id, short string, err error) {
	if number < 0 {
		pin, found, err := table.PinOf(ctx, t, number)
		if err == nil && !found {
			err = agmem.Errorf(agmem.Corrupt, "the change log names a pin %d that never existed", number)
		}
		return pin.Source + ":" + pin.ID, "", err
	}
	own, err := idOf(ctx, t, number)
	if err != nil {
		return "", "", err
	}
	short, err = t.Short(ctx, own)
	return own.String(), short, err
}

// idOf returns the id of a memory that is or was.
func idOf(ctx context.Context, t *table.Txn, number int64) (table.ID, error) {
	var id table.ID
	found, err := t.Row(ctx, `
		SELECT id FROM memories WHERE number = ?1 UNION ALL SELECT id FROM tombstones WHERE number = ?1`,
		[]any{number}, table.ScanBytes(id[:]))
	if err == nil && !found {
		err = agmem.Errorf(agmem.Corrupt, "the change log names a memory %d that never existed", number)
	}
	return id, err
}

// undoAdd deletes what an add made; the tombstone stays, as after any delete.
func undoAdd(ctx context.Context, t *table.Txn, c logged) (table.Record, error) {
	r, _, err := table.RecordByNumber(ctx, t, c.memory)
	if err != nil {
		return r, err
	}
	return r, deleteRecord(ctx, t, c.memory, c.seq, true)
}

// undoUpdate restores all but the access count.
func undoUpdate(ctx context.Context, t *table.Txn, c logged) (table.Record, error) {
	old, found, err := table.RecordByNumber(ctx, t, c.memory)
	if err != nil {
		return table.Record{}, err
	}
	if !found {
		return table.Record{}, agmem.Errorf(agmem.Conflict, "the memory was deleted in the meantime")
	}
	before, err := table.DecodeSnapshot(c.before)
	if err != nil {
		return table.Record{}, err
	}
	r, err := before.Record(old.Content)
	if err != nil {
		return table.Record{}, err
	}
	if err := table.CheckFree(ctx, t, &r); err != nil {
		return table.Record{}, err
	}
	if err := table.ReplaceRecord(ctx, t, &old, &r); err != nil {
		return table.Record{}, err
	}
	_, err = table.LogUpdate(ctx, t, &old, &r, c.seq)
	return r, err
}

// undoDelete brings a memory back as it was, number and counts too.
func undoDelete(ctx context.Context, t *table.Txn, c logged) (table.Record, error) {
	before, err := table.DecodeSnapshot(c.before)
	if err != nil {
		return table.Record{}, err
	}
	r, err := before.Record("")
	if err != nil {
		return table.Record{}, err
	}
	if err := table.BringBack(ctx, t, &r); err != nil {
		return table.Record{}, err
	}
	_, err = table.LogChange(ctx, t, table.Entry{Memory: r.Number, Operation: agmem.Added, Undoes: c.seq})
	return r, err
}
