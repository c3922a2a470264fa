package memories

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/table"
	"github.com/agmem/agmem/internal/recall"
)

const (
	// quietReindex is how many memories are indexed again at Open, where the
	// analyzer has changed: it takes a fraction of a second.
	quietReindex = 2000
	// reindexStep is how many memories are read at a time.
	reindexStep = 500
	// reindexPostings is how much is turned around in memory at a time.
	reindexPostings = 2 << 20
)

// indexIsCurrent says that the text index was made by the analyzer of this
// program.
func (s *Store) indexIsCurrent(ctx context.Context) (bool, error) {
	var version string
	err := s.db.Read(ctx, func(ctx context.Context, t *table.Txn) error {
		_, err := t.Row(ctx, `SELECT value FROM meta WHERE key = 'analyzer'`, nil, &version)
		return err
	})
	return version == strconv.Itoa(recall.AnalyzerVersion), err
}

// refreshIndex makes the index of a small store again where the analyzer has
// changed. For a large one status says what to do.
func (s *Store) refreshIndex(ctx context.Context) error {
	current, err := s.indexIsCurrent(ctx)
	if err != nil || current {
		return err
	}
	var many bool
	err = s.db.Read(ctx, func(ctx context.Context, t *table.Txn) error {
		_, err := t.Row(ctx, `SELECT count(*) > ? FROM memories`, []any{quietReindex}, &many)
		return err
	})
	if err != nil || many {
		return err
	}
	_, err = s.reindex(ctx, func(string) {})
	return err
}

// reindex empties the text index and fills it in one transaction: a search
// in the meantime sees the old one, and a failure leaves it.
func (s *Store) reindex(ctx context.Context, progress func(string)) (agmem.RunResult, error) {
	var done int64
	err := s.db.Write(ctx, func(inner context.Context, t *table.Txn) (err error) {
		if err := t.Index.Clear(inner, t.Tx); err != nil {
			return err
		}
		done, err = indexAll(inner, t, func(n int64) error {
			progress(fmt.Sprintf("%d memories", n))
			return ctx.Err()
		})
		if err != nil {
			return err
		}
		return table.RememberAnalyzer(inner, t.Tx)
	})
	if err != nil {
		return nil, err
	}
	if err := s.mergeIndex(ctx); err != nil {
		return nil, err
	}
	return agmem.RunResult{{Name: "memories", Value: done}}, nil
}

// indexAll indexes every memory. It calls step now and then, and stops where
// that returns an error.
func indexAll(ctx context.Context, t *table.Txn, step func(done int64) error) (int64, error) {
	b := t.Index.NewBuilder()
	analyzer := recall.NewAnalyzer()
	var done, last int64
	for {
		batch, err := recordsAfter(ctx, t, last)
		if err != nil {
			return done, err
		}
		for i := range batch {
			b.Add(batch[i].Number, analyzer.Analyze(batch[i].Document()))
			last = batch[i].Number
		}
		done += int64(len(batch))
		if b.Postings() > reindexPostings || len(batch) == 0 {
			if err := b.Flush(ctx, t.Tx); err != nil {
				return done, err
			}
		}
		if err := step(done); err != nil || len(batch) == 0 {
			return done, err
		}
	}
}

func recordsAfter(ctx context.Context, t *table.Txn, number int64) ([]table.Record, error) {
	var batch []table.Record
	err := t.Rows(ctx, table.SelectRecords+`WHERE m.number > ? ORDER BY m.number LIMIT ?`, []any{number, reindexStep},
		func(rows *sql.Rows) error {
			r, err := table.ScanRecord(rows)
			batch = append(batch, r)
			return err
		})
	return batch, err
}

// mergeIndex merges segments of the text index, each step in a transaction of
// its own, until none is left to merge.
func (s *Store) mergeIndex(ctx context.Context) error {
	for more := true; more; {
		err := s.db.Write(ctx, func(ctx context.Context, t *table.Txn) (err error) {
			more, err = t.Index.Merge(ctx, t.Tx)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
