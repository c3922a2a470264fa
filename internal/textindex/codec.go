package textindex

import (
	"encoding/binary"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
)

// damaged is the error for a row that no version of agmem wrote.
func damaged() error {
	return agmem.Errorf(agmem.Corrupt, "the text index is damaged").WithHint("rebuild it").
		WithStep(agmem.ActionRun, "reindex")
}

// encodeTerms writes the terms of a pending document: the length, then for
// each term its frequency, its size and its bytes.
func encodeTerms(t recall.Terms) []byte {
	buf := binary.AppendUvarint(make([]byte, 0, 10*len(t.Postings)), uint64(t.Length))
	for _, p := range t.Postings {
		buf = binary.AppendUvarint(buf, uint64(p.Freq))
		buf = binary.AppendUvarint(buf, uint64(len(p.Term)))
		buf = append(buf, p.Term...)
	}
	return buf
}

func decodeTerms(buf []byte) (recall.Terms, error) {
	var t recall.Terms
	length, buf, err := takeUvarint(buf)
	if err != nil {
		return t, err
	}
	t.Length = int(length)
	for len(buf) > 0 {
		var freq, size uint64
		if freq, buf, err = takeUvarint(buf); err != nil {
			return t, err
		}
		if size, buf, err = takeUvarint(buf); err != nil {
			return t, err
		}
		if uint64(len(buf)) < size {
			return t, damaged()
		}
		t.Postings = append(t.Postings, recall.Posting{Term: string(buf[:size]), Freq: int(freq)})
		buf = buf[size:]
	}
	return t, nil
}

func takeUvarint(buf []byte) (uint64, []byte, error) {
	v, n := binary.Uvarint(buf)
	if n <= 0 {
		return 0, nil, damaged()
	}
	return v, buf[n:], nil
}

// list is the documents of one term in one segment, encoded, in ascending
// order. The first number is a difference to 0.
type list struct {
	buf  []byte
	last int64
}

// append adds a document whose number is above all before it.
func (l *list) append(doc int64, impact recall.Impact) {
	l.buf = binary.AppendUvarint(l.buf, uint64(doc-l.last))
	l.buf = append(l.buf, byte(impact))
	l.last = doc
}

// entry is a decoded element of a list.
type entry struct {
	doc    int64
	impact recall.Impact
}

// decodeList calls yield for each element of an encoded list.
func decodeList(buf []byte, yield func(doc int64, impact recall.Impact)) error {
	var doc int64
	for i := 0; i < len(buf); {
		delta := uint64(buf[i])
		i++
		if delta >= 0x80 {
			v, n := binary.Uvarint(buf[i-1:])
			if n <= 0 {
				return damaged()
			}
			delta = v
			i += n - 1
		}
		if i >= len(buf) {
			return damaged()
		}
		doc += int64(delta)
		yield(doc, recall.Impact(buf[i]))
		i++
	}
	return nil
}
