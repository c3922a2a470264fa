package textindex

import (
	"bytes"
	"context"
	"database/sql"
	"strconv"
	"strings"

	"github.com/agmem/agmem/internal/recall"
)

// Snapshot is the index as one transaction sees it, opened for one search.
// It is not safe for concurrent use.
type Snapshot struct {
	index    Index
	db       DB
	segments []segment
	hidden   map[int64]int64
	void     Bitset // the documents in hidden, nil if there are none
	pending  []pendingDocument
	docs     int64 // about, as void ones are counted by the numbers in hidden
	mean     float64
	high     int64

	// impacts collects the union of lists, one element a document, all zero
	// between calls.
	impacts []recall.Impact
	touched []uint32
}

type pendingDocument struct {
	doc   int64
	terms recall.Terms
}

// Snapshot opens the index for a search in db, which should be a transaction
// so that the texts read later are those that were indexed.
func (x Index) Snapshot(ctx context.Context, db DB) (*Snapshot, error) {
	s := &Snapshot{index: x, db: db}
	var err error
	if s.segments, err = x.segments(ctx, db); err != nil {
		return nil, err
	}
	if s.hidden, err = x.hidden(ctx, db); err != nil {
		return nil, err
	}
	if err := s.readPending(ctx); err != nil {
		return nil, err
	}
	s.count()
	s.impacts = make([]recall.Impact, s.high+1)
	if len(s.hidden) > 0 {
		s.void = NewBitset(s.high)
		for doc := range s.hidden {
			s.void.Add(doc)
		}
	}
	return s, nil
}

// count sums up the collection. The mean length is that of all that was ever
// written, because the lengths of void documents are not known.
func (s *Snapshot) count() {
	var docs, length int64
	for _, seg := range s.segments {
		docs += seg.docs
		length += seg.length
		s.high = max(s.high, seg.high)
	}
	for _, p := range s.pending {
		docs++
		length += int64(p.terms.Length)
		s.high = max(s.high, p.doc)
	}
	s.mean = float64(length) / float64(max(docs, 1))
	s.docs = max(docs-int64(len(s.hidden)), int64(len(s.pending)))
}

func (s *Snapshot) readPending(ctx context.Context) (err error) {
	rows, err := s.db.QueryContext(ctx, s.index.sql(`SELECT doc, terms FROM NAME_pending`))
	if err != nil {
		return err
	}
	defer func() { err = firstError(err, rows.Close()) }()
	for rows.Next() {
		var p pendingDocument
		var blob sql.RawBytes
		if err := rows.Scan(&p.doc, &blob); err != nil {
			return err
		}
		if p.terms, err = decodeTerms(blob); err != nil {
			return err
		}
		if checkNumber(p.doc) != nil {
			return damaged()
		}
		s.pending = append(s.pending, p)
	}
	return rows.Err()
}

// High is the highest document number there may be.
func (s *Snapshot) High() int64 { return s.high }

// Statistics returns what is known of the documents, and nothing of any word
// yet.
func (s *Snapshot) Statistics() recall.Statistics {
	return recall.Statistics{Docs: int(s.docs), Words: s.mean * float64(s.docs), DF: make(map[int]int)}
}

// Matches are the documents of a term or of several, in no order, each once.
type Matches struct {
	Docs    []uint32
	Impacts []recall.Impact
}

// Set returns the documents as a set.
func (m Matches) Set(high int64) Bitset {
	b := NewBitset(high)
	for _, doc := range m.Docs {
		b.Add(int64(doc))
	}
	return b
}

// Lists holds what the index says of some terms, read at once.
type Lists map[string][]postings

// postings is the list of a term in one segment.
type postings struct {
	segment int64
	buf     []byte
}

// Read fetches the lists of terms in one go.
func (s *Snapshot) Read(ctx context.Context, terms []string) (lists Lists, err error) {
	lists = make(Lists, len(terms))
	if len(s.segments) == 0 || len(terms) == 0 {
		return lists, nil
	}
	args := make([]any, len(terms))
	for i, t := range terms {
		args[i] = t
	}
	rows, err := s.db.QueryContext(ctx, s.index.sql(`
		WITH sought (term) AS (VALUES (?)`+strings.Repeat(",(?)", len(terms)-1)+`)
		SELECT sought.term, b.segment, b.lists FROM NAME_segment AS s CROSS JOIN sought
		CROSS JOIN NAME_block AS b ON b.id = (SELECT id FROM NAME_block AS c
			WHERE c.segment = s.id AND c.term <= sought.term ORDER BY c.term DESC LIMIT 1)`), args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = firstError(err, rows.Close()) }()
	for rows.Next() {
		var p postings
		var term string
		var block sql.RawBytes
		if err := rows.Scan(&term, &p.segment, &block); err != nil {
			return nil, err
		}
		if p.buf, err = findList(block, term); err != nil {
			return nil, err
		}
		if p.buf != nil {
			lists[term] = append(lists[term], p)
		}
	}
	return lists, rows.Err()
}

