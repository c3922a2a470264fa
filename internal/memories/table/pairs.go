package table

import (
	"context"
	"strings"
)

// pairsAtOnce is how many rows of memory_tags one statement inserts.
const pairsAtOnce = 100

// PairWriter inserts rows of memory_tags, many in a statement: the statement
// costs more than the row. It must be ended by flush.
type PairWriter struct {
	T    *Txn
	args []any
}

// Add writes a row, now or with later ones.
func (w *PairWriter) Add(ctx context.Context, tag, number int64) error {
	w.args = append(w.args, tag, number)
	if len(w.args) < 2*pairsAtOnce {
		return nil
	}
	return w.insert(ctx, pairsAtOnce)
}

// Flush writes the rest, one by one, so that there are two statements to
// prepare and not as many as sizes.
func (w *PairWriter) Flush(ctx context.Context) error {
	for len(w.args) > 0 {
		if err := w.insert(ctx, 1); err != nil {
			return err
		}
	}
	return nil
}

// insert writes the first n of those that wait.
func (w *PairWriter) insert(ctx context.Context, n int) error {
	err := w.T.Do(ctx, `INSERT INTO memory_tags (tag, number) VALUES (?, ?)`+
		strings.Repeat(`, (?, ?)`, n-1), w.args[:2*n]...)
	w.args = w.args[:copy(w.args, w.args[2*n:])]
	return err
}
