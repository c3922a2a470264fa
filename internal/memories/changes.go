package memories

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/agmem/agmem"
)

const (
	keepSnapshots = agmem.Instant(agmem.UndoDays * 24 * 60 * 60 * 1000) // in milliseconds
	// forgetAtOnce bounds what one write spends on forgetting.
	forgetAtOnce = 100
)

// snapshot is what a change keeps of the state before it. An update that
// leaves the content alone keeps none.
type snapshot struct {
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
}

func snapshotOf(r *record) snapshot {
	return snapshot{
		Number: r.number, ID: r.id.String(), Content: r.content, Digest: r.digest, Tags: r.tags,
		Created: r.created, Updated: r.updated, Count: r.count, Expires: r.expires, Origin: r.origin,
	}
}

// encode writes the snapshot without the escapes that HTML would need.
func (s snapshot) encode() ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	err := enc.Encode(s)
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), err
}

func decodeSnapshot(blob []byte) (snapshot, error) {
	var s snapshot
	if err := json.Unmarshal(blob, &s); err != nil {
		return s, agmem.Errorf(agmem.Corrupt, "a row of the change log is damaged: %w", err)
	}
	return s, nil
}

// record returns the state that the snapshot kept, with the content of now
// where it kept none.
func (s snapshot) record(content string) (record, error) {
	id, err := parseID(s.ID)
	if err != nil {
		return record{}, err
	}
	r := record{
		number: s.Number, id: id, tags: s.Tags, digest: s.Digest,
		created: s.Created, updated: s.Updated, count: s.Count, expires: s.Expires, origin: s.Origin,
	}
	if r.tags == nil {
		r.tags = []string{}
	}
	if s.Content != "" {
		content = s.Content
	}
	r.setContent(content)
	return r, nil
}

// entry is a row of the change log about to be written.
type entry struct {
	memory    int64
	operation agmem.Operation
	fields    []string
	undoes    int64
	before    *snapshot
}

// logChange writes a row of the change log and returns its seq.
func logChange(ctx context.Context, t *txn, e entry) (int64, error) {
	by, err := originRow(ctx, t, t.by)
	if err != nil {
		return 0, err
	}
	var before, batch, undoes any
	if e.before != nil {
		if before, err = e.before.encode(); err != nil {
			return 0, err
		}
	}
	if t.batch != 0 {
		batch = t.batch
	}
	if e.undoes != 0 {
		undoes = e.undoes
	}
	seq, err := t.Insert(ctx, `
		INSERT INTO changes (batch, memory, operation, at, origin, fields, undoes, before)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		batch, e.memory, string(e.operation), int64(t.now), nullNumber(by),
		nullText(strings.Join(e.fields, ",")), undoes, before)
	if t.batch == 0 {
		t.batch = seq
	}
	return seq, err
}

// logAdded writes the change of each memory with a number from low to high, all
// of them new.
func logAdded(ctx context.Context, t *txn, low, high int64) error {
	if _, err := logChange(ctx, t, entry{memory: low, operation: agmem.Added}); err != nil {
		return err
	}
	by, err := originRow(ctx, t, t.by)
	if err != nil {
		return err
	}
	err = t.Do(ctx, `
		INSERT INTO changes (batch, memory, operation, at, origin)
		SELECT ?, number, ?, ?, ? FROM memories WHERE number > ? AND number <= ? ORDER BY number`,
		t.batch, string(agmem.Added), int64(t.now), nullNumber(by), low, high)
	return err
}

// logUpdate writes the change from one state of a memory to another.
func logUpdate(ctx context.Context, t *txn, old, r *record, undoes int64) (int64, error) {
	before := snapshotOf(old)
	if old.content == r.content {
		before.Content = ""
	}
	return logChange(ctx, t, entry{
		memory: r.number, operation: agmem.Updated, fields: changedFields(old, r), undoes: undoes, before: &before,
	})
}

// changedFields names what differs, as people call it. It looks at the hash
// instead of the content, which a rehearsal does not keep.
func changedFields(old, r *record) []string {
	var fields []string
	if old.hash != r.hash {
		fields = append(fields, "content")
	}
	if old.digest != r.digest {
		fields = append(fields, "digest")
	}
	if !slices.Equal(old.tags, r.tags) {
		fields = append(fields, "tags")
	}
	if old.expires != r.expires {
		fields = append(fields, "expiresAt")
	}
	return fields
}

// change runs do in a transaction whose changes are by someone. What undo has
// kept long enough goes in the same transaction, a little at a time.
func (s *Store) change(ctx context.Context, by agmem.Origin, do func(context.Context, *txn) error) error {
	return s.write(ctx, func(ctx context.Context, t *txn) error {
		t.by = by
		if err := do(ctx, t); err != nil {
			return err
		}
		err := t.Do(ctx, `
			UPDATE changes SET before = NULL WHERE seq IN (
				SELECT seq FROM changes WHERE before IS NOT NULL AND at < ? LIMIT ?)`,
			int64(t.now-keepSnapshots), forgetAtOnce)
		return err
	})
}
