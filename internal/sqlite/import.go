package sqlite

import (
	"context"
	"time"

	"github.com/agmem/agmem"
)

const (
	// importTurn is how long one transaction of an import should take, for
	// others wait meanwhile.
	importTurn = 800 * time.Millisecond
	// importStart, importMost bound the memories of one transaction.
	importStart = 2000
	importMost  = 20_000
)

// Import stores memories that exist elsewhere. One that cannot be stored is an
// EntryError, and then nothing is. Of two versions of one memory the newer
// wins; content that is here under another id gains the tags.
func (s *Store) Import(ctx context.Context, memories []agmem.Memory, opts agmem.ImportOptions) (agmem.ImportReport, error) {
	if err := validateEntries(ctx, memories); err != nil {
		return agmem.ImportReport{}, s.failure(err)
	}
	if opts.DryRun {
		return s.rehearse(ctx, memories, opts)
	}
	if s.readOnly {
		return agmem.ImportReport{}, s.denied()
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // ends the preparation where writing fails
	w := importer{
		store: s, opts: opts, total: len(memories), rows: importStart,
		chunks: prepare(ctx, memories, s.now(), opts.Origin),
	}
	for w.done < w.total {
		if err := w.turn(ctx); err != nil {
			return w.report, s.failure(err)
		}
		if opts.Progress != nil {
			opts.Progress(w.done, w.total)
		}
	}
	return w.report, s.mergeIndex(ctx)
}

// importer writes what is prepared, in turns.
type importer struct {
	store  *Store
	opts   agmem.ImportOptions
	chunks <-chan []incoming
	next   []incoming // the rest of a chunk
	done   int
	total  int
	rows   int   // memories of the next turn, at most
	batch  int64 // the first change of the import
	report agmem.ImportReport
}

// turn writes one transaction.
func (w *importer) turn(ctx context.Context) error {
	var start time.Time
	var report agmem.ImportReport
	var written int
	err := w.store.change(ctx, w.opts.Origin, func(inner context.Context, t *txn) error {
		start = time.Now() // the wait for the lock does not count
		t.batch = w.batch
		b, err := newBulk(inner, t, w.opts.Revive)
		if err != nil {
			return err
		}
		defer b.close()
		if written, err = w.write(ctx, inner, b, start); err != nil {
			return err
		}
		if err := b.finish(inner); err != nil {
			return err
		}
		w.batch, report = t.batch, b.report
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

// write writes memories until the turn is over.
func (w *importer) write(ctx, inner context.Context, b *bulk, start time.Time) (int, error) {
	for n := 0; n < w.rows; n++ {
		if len(w.next) == 0 {
			if err := ctx.Err(); err != nil {
				return n, err
			}
			if time.Since(start) > importTurn {
				return n, nil
			}
			if w.next = <-w.chunks; w.next == nil {
				return n, ctx.Err()
			}
		}
		if err := b.take(inner, &w.next[0]); err != nil {
			return n, err
		}
		w.next = w.next[1:]
	}
	return w.rows, nil
}
