package table

import (
	"context"
	"database/sql"

	"github.com/agmem/agmem"
)

// FieldPinned is what the log calls the pin of a memory.
const FieldPinned = "pinned"

// PinnedAt returns when something was pinned, zero where it is not.
func PinnedAt(ctx context.Context, t *Txn, number int64) (agmem.Instant, error) {
	var at agmem.Instant
	_, err := t.Row(ctx, `SELECT coalesce(at, 0) FROM pins WHERE number = ?`, []any{number}, &at)
	return at, err
}

// SetPin pins something, or takes its pin away where at is zero, and writes the
// change unless nothing changed.
func SetPin(ctx context.Context, t *Txn, number int64, at agmem.Instant, undoes int64) error {
	before, err := PinnedAt(ctx, t, number)
	if err != nil || before == at {
		return err
	}
	if err := writePin(ctx, t, number, at); err != nil {
		return err
	}
	state := Snapshot{Number: number, Pinned: before}
	if number > 0 {
		r, _, err := RecordByNumber(ctx, t, number)
		if err != nil {
			return err
		}
		state = SnapshotOf(&r)
		state.Content, state.Pinned = "", before
	}
	_, err = LogChange(ctx, t, Entry{
		Memory: number, Operation: agmem.Updated, fields: []string{FieldPinned}, Undoes: undoes, Before: &state,
	})
	return err
}

// writePin changes the row alone. What another source holds keeps it, because the
// log names it by its number.
func writePin(ctx context.Context, t *Txn, number int64, at agmem.Instant) error {
	if number < 0 {
		return t.Do(ctx, `UPDATE pins SET at = ? WHERE number = ?`, nullInstant(at), number)
	}
	if at == 0 {
		return t.Do(ctx, `DELETE FROM pins WHERE number = ?`, number)
	}
	return t.Do(ctx, `INSERT OR REPLACE INTO pins (number, at) VALUES (?, ?)`, number, int64(at))
}

// ForeignPin returns the number of what another source holds, and makes its row
// where that is wanted; zero if there is none.
func ForeignPin(ctx context.Context, t *Txn, source, id string, create bool) (int64, error) {
	var number int64
	found, err := t.Row(ctx, `SELECT number FROM pins WHERE source = ? AND id = ?`, []any{source, id}, &number)
	if err != nil || found || !create {
		return number, err
	}
	if _, err := t.Row(ctx, `SELECT min(coalesce(min(number), 0), 0) - 1 FROM pins`, nil, &number); err != nil {
		return 0, err
	}
	return number, t.Do(ctx, `INSERT INTO pins (number, source, id) VALUES (?, ?, ?)`, number, source, id)
}

// PinOf returns what has a number below zero.
func PinOf(ctx context.Context, t *Txn, number int64) (p agmem.Pin, found bool, err error) {
	found, err = t.Row(ctx, `SELECT source, id, coalesce(at, 0) FROM pins WHERE number = ? AND source IS NOT NULL`, []any{number},
		&p.Source, &p.ID, &p.At)
	return p, found, err
}

// Pins returns what is pinned, in the order in which that was done, without
// memories that have expired.
func Pins(ctx context.Context, t *Txn) ([]agmem.Pin, error) {
	pins := []agmem.Pin{}
	err := t.Rows(ctx, `
		SELECT m.id, coalesce(p.source, ''), coalesce(p.id, ''), p.at FROM pins AS p LEFT JOIN memories AS m ON m.number = p.number
		WHERE p.at IS NOT NULL AND (m.expires_at IS NULL OR m.expires_at > ?) ORDER BY p.at, p.source, p.id, p.number`,
		[]any{int64(t.Now)}, func(rows *sql.Rows) error {
			var p agmem.Pin
			var own []byte
			if err := rows.Scan(&own, &p.Source, &p.ID, &p.At); err != nil {
				return err
			}
			if p.Source == "" {
				var id ID
				if err := ScanBytes(id[:]).Scan(own); err != nil {
					return err
				}
				p.ID = id.String()
			}
			pins = append(pins, p)
			return nil
		})
	return pins, err
}
