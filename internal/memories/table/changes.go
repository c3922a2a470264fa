package table

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/rawjson"
)

// FieldExpiry is what the log calls the expiry of a memory. A deletion that names
// it was made because of the expiry, by nobody.
const FieldExpiry = "expiresAt"

// Snapshot is what a change keeps of the state before it. An update that
// leaves the content alone keeps none.
type Snapshot struct {
	Number  int64         `json:"number"`
	ID      string        `json:"id"`
	Content string        `json:"content,omitempty"`
	Digest  string        `json:"digest,omitempty"`
	Tags    []string      `json:"tags,omitempty"`
	Created agmem.Instant `json:"createdAt"`
	Updated agmem.Instant `json:"updatedAt"`
	Count   int64         `json:"accessCount,omitempty"`
	Expires agmem.Instant `json:"expiresAt,omitzero"`
	Origin  agmem.Origin  `json:"origin,omitzero"`
	// Pinned is when it was pinned, in deletions and in changes of the pin.
	Pinned agmem.Instant `json:"pinned,omitzero"`
	Given  string        `json:"given,omitempty"` // hexadecimal; empty for zero
}

// SnapshotOf returns all that a record says.
func SnapshotOf(r *Record) Snapshot {
	s := Snapshot{
		Number: r.Number, ID: r.ID.String(), Content: r.Content, Digest: r.Digest, Tags: r.Tags,
		Created: r.Created, Updated: r.Updated, Count: r.Count, Expires: r.Expires, Origin: r.Origin,
		Pinned: r.Pinned,
	}
	if r.Given != (Hash{}) {
		s.Given = hex.EncodeToString(r.Given[:])
	}
	return s
}

// DecodeSnapshot reads what a row of the change log kept.
func DecodeSnapshot(blob []byte) (Snapshot, error) {
	var s Snapshot
	if err := json.Unmarshal(blob, &s); err != nil {
		return s, agmem.Errorf(agmem.Corrupt, "a row of the change log is damaged: %w", err)
	}
	return s, nil
}

// Record returns the state that the snapshot kept, with the content of now
// where it kept none.
func (s Snapshot) Record(content string) (Record, error) {
	id, err := ParseID(s.ID)
	if err != nil {
		return Record{}, err
	}
	r := Record{
		Number: s.Number, ID: id, Tags: s.Tags, Digest: s.Digest,
		Created: s.Created, Updated: s.Updated, Count: s.Count, Expires: s.Expires, Origin: s.Origin,
		Pinned: s.Pinned,
	}
	if r.Tags == nil {
		r.Tags = []string{}
	}
	if given, err := hex.DecodeString(s.Given); err == nil {
		copy(r.Given[:], given)
	}
	if s.Content != "" {
		content = s.Content
	}
	r.SetContent(content)
	return r, nil
}

// Entry is a row of the change log about to be written.
type Entry struct {
	Memory    int64
	Operation agmem.Operation
	fields    []string
	Undoes    int64
	Before    *Snapshot
}

// LogChange writes a row of the change log and returns its seq.
func LogChange(ctx context.Context, t *Txn, e Entry) (int64, error) {
	by, session, err := maker(ctx, t)
	if err != nil {
		return 0, err
	}
	var before, batch, undoes any
	if e.Before != nil {
		if before, err = rawjson.Encode(e.Before); err != nil {
			return 0, err
		}
	}
	if t.Batch != 0 {
		batch = t.Batch
	}
	if e.Undoes != 0 {
		undoes = e.Undoes
	}
	seq, err := t.Insert(ctx, `
		INSERT INTO changes (batch, memory, operation, at, origin, session, fields, undoes, before)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		batch, e.Memory, string(e.Operation), int64(t.Now), nullNumber(by), nullNumber(session),
		NullText(strings.Join(e.fields, ",")), undoes, before)
	if t.Batch == 0 {
		t.Batch = seq
	}
	return seq, err
}

// LogAdded writes the change of each memory with a number from low to high, all
// of them new.
func LogAdded(ctx context.Context, t *Txn, low, high int64) error {
	if _, err := LogChange(ctx, t, Entry{Memory: low, Operation: agmem.Added}); err != nil {
		return err
	}
	by, session, err := maker(ctx, t)
	if err != nil {
		return err
	}
	err = t.Do(ctx, `
		INSERT INTO changes (batch, memory, operation, at, origin, session)
		SELECT ?, number, ?, ?, ?, ? FROM memories WHERE number > ? AND number <= ? ORDER BY number`,
		t.Batch, string(agmem.Added), int64(t.Now), nullNumber(by), nullNumber(session), low, high)
	return err
}

// maker returns the rows of who makes the changes and of the session; nil for
// what is not known.
func maker(ctx context.Context, t *Txn) (by, session *int64, err error) {
	if by, err = originRow(ctx, t, t.by); err != nil {
		return nil, nil, err
	}
	session, err = sessionRow(ctx, t, t.by.Session)
	return by, session, err
}

// LogUpdate writes the change from one state of a memory to another.
func LogUpdate(ctx context.Context, t *Txn, old, r *Record, undoes int64) (int64, error) {
	before := SnapshotOf(old)
	if old.Content == r.Content {
		before.Content = ""
	}
	return LogChange(ctx, t, Entry{
		Memory: r.Number, Operation: agmem.Updated, fields: ChangedFields(old, r), Undoes: undoes, Before: &before,
	})
}

// ChangedFields names what differs, as people call it. It looks at the hash
// instead of the content, which a rehearsal does not keep.
func ChangedFields(old, r *Record) []string {
	var fields []string
	if old.Hash != r.Hash {
		fields = append(fields, "content")
	}
	if old.Digest != r.Digest {
		fields = append(fields, "digest")
	}
	if !slices.Equal(old.Tags, r.Tags) {
		fields = append(fields, "tags")
	}
	if old.Expires != r.Expires {
		fields = append(fields, FieldExpiry)
	}
	if old.Origin.Heading != r.Origin.Heading {
		fields = append(fields, "heading")
	}
	return fields
}

// DeleteRecord removes a memory and writes the change, with what it was where
// keep says so.
func DeleteRecord(ctx context.Context, t *Txn, r *Record, undoes int64, keep bool) error {
	if err := RemoveRecord(ctx, t, r); err != nil {
		return err
	}
	e := Entry{Memory: r.Number, Operation: agmem.Deleted, Undoes: undoes}
	if keep {
		before := SnapshotOf(r)
		e.Before = &before
	}
	_, err := LogChange(ctx, t, e)
	return err
}

// Change runs do in a transaction whose changes are by someone. What has been
// kept long enough goes in the same transaction, after them, so that what is
// added again now is not removed before.
func (d *DB) Change(ctx context.Context, by agmem.Origin, do func(context.Context, *Txn) error) error {
	return d.Write(ctx, func(ctx context.Context, t *Txn) error {
		t.by = by
		if err := do(ctx, t); err != nil {
			return err
		}
		return forgetOld(ctx, t)
	})
}
