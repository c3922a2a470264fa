package wordpiece

import (
	"bytes"
	"encoding/binary"
	"slices"
	"unsafe"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/rawjson"
)

// tokens is the vocabulary of a tokenizer.json: the texts one after the other
// in the order of the file, and where that of each id is.
type tokens struct {
	texts []byte
	spans []span // by id
}

type span struct{ from, to uint32 }

// add takes a member of the vocabulary, with its name in quotes.
func (t *tokens) add(quoted []byte, id int) error {
	if id < 0 || id >= maxIDs {
		return agmem.Errorf(agmem.Invalid, "the tokenizer has the id %d; at most %d are supported", id, maxIDs)
	}
	if id >= len(t.spans) {
		t.spans = slices.Grow(t.spans, id+1-len(t.spans))[:id+1]
	}
	from := len(t.texts)
	if inner := quoted[1 : len(quoted)-1]; bytes.IndexByte(inner, '\\') < 0 {
		t.texts = append(t.texts, inner...)
	} else {
		t.texts = append(t.texts, rawjson.Unquote(quoted)...)
	}
	t.spans[id] = span{uint32(from), uint32(len(t.texts))}
	return nil
}

// index returns the vocabulary with its options as an index. The special
// tokens among the options are given by their texts.
func (t *tokens) index(s settings) (string, error) {
	ids, slots := len(t.spans), 2
	for slots < 2*ids {
		slots *= 2
	}
	slotsAt := headerSize + 4*len(s.added)
	offsetsAt := slotsAt + 4*slots
	textsAt := offsetsAt + 4*(ids+1)
	index := make([]byte, textsAt, textsAt+len(t.texts))
	longest := 0
	for id, at := range t.spans {
		put(index[offsetsAt:], id, uint32(len(index)-textsAt))
		text := t.texts[at.from:at.to]
		index = append(index, text...)
		longest = max(longest, len(text))
		if len(text) > 0 {
			insert(index[slotsAt:offsetsAt], hashOf(text), uint32(id))
		}
	}
	put(index[offsetsAt:], ids, uint32(len(index)-textsAt))

	copy(index, magic)
	header := index[len(magic):headerSize]
	for i, n := range []int{s.flags(), s.maxChars, 0, 0, 0, ids, slots, len(s.added), longest, len(index) - textsAt} {
		put(header, i, uint32(n))
	}
	v := vocabulary{
		slots:   view(index[slotsAt:offsetsAt]),
		offsets: view(index[offsetsAt:textsAt]), texts: view(index[textsAt:]), ids: ids,
	}
	for i, special := range []string{s.unknown, s.first, s.last} {
		id, ok := v.find("", []byte(special), hashOf([]byte(special)))
		if !ok {
			return "", agmem.Errorf(agmem.Invalid, "the vocabulary of the tokenizer does not have %q", special)
		}
		put(header, 2+i, uint32(id))
	}
	for i, a := range s.added {
		if id, ok := v.find("", []byte(a.text), hashOf([]byte(a.text))); !ok || id != a.id {
			return "", agmem.Errorf(agmem.Invalid, "the token %q is not in the vocabulary of the tokenizer under its number", a.text)
		}
		put(index[headerSize:], i, uint32(a.id))
	}
	return view(index), nil
}

// insert puts an id into the first free slot from where its hash points.
func insert(slots []byte, hash, id uint32) {
	mask := uint32(len(slots)/4) - 1
	at := hash & mask
	for word(view(slots), int(at)) != 0 {
		at = (at + 1) & mask
	}
	put(slots, int(at), hash>>idBits<<idBits|(id+1))
}

func put(row []byte, i int, n uint32) { binary.LittleEndian.PutUint32(row[4*i:], n) }

// view returns bytes as a string without a copy. The bytes must not change
// while the string is used.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
