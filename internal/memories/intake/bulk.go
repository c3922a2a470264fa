package intake

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/table"
	"github.com/agmem/agmem/internal/recall"
)

// cacheSize is SQLite's page cache in an import, in KiB as SQLite writes them;
// the driver's allocator takes twice as much for it. Ids and hashes come in no
// order, so what helps is a cache for their whole indexes, 75 bytes a memory, or
// a small one.
const cacheSize = "-4000"

// bulk writes the memories of one transaction of an import. New ones, which
// are nearly all, cost one insert each; their changes, their tags and their
// terms are written together.
type bulk struct {
	t       *table.Txn
	revive  bool
	graves  bool // there are tombstones
	numbers *numbers
	report  agmem.ImportReport
	indexer *indexer
	// postings is how many the indexer has.
	postings int
	tags     map[string]*tally // by folded name
	// low and high are the numbers added since changes were logged, 0 for none.
	low, high int64
	// dirty are the numbers whose terms are not, or no longer, those that the
	// indexer has.
	dirty map[int64]bool
}

// tally is a tag's row, and the memories that are not in memory_tags yet.
type tally struct {
	id      int64
	missing []int64
}

// newBulk begins a turn, which must be ended by close.
func newBulk(ctx context.Context, t *table.Txn, revive bool, n *numbers) (*bulk, error) {
	b := &bulk{t: t, revive: revive, numbers: n, tags: make(map[string]*tally), dirty: make(map[int64]bool)}
	if err := t.Set(ctx, "cache_size", cacheSize); err != nil {
		return nil, err
	}
	if err := n.begin(ctx, t); err != nil {
		return nil, err
	}
	_, err := t.Row(ctx, `SELECT EXISTS (SELECT 1 FROM tombstones)`, nil, &b.graves)
	if err != nil {
		return nil, err
	}
	b.indexer = newIndexer(t.Index.NewBuilder())
	return b, nil
}

// close ends what runs beside the turn.
func (b *bulk) close() { b.indexer.finish() }

// take writes one memory, as decided.
func (b *bulk) take(ctx context.Context, in *incoming) error {
	if !b.graves {
		// It is new, most likely: so try.
		inserted, err := b.add(ctx, in)
		if inserted || err != nil {
			return err
		}
	}
	at, err := locate(ctx, b.t, in)
	if err != nil {
		return err
	}
	f, old, after := decide(in, at, b.revive)
	switch f {
	case added:
		_, err = b.add(ctx, in)
		return err
	case revived:
		err = b.bringBack(ctx, in, at.grave)
	case updated:
		err = b.replace(ctx, old, after)
	}
	count(&b.report, f, at.grave)
	return err
}

// add makes a new memory, and says false where the memory is not new.
func (b *bulk) add(ctx context.Context, in *incoming) (bool, error) {
	inserted, err := b.insert(ctx, in)
	if err != nil || !inserted {
		return false, err
	}
	count(&b.report, added, nil)
	b.indexer.add(in.Number, in.terms)
	b.postings += len(in.terms.Postings)
	if b.low == 0 {
		b.low = in.Number
	}
	b.high = in.Number
	return true, b.addTags(ctx, in)
}

// insert makes the row of a memory under the number that it has, or else under
// the one that it is to have.
func (b *bulk) insert(ctx context.Context, in *incoming) (bool, error) {
	had := in.Number
	if had == 0 {
		in.Number = b.numbers.next(in.brought)
	}
	inserted, err := table.InsertRow(ctx, b.t, &in.Record)
	if err != nil || !inserted {
		in.Number = had
		return false, err
	}
	b.numbers.take(in.Number)
	return true, nil
}

func (b *bulk) addTags(ctx context.Context, in *incoming) error {
	for _, tag := range in.Tags {
		folded := agmem.FoldTag(tag)
		row := b.tags[folded]
		if row == nil {
			id, err := table.RowOf(ctx, b.t, []any{tag, folded},
				`SELECT id FROM tags WHERE ?1 IS NOT NULL AND folded = ?2`,
				`INSERT INTO tags (name, folded, count) VALUES (?, ?, 0)`)
			if err != nil {
				return err
			}
			row = &tally{id: id}
			b.tags[folded] = row
		}
		row.missing = append(row.missing, in.Number)
	}
	return nil
}

