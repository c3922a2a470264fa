package textindex

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"github.com/agmem/agmem/internal/recall"
)

// Merge does one step of tidying: it joins segments of like size into one, or
// rewrites a segment most of whose documents are void. It reports whether
// there was something to do. A step writes at most maxSegment documents.
func (x Index) Merge(ctx context.Context, db DB) (bool, error) {
	segments, err := x.segments(ctx, db)
	if err != nil {
		return false, err
	}
	chosen, err := x.chooseMerge(ctx, db, segments)
	if err != nil || len(chosen) == 0 {
		return false, err
	}
	return true, x.merge(ctx, db, chosen)
}

// segments returns the segments in order of age.
func (x Index) segments(ctx context.Context, db DB) ([]segment, error) {
	segments, err := x.segmentRows(ctx, db)
	if err != nil {
		return nil, err
	}
	for _, s := range segments {
		if !s.sound() {
			return nil, damaged()
		}
	}
	return segments, nil
}

// segmentRows is segments without a look at what they say.
func (x Index) segmentRows(ctx context.Context, db DB) (segs []segment, err error) {
	rows, err := db.QueryContext(ctx, x.sql(`SELECT id, docs, length, low, high FROM NAME_segment ORDER BY id`))
	if err != nil {
		return nil, err
	}
	defer func() { err = firstError(err, rows.Close()) }()
	for rows.Next() {
		var s segment
		if err := rows.Scan(&s.id, &s.docs, &s.length, &s.low, &s.high); err != nil {
			return nil, err
		}
		segs = append(segs, s)
	}
	return segs, rows.Err()
}

// chooseMerge returns the segments to make one of, none where all is tidy.
func (x Index) chooseMerge(ctx context.Context, db DB, segments []segment) ([]segment, error) {
	bySize := make(map[int][]segment)
	for _, s := range segments {
		bySize[sizeClass(s.docs)] = append(bySize[sizeClass(s.docs)], s)
	}
	for class := 0; class <= sizeClass(maxSegment); class++ {
		if like := bySize[class]; len(like) >= fanout {
			if chosen := fitting(like); len(chosen) > 1 {
				return chosen, nil
			}
		}
	}
	for _, s := range segments {
		hidden, err := x.hiddenIn(ctx, db, s)
		if err != nil {
			return nil, err
		}
		if hidden*3 > s.high-s.low+1 {
			return []segment{s}, nil
		}
	}
	return nil, nil
}

// sizeClass counts how often fanout segments have become one.
func sizeClass(docs int64) int {
	class := 0
	for limit := int64(maxPending) * fanout / 2; docs >= limit; limit *= fanout {
		class++
	}
	return class
}

// fitting returns the smallest segments that together are not larger than
// maxSegment.
func fitting(segments []segment) []segment {
	slices.SortStableFunc(segments, func(a, b segment) int { return cmp.Compare(a.docs, b.docs) })
	var total int64
	for i, s := range segments {
		if total += s.docs; total > maxSegment {
			return segments[:i]
		}
	}
	return segments
}

// hiddenIn counts the numbers in the range of a segment of which its word
// would be void. Not all of them need be in it.
func (x Index) hiddenIn(ctx context.Context, db DB, s segment) (n int64, err error) {
	err = db.QueryRowContext(ctx, x.sql(
		`SELECT count(*) FROM NAME_hidden WHERE doc BETWEEN ? AND ? AND upto >= ?`), s.low, s.high, s.id).Scan(&n)
	return n, err
}

// merge writes one segment with all that is valid in old ones and drops them.
// A document is valid in at most one segment, so its lists need no
// care beyond the order of their documents.
func (x Index) merge(ctx context.Context, db DB, old []segment) error {
	hidden, err := x.hidden(ctx, db)
	if err != nil {
		return err
	}
	m := newMerger(hidden, old)
	if err := m.open(ctx, x, db, old); err != nil {
		return firstError(err, m.close())
	}
	w, err := x.newSegmentWriter(ctx, db)
	if err != nil {
		return firstError(err, m.close())
	}
	if err := m.run(ctx, w); err != nil {
		return firstError(err, m.close(), w.close())
	}
	if err := firstError(m.close(), w.finish(ctx, m.sum(old))); err != nil {
		return err
	}
	return x.drop(ctx, db, old)
}

