package textindex

import (
	"context"
	"database/sql"
	"maps"
	"slices"
)

// segmentWriter writes the rows of one new segment, terms in ascending order.
type segmentWriter struct {
	index  Index
	db     DB
	id     int64
	insert *sql.Stmt
	first  string // the first term of the block
	block  []byte
	words  vocabulary
}

func (x Index) newSegmentWriter(ctx context.Context, db DB) (*segmentWriter, error) {
	res, err := db.ExecContext(ctx, x.sql(
		`INSERT INTO NAME_segment (docs, length, low, high) VALUES (0, 0, 0, 0)`))
	if err != nil {
		return nil, err
	}
	id, err := res.LastInsertId()
	if err != nil {
		return nil, err
	}
	insert, err := db.PrepareContext(ctx, x.sql(
		`INSERT INTO NAME_block (segment, term, lists) VALUES (?, ?, ?)`))
	if err != nil {
		return nil, err
	}
	return &segmentWriter{index: x, db: db, id: id, insert: insert, words: make(vocabulary)}, nil
}

func (w *segmentWriter) write(ctx context.Context, term string, list []byte) error {
	w.words.add(term)
	if len(w.block) > 0 && len(w.block)+len(term)+len(list) > blockSize {
		if err := w.writeBlock(ctx); err != nil {
			return err
		}
	}
	if len(w.block) == 0 {
		w.first = term
	}
	w.block = appendPosting(w.block, term, list)
	return nil
}

func (w *segmentWriter) writeBlock(ctx context.Context) error {
	if len(w.block) == 0 {
		return nil
	}
	_, err := w.insert.ExecContext(ctx, w.id, w.first, w.block)
	w.block = w.block[:0]
	return err
}

// finish writes what is known at the end and closes the writer.
func (w *segmentWriter) finish(ctx context.Context, info segment) (err error) {
	defer func() { err = firstError(err, w.close()) }()
	if err := w.writeBlock(ctx); err != nil {
		return err
	}
	for _, size := range slices.Sorted(maps.Keys(w.words)) {
		err := w.index.exec(ctx, w.db, `INSERT INTO NAME_words (segment, size, words) VALUES (?, ?, ?)`,
			w.id, size, w.words[size])
		if err != nil {
			return err
		}
	}
	return w.index.exec(ctx, w.db,
		`UPDATE NAME_segment SET docs = ?, length = ?, low = ?, high = ? WHERE id = ?`,
		info.docs, info.length, info.low, info.high, w.id)
}

func (w *segmentWriter) close() error { return w.insert.Close() }
