package intake

import (
	"context"
	"errors"
	"iter"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/table"
	"github.com/agmem/agmem/internal/recall"
)

// Files makes what came from files the same as what they say now. It keeps the
// memories of two files at a time, and takes each file in one transaction.
func Files(ctx context.Context, db *table.DB, files iter.Seq2[agmem.FileContents, error], opts agmem.ImportOptions) (agmem.ImportReport, error) {
	if !opts.DryRun {
		if err := db.CheckWritable(); err != nil {
			return agmem.ImportReport{}, err
		}
	}
	w := filer{db: db, opts: opts, files: readAhead(ctx, files), analyzer: recall.NewAnalyzer(), seen: make(map[string]bool)}
	defer w.files.stop()
	err := w.run(ctx)
	return w.report, failureOfImport(db, err)
}

// filer takes in files.
type filer struct {
	db       *table.DB
	opts     agmem.ImportOptions
	files    *filesAhead
	analyzer *recall.Analyzer
	seen     map[string]bool // paths: a file is taken once
	batch    int64           // the first change of the import
	done     int
	numbers  numbers
	report   agmem.ImportReport
}

func (w *filer) run(ctx context.Context) error {
	if w.opts.DryRun {
		return w.db.Read(ctx, func(inner context.Context, t *table.Txn) (err error) {
			over, err := newRehearsal(inner, t)
			if err != nil {
				return err
			}
			over.revive, over.report = w.opts.Revive, &w.report
			defer func() { err = errors.Join(err, over.close(inner)) }()
			return w.rehearse(ctx, inner, over)
		})
	}
	for {
		next, err := w.files.wait(ctx)
		if err != nil || next == nil {
			return err
		}
		if err := w.turn(ctx, next); err != nil {
			return err
		}
		if w.opts.Progress != nil {
			w.opts.Progress(w.done, w.opts.Total)
		}
	}
}

// rehearse counts what would become of every file.
func (w *filer) rehearse(ctx, inner context.Context, over *rehearsal) error {
	for {
		next, err := w.files.wait(ctx)
		if err != nil || next == nil {
			return err
		}
		if err := w.take(inner, over.t, over, next); err != nil {
			return err
		}
	}
}

