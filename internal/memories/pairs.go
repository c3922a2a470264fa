package memories

import (
	"context"
	"strings"
)

// pairsAtOnce is how many rows of memory_tags one statement inserts.
const pairsAtOnce = 100

// pairWriter inserts rows of memory_tags, many in a statement: the statement
// costs more than the row. It must be ended by flush.
type pairWriter struct {
	t    *txn
	args []any
}

func (w *pairWriter) add(ctx context.Context, tag, number int64) error {
	w.args = append(w.args, tag, number)
	if len(w.args) < 2*pairsAtOnce {
		return nil
	}
	return w.insert(ctx, pairsAtOnce)
}

// flush writes the rest, one by one, so that there are two statements to
// prepare and not as many as sizes.
func (w *pairWriter) flush(ctx context.Context) error {
	for len(w.args) > 0 {
		if err := w.insert(ctx, 1); err != nil {
			return err
		}
	}
	return nil
}

// insert writes the first n of those that wait.
func (w *pairWriter) insert(ctx context.Context, n int) error {
	err := w.t.Do(ctx, `INSERT INTO memory_tags (tag, number) VALUES (?, ?)`+
		strings.Repeat(`, (?, ?)`, n-1), w.args[:2*n]...)
	w.args = w.args[:copy(w.args, w.args[2*n:])]
	return err
}
