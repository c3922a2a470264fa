package textindex

import (
	"bytes"
	"database/sql"
	"unicode/utf8"

	"github.com/agmem/agmem/internal/recall"
)

// segmentReader reads one segment for an audit.
type segmentReader struct {
	audit   *Audit
	segment segment
	place   int32
	hidden  map[int64]int64
	docs    Bitset         // that have a posting, void or not
	last    string         // term that was read
	words   map[int]uint64 // sums of the hashes of the spellable terms, by size
}

// block reads a row of NAME_block.
func (r *segmentReader) block(rows *sql.Rows) error {
	var first, block sql.RawBytes
	if err := rows.Scan(&first, &block); err != nil {
		return err
	}
	begins, _, _, err := takePosting(block)
	if err == nil && !bytes.Equal(begins, first) {
		err = damaged() // the block is looked up by the wrong term
	}
	if err != nil {
		r.audit.fault("a block of segment %d is damaged", r.segment.id)
		return nil
	}
	err = eachPosting(block, func(term, list []byte) error {
		r.posting(string(term), list)
		return nil
	})
	if err != nil {
		r.audit.fault("a block of segment %d is damaged", r.segment.id)
	}
	return nil
}

// posting checks a term and its list.
func (r *segmentReader) posting(term string, buf []byte) {
	if term <= r.last {
		r.audit.fault("the terms of segment %d are out of order at %q", r.segment.id, term)
	}
	r.last = term
	hash := r.audit.hash(term)
	if recall.IsSpellable(term) {
		r.words[utf8.RuneCountInString(term)] += mix(hash, 0)
	}
	last, fits := int64(-1), true
	err := decodeList(buf, func(doc int64, impact recall.Impact) {
		fits = fits && last < doc && r.segment.low <= doc && doc <= r.segment.high && impact != 0
		last = doc
		if !fits {
			return
		}
		r.docs.Add(doc)
		if isValid(r.hidden, doc, r.segment.id) {
			r.audit.add(doc, hash, impact, r.place)
		}
	})
	if err != nil || len(buf) == 0 || !fits {
		r.audit.fault("the list of %q in segment %d is damaged", term, r.segment.id)
	}
}

// vocabulary reads a row of NAME_words and takes its words from those that
// the terms have.
func (r *segmentReader) vocabulary(rows *sql.Rows) error {
	var size int
	var buf sql.RawBytes
	if err := rows.Scan(&size, &buf); err != nil {
		return err
	}
	sized := true
	err := eachWord(buf, func(word []byte) {
		sized = sized && utf8.RuneCount(word) == size
		r.words[size] -= mix(r.audit.hash(string(word)), 0)
	})
	if err != nil || !sized {
		r.audit.fault("the words of %d characters of segment %d are damaged", size, r.segment.id)
	}
	return nil
}

// finish compares what was read with what the segment says of itself.
func (r *segmentReader) finish() {
	for size, sum := range r.words {
		if sum != 0 {
			r.audit.fault("the words of %d characters of segment %d are not those of its terms", size, r.segment.id)
		}
	}
	if n := r.docs.Len(); int64(n) != r.segment.docs {
		r.audit.fault("segment %d says it has %d documents and has %d", r.segment.id, r.segment.docs, n)
	}
}
