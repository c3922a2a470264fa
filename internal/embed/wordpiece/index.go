package wordpiece

import (
	"math/bits"

	"github.com/agmem/agmem"
)

// An index is a vocabulary in one string, so that it can be part of a binary or
// of a mapped file and only the pages that are asked for are read:
//
//	magic    8 bytes
//	header   headerWords numbers of 32 bits, little endian like all others
//	added    the ids of the tokens that are found in the text as it is
//	slots    a hash table with open addressing: the id + 1 in the low 24 bits,
//	         bits of the hash above; 0 is an empty slot
//	offsets  where the text of each id begins, and where the last one ends
//	texts    the texts of all ids
const (
	magic       = "agmwp\x00\x00\x01"
	headerWords = 10
	headerSize  = len(magic) + 4*headerWords

	maxIDs   = 1 << 20 // four times the largest vocabulary in use
	maxAdded = 1 << 10
	idBits   = 24
	idMask   = 1<<idBits - 1
)

// The flags of the header.
const (
	flagClean = 1 << iota
	flagLower
	flagStrip
	flagChinese
)

// vocabulary finds texts in an index. Nothing in it is trusted: whatever the
// bytes are, a lookup ends, and says an id that is less than ids or none.
type vocabulary struct {
	slots, offsets, texts string

	ids     int
	longest int // bytes of the longest text, so that longer ones are not looked up
}

// New returns the tokenizer of an index that [Index] made. It fails with
// Corrupt if the parts of the index do not fit together.
func New(index string) (*Tokenizer, error) {
	damaged := agmem.Errorf(agmem.Corrupt, "the index of the vocabulary is damaged")
	if len(index) < headerSize || index[:len(magic)] != magic {
		return nil, damaged
	}
	header := index[len(magic):headerSize]
	flags, ids, slots, added := word(header, 0), int(word(header, 5)), int(word(header, 6)), int(word(header, 7))
	if ids > maxIDs || slots > 4*maxIDs || slots < 1 || bits.OnesCount(uint(slots)) != 1 || added > maxAdded {
		return nil, damaged
	}
	slotsAt := headerSize + 4*added
	offsetsAt := slotsAt + 4*slots
	textsAt := offsetsAt + 4*(ids+1)
	if len(index) < textsAt || len(index)-textsAt != int(word(header, 9)) {
		return nil, damaged
	}
	t := &Tokenizer{
		vocabulary: vocabulary{
			slots: index[slotsAt:offsetsAt], offsets: index[offsetsAt:textsAt], texts: index[textsAt:],
			ids: ids, longest: int(word(header, 8)),
		},
		options: options{
			clean: flags&flagClean != 0, lower: flags&flagLower != 0,
			strip: flags&flagStrip != 0, chinese: flags&flagChinese != 0,
			maxChars: int(word(header, 1)),
			unk:      int32(word(header, 2)), cls: int32(word(header, 3)), sep: int32(word(header, 4)),
		},
	}
	for _, id := range []int32{t.unk, t.cls, t.sep} {
		if id < 0 || int(id) >= ids {
			return nil, damaged
		}
	}
	for i := range added {
		id := word(index[headerSize:], i)
		text, ok := t.text(id)
		if !ok || text == "" {
			return nil, damaged
		}
		t.added = append(t.added, addedToken{text, int32(id)})
	}
	return t, nil
}

// text returns the text of an id.
func (v *vocabulary) text(id uint32) (string, bool) {
	if uint64(id) >= uint64(v.ids) {
		return "", false
	}
	from, to := word(v.offsets, int(id)), word(v.offsets, int(id)+1)
	if from > to || uint64(to) > uint64(len(v.texts)) {
		return "", false
	}
	return v.texts[from:to], true
}

// find returns the id of prefix+text, whose hash is given.
func (v *vocabulary) find(prefix string, text []byte, hash uint32) (int32, bool) {
	slots := uint32(len(v.slots) / 4)
	for i, at := uint32(0), hash&(slots-1); i < slots; i, at = i+1, (at+1)&(slots-1) {
		slot := word(v.slots, int(at))
		if slot == 0 {
			return 0, false
		}
		if slot>>idBits != hash>>idBits {
			continue
		}
		id := slot&idMask - 1
		have, ok := v.text(id)
		if ok && len(have) == len(prefix)+len(text) && have[:len(prefix)] == prefix && have[len(prefix):] == string(text) {
			return int32(id), true
		}
	}
	return 0, false
}

// The hash of a text is FNV-1a, whose value for a text follows from that for
// the text without its last byte, mixed at the end.
const (
	hashSeed  uint32 = 2166136261
	hashPrime uint32 = 16777619
)

func hashOn(h uint32, c byte) uint32 { return (h ^ uint32(c)) * hashPrime }

func hashEnd(h uint32) uint32 {
	h ^= h >> 15
	h *= 0x2c1b3c6d
	return h ^ h>>13
}

func hashOf(text []byte) uint32 {
	h := hashSeed
	for _, c := range text {
		h = hashOn(h, c)
	}
	return hashEnd(h)
}

// word returns the number at place i of a row of numbers.
func word(row string, i int) uint32 {
	b := row[4*i : 4*i+4]
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}
