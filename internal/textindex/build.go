package textindex

import (
	"context"
	"encoding/binary"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agmem/agmem/internal/recall"
)

// Builder collects documents in memory and writes them as one segment. It is
// how many documents are indexed at once.
type Builder struct {
	index    Index
	lists    map[string]*list
	postings int
	info     segment
}

// segment is a row of NAME_segment.
type segment struct {
	id        int64
	docs      int64 // void ones too
	length    int64 // of all its documents, in words
	low, high int64 // the lowest and highest document number
}

// sound reports a row that agmem may have written.
func (s segment) sound() bool {
	return s.docs >= 0 && s.length >= 0 && 0 <= s.low && s.low <= s.high && s.high <= maxNumber
}

// NewBuilder returns an empty builder.
func (x Index) NewBuilder() *Builder {
	return &Builder{index: x, lists: make(map[string]*list)}
}

// Add takes a document that is not in the index yet. Numbers must ascend. One
// without terms is left out, because nothing finds it.
func (b *Builder) Add(doc int64, terms recall.Terms) {
	if len(terms.Postings) == 0 {
		return
	}
	if b.info.docs == 0 {
		b.info.low = doc
	}
	b.info.docs++
	b.info.length += int64(terms.Length)
	b.info.high = doc
	for _, p := range terms.Postings {
		l := b.lists[p.Term]
		if l == nil {
			l = &list{}
			b.lists[strings.Clone(p.Term)] = l // a copy, because the term may be a part of a whole content
		}
		l.append(doc, recall.NewImpact(p.Freq, terms.Length))
	}
	b.postings += len(terms.Postings)
}

// Postings returns how many postings wait; each holds about 4 bytes.
func (b *Builder) Postings() int { return b.postings }

// Flush writes what was added as one segment and empties the builder.
func (b *Builder) Flush(ctx context.Context, db DB) error {
	if b.info.docs == 0 {
		return nil
	}
	if err := checkNumber(b.info.high); err != nil {
		return err
	}
	w, err := b.index.newSegmentWriter(ctx, db)
	if err != nil {
		return err
	}
	for _, term := range slices.Sorted(maps.Keys(b.lists)) {
		if err := w.write(ctx, term, b.lists[term].buf); err != nil {
			return firstError(err, w.close())
		}
	}
	if err := w.finish(ctx, b.info); err != nil {
		return err
	}
	*b = *b.index.NewBuilder()
	return nil
}

// vocabulary collects the words of a segment by their size in characters.
type vocabulary map[int][]byte

// add takes a term if it is a word that a user may misspell.
func (v vocabulary) add(term string) {
	if !recall.IsSpellable(term) {
		return
	}
	size := utf8.RuneCountInString(term)
	v[size] = append(binary.AppendUvarint(v[size], uint64(len(term))), term...)
}

// eachWord calls yield for every word of an encoded row of NAME_words.
func eachWord(buf []byte, yield func(word []byte)) error {
	for len(buf) > 0 {
		size, rest, err := takeUvarint(buf)
		if err != nil || uint64(len(rest)) < size {
			return damaged()
		}
		yield(rest[:size])
		buf = rest[size:]
	}
	return nil
}
