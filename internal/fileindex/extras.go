package fileindex

import (
	"context"
	"database/sql"
	"strconv"

	"github.com/agmem/agmem"
)

// Extras returns, in no order, every document that has an Extra and has not
// expired, with its file, its key and its Extra alone.
func (v *View) Extras(ctx context.Context) ([]Entry, error) {
	state, err := readState(ctx, v.t)
	entries := make([]Entry, 0, state.documents)
	for from := int64(0); from < state.next && err == nil; from += atOnce {
		entries, err = readExtras(ctx, v.t, entries, from, agmem.InstantOf(v.now))
	}
	return entries, err
}

// atOnce is how many numbers of documents the database hands over as one text:
// a row for each would cost several times as much, one text for all as much
// memory.
const atOnce = 512

func readExtras(ctx context.Context, t *txn, entries []Entry, from int64, now agmem.Instant) ([]Entry, error) {
	var text sql.NullString
	_, err := t.Row(ctx, `SELECT group_concat(
			printf('%08x%08x%08x', length(CAST(file AS BLOB)), length(CAST(key AS BLOB)), length(CAST(extra AS BLOB)))
			|| file || key || extra, '')
		FROM extras WHERE number >= ? AND number < ? AND expires > ?`, []any{from, from + atOnce, int64(now)}, &text)
	if err != nil {
		return nil, err
	}
	return appendEntries(entries, text.String)
}

// appendEntries appends the entries that one text holds.
func appendEntries(entries []Entry, all string) ([]Entry, error) {
	const digits = 8
	for len(all) > 0 {
		var sizes [3]int
		for i := range sizes {
			if len(all) < digits {
				return nil, damagedText()
			}
			n, err := strconv.ParseUint(all[:digits], 16, 31)
			if err != nil {
				return nil, damagedText()
			}
			sizes[i], all = int(n), all[digits:]
		}
		if sizes[0]+sizes[1]+sizes[2] > len(all) {
			return nil, damagedText()
		}
		var e Entry
		e.File, all = all[:sizes[0]], all[sizes[0]:]
		e.Key, all = all[:sizes[1]], all[sizes[1]:]
		e.Extra, all = all[:sizes[2]], all[sizes[2]:]
		entries = append(entries, e)
	}
	return entries, nil
}

func damagedText() error {
	return agmem.Errorf(agmem.Internal, "the index of the files handed over a damaged text")
}