// drop deletes segments, a new one that has nothing too, and what was said
// about the documents of such alone.
func (x Index) drop(ctx context.Context, db DB, old []segment) error {
	for _, s := range old {
		for _, table := range []string{"NAME_block WHERE segment", "NAME_words WHERE segment", "NAME_segment WHERE id"} {
			if err := x.exec(ctx, db, `DELETE FROM `+table+` = ?`, s.id); err != nil {
				return err
			}
		}
	}
	return x.exec(ctx, db, `
		DELETE FROM NAME_segment WHERE docs = 0;
		DELETE FROM NAME_hidden WHERE NOT EXISTS (
			SELECT 1 FROM NAME_segment WHERE id <= upto AND doc BETWEEN low AND high)`)
}

// hidden returns for each document the last segment whose word on it is void.
func (x Index) hidden(ctx context.Context, db DB) (upto map[int64]int64, err error) {
	rows, err := db.QueryContext(ctx, x.sql(`SELECT doc, upto FROM NAME_hidden`))
	if err != nil {
		return nil, err
	}
	defer func() { err = firstError(err, rows.Close()) }()
	upto = make(map[int64]int64)
	for rows.Next() {
		var doc, segment int64
		if err := rows.Scan(&doc, &segment); err != nil {
			return nil, err
		}
		upto[doc] = segment
	}
	return upto, rows.Err()
}

// merger reads several segments side by side in the order of their terms.
type merger struct {
	hidden  map[int64]int64
	cursors []*cursor
	entries []entry
	kept    Bitset // the documents that were written
	info    segment
}

func newMerger(hidden map[int64]int64, old []segment) *merger {
	var high int64
	for _, s := range old {
		high = max(high, s.high)
	}
	return &merger{hidden: hidden, kept: NewBitset(high), info: segment{low: high}}
}

func (m *merger) open(ctx context.Context, x Index, db DB, segments []segment) error {
	for _, s := range segments {
		c, err := x.newCursor(ctx, db, s.id)
		if err != nil {
			return err
		}
		m.cursors = append(m.cursors, c)
		if err := c.next(); err != nil {
			return err
		}
	}
	return nil
}

func (m *merger) close() (err error) {
	for _, c := range m.cursors {
		err = firstError(err, c.rows.Close())
	}
	return err
}

// run writes the lists of all terms.
func (m *merger) run(ctx context.Context, w *segmentWriter) error {
	for {
		term, ok := m.lowest()
		if !ok {
			return nil
		}
		joined, err := m.take(term)
		if err != nil {
			return err
		}
		if len(joined) == 0 {
			continue
		}
		if err := w.write(ctx, term, joined); err != nil {
			return err
		}
	}
}

func (m *merger) lowest() (term string, ok bool) {
	var lowest []byte
	for _, c := range m.cursors {
		if !c.done && (lowest == nil || bytes.Compare(c.term, lowest) < 0) {
			lowest = c.term
		}
	}
	return string(lowest), lowest != nil
}

// take joins the lists of term and moves the cursors that were there.
func (m *merger) take(term string) ([]byte, error) {
	m.entries = m.entries[:0]
	for _, c := range m.cursors {
		if c.done || string(c.term) != term {
			continue
		}
		err := decodeList(c.list, func(doc int64, impact recall.Impact) {
			if isValid(m.hidden, doc, c.segment) {
				m.entries = append(m.entries, entry{doc, impact})
			}
		})
		if err != nil {
			return nil, err
		}
		if err := c.next(); err != nil {
			return nil, err
		}
	}
	byDoc := func(a, b entry) int { return cmp.Compare(a.doc, b.doc) }
	if !slices.IsSortedFunc(m.entries, byDoc) {
		slices.SortFunc(m.entries, byDoc)
	}
	var l list
	for _, e := range m.entries {
		l.append(e.doc, e.impact)
		m.kept.Add(e.doc)
	}
	if n := len(m.entries); n > 0 {
		m.info.low, m.info.high = min(m.info.low, m.entries[0].doc), max(m.info.high, m.entries[n-1].doc)
	}
	return l.buf, nil
}

// isValid reports whether what a segment says of a document still holds.
func isValid(hidden map[int64]int64, doc, segment int64) bool {
	if len(hidden) == 0 {
		return true
	}
	upto, ok := hidden[doc]
	return !ok || upto < segment
}

// sum says what the new segment holds. The length of a document is in no
// list, so what is left out counts as long as the others.
func (m *merger) sum(old []segment) segment {
	var docs, length int64
	for _, s := range old {
		docs += s.docs
		length += s.length
	}
	m.info.docs = int64(m.kept.Len())
	m.info.length = int64(float64(length) / float64(max(docs, 1)) * float64(m.info.docs))
	return m.info
}
