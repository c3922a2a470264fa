package bankfile

import (
	"bytes"
	"time"

	"github.com/agmem/agmem/internal/rawjson"
)

// salvageWork bounds how often the bytes of a damaged text are looked at: a
// text made of nothing but beginnings would otherwise cost the square of its
// length.
const salvageWork = 64

// Salvage returns a bank with every entry of a damaged text that can still be
// read, and how many those are. Of a key that occurs twice the entry that was
// updated later wins. What _meta said is lost unless it can be read too.
//
// An entry is what looks like one: a string, a colon and an object with a
// value. It has a time too, or it stands where entries stand: an object deeper
// in a damaged entry may look the same.
func Salvage(text []byte, now time.Time) (*Bank, int) {
	text = bytes.ToValidUTF8(bytes.ReplaceAll(text, []byte{0}, nil), []byte("\uFFFD"))
	b := New(now)
	b.salvageMeta(text)
	work := salvageWork * (len(text) + 1)
	o := newOutline(text)
	for at := 0; at < len(text) && work > 0; {
		quote := bytes.IndexByte(text[at:], '"')
		if quote < 0 {
			break
		}
		at += quote
		r, end, looked := salvageRecord(text, at)
		work -= looked
		if end == 0 || !r.entry.hasTime() && !o.isEntry(at, r.entry.Key) {
			at++
			continue
		}
		if old, twice := b.Entry(r.entry.Key); !twice || old.UpdatedAt.Before(r.entry.UpdatedAt) {
			b.store(r)
		}
		at = end
	}
	return b, b.Len()
}

// salvageRecord reads the entry whose key begins at text[at]; end is 0 where
// there is none. It also says how many bytes it looked at.
func salvageRecord(text []byte, at int) (r record, end, looked int) {
	name, object := memberAt(text, at)
	if object == 0 || object >= len(text) || text[object] != '{' {
		return r, 0, max(object-at, 1)
	}
	r, end, err := parseRecord(text, name, object)
	if err != nil {
		return r, 0, stoppedAt(err, len(text)) - at
	}
	key := rawjson.Unquote(name)
	if key == "" {
		return r, 0, end - at
	}
	whole, _, err := parseRecord(rawjson.AppendIndented(nil, r.raw, entryDepth), name, 0)
	if err != nil {
		return r, 0, end - at
	}
	whole.entry.Key = key
	return whole, end, end - at
}

// memberAt returns the name that begins at text[at], in its quotes, and where
// its value begins; 0 if there is no such member.
func memberAt(text []byte, at int) (name []byte, value int) {
	end, err := rawjson.Value(text, at)
	if err != nil || text[at] != '"' {
		return nil, 0
	}
	i := end
	for i < len(text) && (isSpace(text[i]) || text[i] == ':') {
		i++
	}
	if !bytes.ContainsRune(text[end:i], ':') {
		return nil, 0
	}
	return text[at:end], i
}

// stoppedAt returns how far the scanner got.
func stoppedAt(err error, length int) int {
	if offset := offsetOf(err); offset >= 0 {
		return offset
	}
	return length
}

// salvageMeta takes over _meta where it can be read, so that a schema and what
// others keep there survive.
func (b *Bank) salvageMeta(text []byte) {
	at := bytes.Index(text, quoted(metaName))
	if at < 0 {
		return
	}
	_, object := memberAt(text, at)
	p := parser{text: text}
	if _, err := p.parseMeta(object); err == nil && len(p.meta) > 0 {
		b.meta, b.created, b.updated = p.meta, p.created, p.updated
	}
}
