package bankfile

import (
	"strconv"
	"time"

	"github.com/agmem/agmem/internal/rawjson"
)

// ValueDepth is how many levels deep a value is in the text of its bank.
const ValueDepth = 3

// The depths of the other parts of a bank.
const (
	metaDepth  = 1 // the object _meta
	entryDepth = 2 // the object of an entry
)

// Put stores an entry under its key: a new one, or new value, times and ttl of
// one that is there, whose other members stay. The value is laid out again, its
// tokens stay as they are; it must be valid JSON.
func (b *Bank) Put(e Entry) {
	var m members
	if i, ok := b.place[e.Key]; ok {
		m = membersOf(b.records[i].raw)
	}
	value := rawjson.AppendIndented(nil, e.Value, ValueDepth)
	m.set("value", value)
	m.set("size", strconv.AppendInt(nil, int64(rawjson.CompactSize(value)), 10))
	if e.TTL > 0 {
		m.set("ttl", strconv.AppendInt(nil, e.TTL, 10))
	} else {
		m.remove("ttl")
	}
	old, _ := b.Entry(e.Key)
	setTime(&m, "created_at", old.CreatedAt, e.CreatedAt)
	setTime(&m, "updated_at", old.UpdatedAt, e.UpdatedAt)
	e.Value = value
	b.store(record{entry: e, raw: m.appendTo(nil, entryDepth)})
}

// setTime writes a time that changed, or that is not there.
func setTime(m *members, name string, old, t time.Time) {
	if _, there := m.get(name); !there || !old.Equal(t) {
		m.set(name, quotedTime(t))
	}
}

// Adopt stores the entry that another bank has under the key, with all its
// members, in place of its own.
func (b *Bank) Adopt(from *Bank, key string) {
	r := from.records[from.place[key]]
	adopted, _, err := parseRecord(rawjson.AppendIndented(nil, r.raw, entryDepth), r.name, 0)
	if err != nil {
		return // it was parsed once already
	}
	adopted.entry.Key = key
	b.store(adopted)
}

// store puts a record, whose entry has its key, in its place.
func (b *Bank) store(r record) {
	b.changed = true
	if i, ok := b.place[r.entry.Key]; ok {
		r.name = b.records[i].name
		b.records[i] = r
		return
	}
	r.name = quoted(r.entry.Key)
	b.place[r.entry.Key] = len(b.records)
	b.records = append(b.records, r)
}

// Delete removes the entry of a key; false if there is none.
func (b *Bank) Delete(key string) bool {
	i, ok := b.place[key]
	if ok {
		b.records[i].removed = true
		delete(b.place, key)
		b.changed = true
	}
	return ok
}

// Become replaces the content of the bank with that of another.
func (b *Bank) Become(other *Bank) {
	*b = *other
	b.changed = true
}

// SetSchema stores the JSON Schema of the bank's values, or removes it where
// it is nil.
func (b *Bank) SetSchema(schema []byte) {
	b.changed = true
	if schema == nil {
		b.meta.remove("schema")
		return
	}
	b.meta.set("schema", rawjson.AppendIndented(nil, schema, metaDepth+1))
}

// Touch notes when the bank is written: now, or later by a millisecond than
// the last time, so that a clock that was set back cannot make an older text of the
// bank look newer.
func (b *Bank) Touch(now time.Time) {
	now = now.Truncate(time.Millisecond)
	if !now.After(b.updated) {
		now = b.updated.Truncate(time.Millisecond).Add(time.Millisecond)
	}
	b.changed = true
	b.updated = now
	b.meta.set("updated_at", quotedTime(now))
	if _, ok := b.meta.get("version"); !ok {
		b.meta.set("version", []byte(strconv.Itoa(Version)))
	}
}

// membersOf returns the members of a valid object.
func membersOf(raw []byte) members {
	var m members
	_, _ = rawjson.Members(raw, 0, func(name []byte, at int) (int, error) {
		end, err := rawjson.Value(raw, at)
		if err == nil {
			m = append(m, member{name, raw[at:end:end]})
		}
		return end, err
	})
	return m
}