// turn writes one transaction: a file, and those that are there already while
// there is time.
func (w *filer) turn(ctx context.Context, next *agmem.FileContents) error {
	var report agmem.ImportReport
	done := 0
	err := w.db.Change(ctx, w.opts.Origin, func(inner context.Context, t *table.Txn) error {
		start := time.Now() // the wait for the lock does not count
		t.Batch = w.batch
		b, err := newBulk(inner, t, w.opts.Revive, &w.numbers)
		if err != nil {
			return err
		}
		defer b.close()
		for next != nil {
			if err := w.take(inner, t, b, next); err != nil {
				return err
			}
			done++
			if next = nil; time.Since(start) < importTurn && b.postings < importPostings {
				if next, err = w.files.ready(); err != nil {
					return err
				}
			}
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
	w.done += done
	addReport(&w.report, report)
	return nil
}

// store is what takes the memories of a file: an import, or its rehearsal.
type store interface {
	// find says what is known of a memory.
	find(ctx context.Context, in *incoming) (located, error)
	// take decides about a memory that came from nowhere else.
	take(ctx context.Context, in *incoming) error
	// replace writes a new state of a record, and remove deletes one, as what its
	// file does.
	replace(ctx context.Context, old, after *table.Record) error
	remove(ctx context.Context, old *table.Record) error
	// counts is where the rest is counted.
	counts() *agmem.ImportReport
}

// take takes in a file.
func (w *filer) take(ctx context.Context, t *table.Txn, to store, file *agmem.FileContents) error {
	if w.seen[file.Path] {
		return nil
	}
	w.seen[file.Path] = true
	old, err := table.RecordsOfFile(ctx, t, file.Path)
	if err != nil {
		return err
	}
	fresh, err := w.incoming(file, t.Now)
	if err != nil {
		return err
	}
	m := match(old, fresh)
	for _, pair := range m.same {
		if err := keepInStep(ctx, to, pair, t.Now); err != nil {
			return err
		}
	}
	for i := range m.rewritten {
		if err := w.rewrite(ctx, to, &m, m.rewritten[i], t.Now); err != nil {
			return err
		}
	}
	for _, r := range m.gone {
		if err := letGo(ctx, to, r); err != nil {
			return err
		}
	}
	for _, in := range m.fresh {
		in.terms = w.analyzer.Analyze(in.Document())
		if err := to.take(ctx, in); err != nil {
			return err
		}
	}
	return nil
}

// incoming returns the memories of a file, each text once.
func (w *filer) incoming(file *agmem.FileContents, now agmem.Instant) ([]*incoming, error) {
	var all []*incoming
	seen := make(map[table.Hash]bool)
	for i := range file.Memories {
		m := &file.Memories[i]
		if err := validateEntry(m); err != nil {
			return nil, agmem.Errorf(agmem.KindOf(err), "%s: %w", file.Path, err)
		}
		in := incomingOf(m, now, w.opts.Origin)
		if seen[in.Hash] {
			continue
		}
		seen[in.Hash] = true
		in.Origin.File = file.Path
		all = append(all, &in)
	}
	return all, nil
}

// keepInStep gives a memory whose text is still in its file the heading, the
// digest and the tags of now, unless it was changed by hand.
func keepInStep(ctx context.Context, to store, p pair, now agmem.Instant) error {
	if p.old.Given == p.in.Hash { // the file says what it said before somebody changed the memory
		to.counts().Unchanged++
		return nil
	}
	after := renewed(p, now)
	if p.old.Given != (table.Hash{}) { // the file says by now what somebody made of it
		after = *p.old
		after.Given, after.Origin.Heading = table.Hash{}, p.in.Origin.Heading
	}
	if len(table.ChangedFields(p.old, &after)) == 0 && after.Given == p.old.Given {
		to.counts().Unchanged++
		return nil
	}
	to.counts().Updated++
	return to.replace(ctx, p.old, &after)
}

// renewed returns what becomes of a record that nobody changed by hand.
func renewed(p pair, now agmem.Instant) table.Record {
	after := *p.old
	after.Tags = agmem.CleanTags(append(append([]string{}, p.old.Tags...), p.in.Tags...))
	after.Origin.Heading = p.in.Origin.Heading
	after.Digest = p.in.Digest
	after.SetContent(p.in.Content)
	if len(table.ChangedFields(p.old, &after)) > 0 {
		after.Updated = now
	}
	return after
}

// rewrite gives a memory the text that its file has in its place now. Where that
// text is here elsewhere, or was deleted here, the memory goes, and the text is
// judged by itself.
func (w *filer) rewrite(ctx context.Context, to store, m *matched, p pair, now agmem.Instant) error {
	if p.old.Given != (table.Hash{}) {
		keepEdited(to, p.old)
		return nil
	}
	at, err := to.find(ctx, p.in)
	if err != nil {
		return err
	}
	if at.byContent != nil || at.grave != nil {
		m.gone = append(m.gone, p.old)
		m.fresh = append(m.fresh, p.in)
		return nil
	}
	after := renewed(p, now)
	to.counts().Updated++
	return to.replace(ctx, p.old, &after)
}

// letGo deletes a memory that its file no longer has.
func letGo(ctx context.Context, to store, old *table.Record) error {
	if old.Given != (table.Hash{}) {
		keepEdited(to, old)
		return nil
	}
	to.counts().Removed++
	return to.remove(ctx, old)
}

// keepEdited counts a memory that stays although its file says something else.
func keepEdited(to store, old *table.Record) {
	report := to.counts()
	report.Edited++
	if len(report.KeptEdited) < maxKeptOut {
		report.KeptEdited = append(report.KeptEdited, old.ID.String())
	}
}