// bringBack inserts what was deleted. Its number may be lower than those in
// the indexer, which takes them in order alone.
func (b *bulk) bringBack(ctx context.Context, in *incoming, g *table.Tombstone) error {
	if err := g.Open(ctx, b.t, &in.Record); err != nil {
		return err
	}
	if in.Number == 0 { // it gets a new one, which must not be among those logged as added
		if err := b.logAdded(ctx); err != nil {
			return err
		}
	}
	if _, err := b.insert(ctx, in); err != nil {
		return err
	}
	b.dirty[in.Number] = true
	if err := b.addTags(ctx, in); err != nil {
		return err
	}
	_, err := table.LogChange(ctx, b.t, table.Entry{Memory: in.Number, Operation: agmem.Added})
	return err
}

func (b *bulk) find(ctx context.Context, in *incoming) (located, error) { return locate(ctx, b.t, in) }

func (b *bulk) counts() *agmem.ImportReport { return &b.report }

// remove deletes what its file no longer has. The tombstone keeps only the id
// out: the file may have the text again.
func (b *bulk) remove(ctx context.Context, old *table.Record) error {
	if err := b.settle(ctx); err != nil {
		return err
	}
	if err := table.DeleteRecord(ctx, b.t, old, 0, true); err != nil {
		return err
	}
	return table.Allow(ctx, b.t, old)
}

func (b *bulk) replace(ctx context.Context, old, after *table.Record) error {
	if err := b.settle(ctx); err != nil {
		return err
	}
	b.dirty[old.Number] = true
	if err := table.ReplaceRow(ctx, b.t, old, after); err != nil {
		return err
	}
	_, err := table.LogUpdate(ctx, b.t, old, after, 0)
	return err
}

// settle writes what was put off, so that the tables agree: the tags of new
// memories and their changes.
func (b *bulk) settle(ctx context.Context) error {
	if err := b.settleTags(ctx); err != nil {
		return err
	}
	return b.logAdded(ctx)
}

// logAdded writes the changes of new memories.
func (b *bulk) logAdded(ctx context.Context) error {
	if b.low == 0 {
		return nil
	}
	err := table.LogAdded(ctx, b.t, b.low, b.high)
	b.low, b.high = 0, 0
	return err
}

// settleTags writes the tags in the order of the table's key.
func (b *bulk) settleTags(ctx context.Context) error {
	w := table.PairWriter{T: b.t}
	byID := func(a, b *tally) int { return cmp.Compare(a.id, b.id) }
	for _, row := range slices.SortedFunc(maps.Values(b.tags), byID) {
		err := b.t.Do(ctx, `UPDATE tags SET count = count + ? WHERE id = ?`, len(row.missing), row.id)
		if err != nil {
			return err
		}
		for _, number := range row.missing {
			if err := w.Add(ctx, row.id, number); err != nil {
				return err
			}
		}
	}
	clear(b.tags)
	return w.Flush(ctx)
}

// finish writes what is left and brings the text index up to date.
func (b *bulk) finish(ctx context.Context) error {
	if err := b.settle(ctx); err != nil {
		return err
	}
	if err := b.numbers.end(ctx, b.t); err != nil {
		return err
	}
	if err := b.indexer.finish().Flush(ctx, b.t.Tx); err != nil {
		return err
	}
	analyzer := recall.NewAnalyzer()
	for _, number := range slices.Sorted(maps.Keys(b.dirty)) {
		r, _, err := table.RecordByNumber(ctx, b.t, number)
		if err != nil {
			return err
		}
		if err := b.t.Index.Put(ctx, b.t.Tx, number, analyzer.Analyze(r.Document())); err != nil {
			return err
		}
	}
	return nil
}