// findList returns a copy of the list of a term, nil where the block has none.
func findList(block []byte, sought string) ([]byte, error) {
	for len(block) > 0 {
		term, list, rest, err := takePosting(block)
		if err != nil {
			return nil, err
		}
		if string(term) == sought {
			return bytes.Clone(list), nil
		}
		block = rest
	}
	return nil, nil
}

func (s *Snapshot) segmentIDs() string {
	ids := make([]string, len(s.segments))
	for i, seg := range s.segments {
		ids[i] = strconv.FormatInt(seg.id, 10)
	}
	return strings.Join(ids, ",")
}

// Union returns the documents that have one of the terms, each with the
// strongest of its impacts. The lists must be those that Read returned.
func (s *Snapshot) Union(lists Lists, terms ...string) (Matches, error) {
	for _, t := range terms {
		for _, p := range lists[t] {
			if err := s.collect(p.segment, p.buf); err != nil {
				return Matches{}, err
			}
		}
		for _, p := range s.pending {
			if i, ok := findTerm(p.terms, t); ok {
				s.touch(p.doc, recall.NewImpact(p.terms.Postings[i].Freq, p.terms.Length))
			}
		}
	}
	return s.collected(), nil
}

// Prefix returns the documents that have a word with this beginning.
func (s *Snapshot) Prefix(ctx context.Context, prefix string) (Matches, error) {
	for _, seg := range s.segments {
		if err := s.prefixIn(ctx, seg.id, prefix); err != nil {
			return Matches{}, err
		}
	}
	for _, p := range s.pending {
		for _, posting := range p.terms.Postings {
			if strings.HasPrefix(posting.Term, prefix) {
				s.touch(p.doc, recall.NewImpact(posting.Freq, p.terms.Length))
			}
		}
	}
	return s.collected(), nil
}

// prefixIn reads the blocks of a segment from the one that may hold the
// prefix to the last that begins with it.
func (s *Snapshot) prefixIn(ctx context.Context, segment int64, prefix string) (err error) {
	rows, err := s.db.QueryContext(ctx, s.index.sql(`
		SELECT lists FROM NAME_block WHERE segment = ?1 AND term < ?3 AND term >= coalesce(
			(SELECT max(term) FROM NAME_block WHERE segment = ?1 AND term <= ?2), '')`),
		segment, prefix, prefix+"\xff")
	if err != nil {
		return err
	}
	defer func() { err = firstError(err, rows.Close()) }()
	for rows.Next() {
		var block sql.RawBytes
		if err := rows.Scan(&block); err != nil {
			return err
		}
		err := eachPosting(block, func(term, list []byte) error {
			if !bytes.HasPrefix(term, []byte(prefix)) {
				return nil
			}
			return s.collect(segment, list)
		})
		if err != nil {
			return err
		}
	}
	return rows.Err()
}

// collect adds a list of a segment to the union that is being made.
func (s *Snapshot) collect(segment int64, buf []byte) error {
	return decodeList(buf, func(doc int64, impact recall.Impact) {
		if s.void == nil || !s.void.Has(doc) || s.hidden[doc] < segment {
			s.touch(doc, impact)
		}
	})
}

func (s *Snapshot) touch(doc int64, impact recall.Impact) {
	if doc < 0 || doc >= int64(len(s.impacts)) || impact == 0 {
		return // a damaged list; Check names it
	}
	if s.impacts[doc] == 0 {
		s.touched = append(s.touched, uint32(doc))
	}
	s.impacts[doc] = max(s.impacts[doc], impact)
}

// collected returns the union and makes ready for the next one.
func (s *Snapshot) collected() Matches {
	m := Matches{Docs: append([]uint32(nil), s.touched...), Impacts: make([]recall.Impact, len(s.touched))}
	for i, doc := range m.Docs {
		m.Impacts[i] = s.impacts[doc]
		s.impacts[doc] = 0
	}
	s.touched = s.touched[:0]
	return m
}
