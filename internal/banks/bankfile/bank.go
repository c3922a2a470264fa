// Package bankfile reads the text of a JSON bank and edits it without touching
// what it does not change.
//
// A bank is `{"_meta": {…}, "entries": {KEY: {"value": …, …}}}`, as the memory
// specification of slop-mcp defines it. [Parse] walks once over the whole
// text and checks its structure, but decodes no value: it notes where each
// entry and each value is. Members that it does not know, at any level,
// are written again as they are, and so are unchanged values:
// the order of their members, numbers of any length, characters without
// needless escapes.
package bankfile

import (
	"iter"
	"slices"
	"strings"
	"time"
)

// Version is the version of the format that this package reads and writes.
const Version = 1

// Bank is the text of one bank, with the changes that were made to it. Its
// slices share memory with the text that was parsed. It is not safe for
// concurrent use.
type Bank struct {
	text    []byte
	top     members // the members of the file; those of _meta and entries have no value here
	meta    members
	updated time.Time // of _meta
	created time.Time
	records []record
	place   map[string]int // of a key in records
	ordered bool           // records are in the order of their keys
	changed bool
}

// record is an entry as it is in the file.
type record struct {
	entry   Entry
	name    []byte // the key in its quotes
	raw     []byte // the whole object
	removed bool
}

// New returns an empty bank that was created at that time.
func New(now time.Time) *Bank {
	b := &Bank{
		top:     members{{name: quoted(metaName)}, {name: quoted(entriesName)}},
		place:   make(map[string]int),
		ordered: true,
		created: now,
	}
	b.meta.set("version", []byte("1"))
	b.meta.set("created_at", quotedTime(now))
	b.meta.set("updated_at", quotedTime(now))
	return b
}

// Text returns the text that was parsed, without the changes made since; nil
// for a new bank.
func (b *Bank) Text() []byte { return b.text }

// Changed says whether something was changed since the bank was parsed.
func (b *Bank) Changed() bool { return b.changed }

// CreatedAt returns when the bank was created; zero where it does not say.
func (b *Bank) CreatedAt() time.Time { return b.created }

// UpdatedAt returns when the bank was last written; zero where it does not say.
func (b *Bank) UpdatedAt() time.Time { return b.updated }

// Len returns how many entries there are, expired ones too.
func (b *Bank) Len() int { return len(b.place) }

// Entry returns the entry of a key.
func (b *Bank) Entry(key string) (Entry, bool) {
	i, ok := b.place[key]
	if !ok {
		return Entry{}, false
	}
	return b.records[i].entry, true
}

// Entries yields every entry, expired ones too, in the order of the file.
func (b *Bank) Entries() iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		for i := range b.records {
			if !b.records[i].removed && !yield(b.records[i].entry) {
				return
			}
		}
	}
}

// Sorted returns every entry, expired ones too, in the order of the keys.
func (b *Bank) Sorted() []Entry {
	return slices.SortedFunc(b.Entries(), func(x, y Entry) int { return strings.Compare(x.Key, y.Key) })
}

// Schema returns the JSON Schema of the bank's values, nil for none.
func (b *Bank) Schema() []byte {
	if raw, ok := b.meta.get("schema"); ok && string(raw) != "null" {
		return raw
	}
	return nil
}
