package ledger

import (
	"context"
	"strconv"

	"github.com/agmem/agmem/internal/recall"
)

const (
	// reindexStep is how many entries are read at a time.
	reindexStep = 500
	// reindexPostings is how much is turned around in memory at a time.
	reindexPostings = 2 << 20
)

// refreshIndex makes the text index again where another analyzer made it, in one
// transaction: a failure leaves the old one. A ledger that can only be read is
// searched with what it has.
func (l *Ledger) refreshIndex(ctx context.Context) error {
	if l.db.CheckWritable() != nil {
		return nil
	}
	current := false
	err := l.read(ctx, func(ctx context.Context, t *txn) (err error) {
		current, err = indexIsCurrent(ctx, t)
		return err
	})
	if err != nil || current {
		return err
	}
	return l.reindex(ctx)
}

// indexIsCurrent says that the text index was made by the analyzer of this
// program.
func indexIsCurrent(ctx context.Context, t *txn) (bool, error) {
	var version string
	_, err := t.Row(ctx, `SELECT value FROM ledger_state WHERE key = 'analyzer'`, nil, &version)
	return version == strconv.Itoa(recall.AnalyzerVersion), err
}

func (l *Ledger) reindex(ctx context.Context) error {
	return l.write(ctx, func(inner context.Context, t *txn) error {
		if err := t.index.Clear(inner, t); err != nil {
			return err
		}
		b, analyzer := t.index.NewBuilder(), recall.NewAnalyzer()
		for last := int64(0); ; {
			batch, err := entries(inner, t, `WHERE e.number > ? ORDER BY e.number LIMIT ?`, last, reindexStep)
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				return err
			}
			for _, e := range batch {
				b.Add(e.number, analyzer.Analyze(e.document()))
				last = e.number
			}
			if b.Postings() > reindexPostings || len(batch) == 0 {
				if err := b.Flush(inner, t); err != nil {
					return err
				}
			}
			if len(batch) == 0 {
				return rememberAnalyzer(inner, t.Tx)
			}
		}
	})
}
