package textindex

import (
	"context"
	"database/sql"
	"fmt"
	"hash/maphash"

	"github.com/agmem/agmem/internal/recall"
)

// maxFaults is how many faults an audit names; the others would say the same.
const maxFaults = 20

// Audit is what one reading of a whole index found. It holds 16 bytes for
// each document number, whatever the texts are: the sum of a hash of each of
// its postings, to be compared with that of the text.
type Audit struct {
	seed   maphash.Seed
	sums   []uint64
	counts []uint32 // of postings
	places []int32  // where a document is live: the number of a segment in order of age, from 1, or pendingPlace
	faults []string
}

const pendingPlace = -1

// Check reads the whole index and finds what is wrong with its form: lists
// that cannot be read or are out of order, rows that belong to no segment,
// words that are not those of the terms, documents that are live twice.
// Whether the index says what the texts say is for [Audit.Compare] to find;
// the answer to both is [Audit.Faults].
func (x Index) Check(ctx context.Context, db DB) (*Audit, error) {
	c := checker{index: x, db: db, audit: &Audit{seed: maphash.MakeSeed()}}
	for _, step := range []func(context.Context) error{c.segmentRows, c.strays, c.pending, c.postings} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return c.audit, nil
}

// Compare finds out whether the index has exactly the terms of a document. It
// must be called once for each document that should be in the index.
func (a *Audit) Compare(doc int64, terms recall.Terms) {
	var sum uint64
	for _, p := range terms.Postings {
		sum += mix(a.hash(p.Term), recall.NewImpact(p.Freq, terms.Length))
	}
	if !a.knows(doc) {
		if len(terms.Postings) > 0 {
			a.fault("document %d is missing", doc)
		}
		return
	}
	switch n := int(a.counts[doc]); {
	case n == 0 && len(terms.Postings) > 0:
		a.fault("document %d is missing", doc)
	case n != len(terms.Postings):
		a.fault("document %d has %d terms, its text has %d", doc, n, len(terms.Postings))
	case sum != a.sums[doc]:
		a.fault("document %d has other terms than its text", doc)
	}
	a.counts[doc] = 0
}

// Faults returns what is wrong, at most 20 sentences. It must be called after
// the last document was compared: those of the index that were not compared
// are faults.
func (a *Audit) Faults() []string {
	for doc, n := range a.counts {
		if n > 0 {
			a.fault("document %d has no text", doc)
		}
	}
	return a.faults
}

func (a *Audit) fault(format string, args ...any) {
	if len(a.faults) < maxFaults {
		a.faults = append(a.faults, "text index: "+fmt.Sprintf(format, args...))
	}
}

func (a *Audit) hash(term string) uint64 { return maphash.String(a.seed, term) }

func (a *Audit) knows(doc int64) bool { return doc >= 0 && doc < int64(len(a.sums)) }

// grow makes room for documents up to high.
func (a *Audit) grow(high int64) {
	if n := int(high) + 1 - len(a.sums); n > 0 {
		a.sums = append(a.sums, make([]uint64, n)...)
		a.counts = append(a.counts, make([]uint32, n)...)
		a.places = append(a.places, make([]int32, n)...)
	}
}

// add takes a live posting. A document that is live elsewhere already is a
// fault, and its postings there are all there are.
func (a *Audit) add(doc int64, hash uint64, impact recall.Impact, place int32) {
	switch a.places[doc] {
	case place:
	case 0:
		a.places[doc] = place
	default:
		a.fault("document %d is live twice", doc)
		return
	}
	a.counts[doc]++
	a.sums[doc] += mix(hash, impact)
}

// mix makes one hash of those of a term and its impact; the finalizer of
// SplitMix64 spreads every bit, so that sums do not meet by chance.
func mix(hash uint64, impact recall.Impact) uint64 {
	h := hash + uint64(impact)*0x9E3779B97F4A7C15
	h = (h ^ h>>30) * 0xBF58476D1CE4E5B9
	h = (h ^ h>>27) * 0x94D049BB133111EB
	return h ^ h>>31
}

// checker is one Check in progress.
type checker struct {
	index    Index
	db       DB
	audit    *Audit
	segments []segment
	hidden   map[int64]int64
}

// segmentRows reads the segments; those that cannot be are left out.
func (c *checker) segmentRows(ctx context.Context) (err error) {
	all, err := c.index.segmentRows(ctx, c.db)
	if err != nil {
		return err
	}
	for _, s := range all {
		if !s.sound() {
			c.audit.fault("segment %d has impossible numbers", s.id)
			continue
		}
		c.segments = append(c.segments, s)
		c.audit.grow(s.high)
	}
	c.hidden, err = c.index.hidden(ctx, c.db)
	return err
}

// strays looks for rows that belong to no segment.
func (c *checker) strays(ctx context.Context) error {
	for _, table := range []string{"block", "words"} {
		err := c.each(ctx, `SELECT DISTINCT segment FROM NAME_`+table+` WHERE segment NOT IN (SELECT id FROM NAME_segment)`,
			func(rows *sql.Rows) error {
				var id int64
				err := rows.Scan(&id)
				c.audit.fault("there are %s rows of a segment %d, which is not there", table, id)
				return err
			})
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) pending(ctx context.Context) error {
	return c.each(ctx, `SELECT doc, terms FROM NAME_pending`, func(rows *sql.Rows) error {
		var doc int64
		var blob sql.RawBytes
		if err := rows.Scan(&doc, &blob); err != nil {
			return err
		}
		terms, err := decodeTerms(blob)
		if err != nil || checkNumber(doc) != nil {
			c.audit.fault("the waiting document %d cannot be read", doc)
			return nil
		}
		c.audit.grow(doc)
		for i, p := range terms.Postings {
			if i > 0 && p.Term <= terms.Postings[i-1].Term {
				c.audit.fault("the terms of the waiting document %d are out of order", doc)
			}
			c.audit.add(doc, c.audit.hash(p.Term), recall.NewImpact(p.Freq, terms.Length), pendingPlace)
		}
		return nil
	})
}

func (c *checker) postings(ctx context.Context) error {
	for i, s := range c.segments {
		r := segmentReader{
			audit: c.audit, segment: s, place: int32(i + 1), hidden: c.hidden,
			docs: NewBitset(s.high), words: make(map[int]uint64),
		}
		err := c.each(ctx, `SELECT term, lists FROM NAME_block WHERE segment = ? ORDER BY term`, r.block, s.id)
		if err != nil {
			return err
		}
		err = c.each(ctx, `SELECT size, words FROM NAME_words WHERE segment = ?`, r.vocabulary, s.id)
		if err != nil {
			return err
		}
		r.finish()
	}
	return nil
}

// each calls scan for every row of a query.
func (c *checker) each(ctx context.Context, query string, scan func(*sql.Rows) error, args ...any) (err error) {
	rows, err := c.db.QueryContext(ctx, c.index.sql(query), args...)
	if err != nil {
		return err
	}
	defer func() { err = firstError(err, rows.Close()) }()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}
