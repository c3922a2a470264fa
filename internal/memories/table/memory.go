package table

import (
	"context"
	"slices"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
)

// InsertRow makes the row of a record and gives it a number if it has none.
// Tags and the text index are the caller's. It says false, and does nothing,
// where the id, the content or the number is there already.
func InsertRow(ctx context.Context, t *Txn, r *Record) (bool, error) {
	session, err := sessionRow(ctx, t, r.Origin.Session)
	if err != nil {
		return false, err
	}
	origin, err := originRow(ctx, t, r.Origin)
	if err != nil {
		return false, err
	}
	place, err := placeRow(ctx, t, r.Origin)
	if err != nil {
		return false, err
	}
	var number any
	if r.Number != 0 {
		number = r.Number
	}
	made, err := t.Insert(ctx, `
		INSERT INTO memories (number, id, hash, content, digest, tags, created_at, updated_at,
			access_count, expires_at, session, origin, place, given)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		number, r.ID[:], r.Hash[:], r.Content, NullText(r.Digest), NullText(JoinTags(r.Tags)),
		int64(r.Created), int64(r.Updated), r.Count, nullInstant(r.Expires), nullNumber(session), nullNumber(origin),
		nullNumber(place), r.Given.value())
	if err != nil || made == 0 {
		return false, err
	}
	r.Number = made
	return true, nil
}

// InsertRecord makes a record that can be found by its tags and terms.
func InsertRecord(ctx context.Context, t *Txn, r *Record, terms recall.Terms) error {
	inserted, err := InsertRow(ctx, t, r)
	if err != nil {
		return err
	}
	if !inserted {
		return agmem.Errorf(agmem.Conflict, "the memory %s or its content exists already", r.ID)
	}
	if err := addTags(ctx, t, r.Number, r.Tags); err != nil {
		return err
	}
	return t.Index.Put(ctx, t.Tx, r.Number, terms)
}

// ReplaceRecord writes what differs between two states of a record, the
// access count apart, which only Get writes.
func ReplaceRecord(ctx context.Context, t *Txn, old, r *Record) error {
	if err := ReplaceRow(ctx, t, old, r); err != nil {
		return err
	}
	if old.Content == r.Content && old.Digest == r.Digest && slices.Equal(old.Tags, r.Tags) {
		return nil
	}
	return t.Index.Put(ctx, t.Tx, r.Number, recall.Analyze(r.Document()))
}

// ReplaceRow is replaceRecord without the text index.
func ReplaceRow(ctx context.Context, t *Txn, old, r *Record) error {
	if err := overwriteLong(ctx, t, old); err != nil {
		return err
	}
	place, err := placeRow(ctx, t, r.Origin)
	if err != nil {
		return err
	}
	err = t.Do(ctx, `
		UPDATE memories SET hash = ?, content = ?, digest = ?, tags = ?,
			created_at = ?, updated_at = ?, expires_at = ?, place = ?, given = ? WHERE number = ?`,
		r.Hash[:], r.Content, NullText(r.Digest), NullText(JoinTags(r.Tags)),
		int64(r.Created), int64(r.Updated), nullInstant(r.Expires), nullNumber(place), r.Given.value(), r.Number)
	if err != nil {
		return err
	}
	if old.Content != r.Content || !slices.Equal(old.Tags, r.Tags) { // those are embedded
		if err := Vectors().Remove(ctx, t.Tx, r.Number); err != nil {
			return err
		}
	}
	return replaceTags(ctx, t, r.Number, old.Tags, r.Tags)
}

// RemoveRecord deletes a record with its pin, which the record then tells, and
// leaves its tombstone.
func RemoveRecord(ctx context.Context, t *Txn, r *Record) (err error) {
	if r.Pinned, err = PinnedAt(ctx, t, r.Number); err != nil {
		return err
	}
	if err := overwriteLong(ctx, t, r); err != nil {
		return err
	}
	if err := removeTags(ctx, t, r.Number, r.Tags); err != nil {
		return err
	}
	if err := t.Index.Remove(ctx, t.Tx, r.Number); err != nil {
		return err
	}
	if err := Vectors().Remove(ctx, t.Tx, r.Number); err != nil {
		return err
	}
	if err := writePin(ctx, t, r.Number, 0); err != nil {
		return err
	}
	if err := t.Do(ctx, `DELETE FROM memories WHERE number = ?`, r.Number); err != nil {
		return err
	}
	err = t.Do(ctx, `INSERT INTO tombstones (number, id, hash, given, at) VALUES (?, ?, ?, ?, ?)`,
		r.Number, r.ID[:], r.Hash[:], r.Given.value(), int64(t.Now))
	return err
}

// overwriteLong has the pages overwritten that a record fills alone and is
// about to leave. Else its text would stay in free pages, and in the file, when
// nothing knows of it any more.
func overwriteLong(ctx context.Context, t *Txn, r *Record) error {
	const inPage = 1000 // bytes that are surely beside others in a page
	if len(r.Content)+len(r.Digest)+len(JoinTags(r.Tags)) <= inPage {
		return nil
	}
	return t.OverwriteFreed(ctx)
}

// BringBack inserts a record that was deleted, under its old number and with its
// pin if it had one, and takes its tombstone away. Where its content came back
// otherwise it is Conflict.
func BringBack(ctx context.Context, t *Txn, r *Record) error {
	if err := CheckFree(ctx, t, r); err != nil {
		return err
	}
	if err := t.Do(ctx, `DELETE FROM tombstones WHERE number = ?`, r.Number); err != nil {
		return err
	}
	if err := InsertRecord(ctx, t, r, recall.Analyze(r.Document())); err != nil {
		return err
	}
	return writePin(ctx, t, r.Number, r.Pinned)
}

// CheckFree reports a memory other than r that has its content.
func CheckFree(ctx context.Context, t *Txn, r *Record) error {
	var id ID
	taken, err := t.Row(ctx, `SELECT id FROM memories WHERE hash = ? AND number <> ?`,
		[]any{r.Hash[:], r.Number}, ScanBytes(id[:]))
	if err != nil || !taken {
		return err
	}
	return agmem.Errorf(agmem.Conflict, "the memory %s has the same content", id).
		WithHint("look at that one").WithStep(agmem.ActionGet, id.String())
}
