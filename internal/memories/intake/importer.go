package intake

import (
	"context"
	"errors"
	"iter"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/table"
)

const (
	// importTurn is how long one transaction of an import should take, for
	// others wait in the meantime.
	importTurn = 800 * time.Millisecond
	// importStart, importMost bound the memories of one transaction.
	importStart = 4000
	importMost  = 20_000
	// importPostings bounds what one transaction turns around in memory, at 4
	// bytes each and some more for each term.
	importPostings = 1 << 19
)

// Run stores memories that exist elsewhere. Of two versions of one memory
// the newer wins; content that is here under another id gains the tags. It
// holds what one transaction turns around, some 15 MB, and a few hundred
// memories that are ahead of it.
func Run(ctx context.Context, db *table.DB, memories iter.Seq2[agmem.Memory, error], opts agmem.ImportOptions) (agmem.ImportReport, error) {
	if opts.DryRun {
		return rehearse(ctx, db, memories, opts)
	}
	if err := db.CheckWritable(); err != nil {
		return agmem.ImportReport{}, err
	}
	ahead := prepare(ctx, memories, db.Now(), opts.Origin)
	defer ahead.stop()
	w := importer{db: db, opts: opts, ahead: ahead, rows: importStart}
	err := w.run(ctx)
	return w.report, w.failure(err)
}

// importer writes what is prepared, in turns.
type importer struct {
	db     *table.DB
	opts   agmem.ImportOptions
	ahead  *ahead
	done   int
	rows   int   // memories of the next turn, at most
	batch  int64 // the first change of the import
	report agmem.ImportReport
	// numbers are those of the import, over all its turns.
	numbers numbers
}

// run writes turns until the sequence ends.
func (w *importer) run(ctx context.Context) error {
	for {
		more, err := w.ahead.wait(ctx, nil)
		if err != nil || !more {
			return err
		}
		if err := w.turn(ctx); err != nil {
			return err
		}
		if w.opts.Progress != nil {
			w.opts.Progress(w.done, w.opts.Total)
		}
	}
}

// failure is failureOfImport, with what the turns before it have stored.
func (w *importer) failure(err error) error {
	err = failureOfImport(w.db, err)
	if err == nil || w.done == 0 || agmem.KindOf(err) != agmem.Unavailable {
		return err
	}
	return agmem.Errorf(agmem.Unavailable, "the first %d of %d memories are stored: %w", w.done, max(w.opts.Total, w.done), err).
		WithHint("when there is nothing in the way any more, the same import adds the rest and changes nothing else")
}

// failureOfImport gives an error its kind, but one of the sequence stays as the
// sequence gave it.
func failureOfImport(db *table.DB, err error) error {
	if e, ok := errors.AsType[*sequenceError](err); ok {
		return e.given
	}
	return db.Failure(err)
}

// turn writes one transaction.
func (w *importer) turn(ctx context.Context) error {
	var start time.Time
	var report agmem.ImportReport
	var written int
	err := w.db.Change(ctx, w.opts.Origin, func(inner context.Context, t *table.Txn) error {
		start = time.Now() // the wait for the lock does not count
		t.Batch = w.batch
		b, err := newBulk(inner, t, w.opts.Revive, &w.numbers)
		if err != nil {
			return err
		}
		defer b.close()
		if written, err = w.write(ctx, inner, b); err != nil {
			return err
		}
		if err := b.finish(inner); err != nil {
			return err
		}
		w.batch, report = t.Batch, b.report
		return nil
	})
	if err != nil {
		return err
	}
	w.done += written
	addReport(&w.report, report)
	w.pace(written, time.Since(start))
	return nil
}

// pace sets how many memories the next turn takes from how long this one took.
func (w *importer) pace(rows int, took time.Duration) {
	fit := float64(rows) * float64(importTurn) / float64(max(took, time.Millisecond))
	w.rows = max(prepareChunk, min(importMost, int(fit), 4*w.rows))
}

// write writes memories until the turn is over: others do not wait for a
// sequence that is slow.
func (w *importer) write(ctx, inner context.Context, b *bulk) (n int, err error) {
	over := time.After(importTurn)
	for n < w.rows && b.postings < importPostings {
		if more, err := w.ahead.wait(ctx, over); err != nil || !more {
			return n, err
		}
		for _, in := range w.ahead.take(w.rows - n) {
			if err := b.take(inner, in); err != nil {
				return n, err
			}
			n++
		}
	}
	return n, nil
}
