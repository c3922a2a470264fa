package memories

import (
	"context"
	"slices"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
)

// insertRow makes the row of a record and gives it a number where it has none.
// Tags and the text index are the caller's. It says false, and does nothing,
// where the id, the content or the number is there already.
func insertRow(ctx context.Context, t *txn, r *record) (bool, error) {
	session, err := sessionRow(ctx, t, r.origin.Session)
	if err != nil {
		return false, err
	}
	origin, err := originRow(ctx, t, r.origin)
	if err != nil {
		return false, err
	}
	var number any
	if r.number != 0 {
		number = r.number
	}
	made, err := t.Insert(ctx, `
		INSERT INTO memories (number, id, hash, content, digest, tags, created_at, updated_at,
			access_count, expires_at, session, origin)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		number, r.id[:], r.hash[:], r.content, nullText(r.digest), nullText(joinTags(r.tags)),
		int64(r.created), int64(r.updated), r.count, nullInstant(r.expires), nullNumber(session), nullNumber(origin))
	if err != nil || made == 0 {
		return false, err
	}
	r.number = made
	return true, nil
}

// insertRecord makes a record that can be found by its tags and terms.
func insertRecord(ctx context.Context, t *txn, r *record, terms recall.Terms) error {
	inserted, err := insertRow(ctx, t, r)
	if err != nil {
		return err
	}
	if !inserted {
		return agmem.Errorf(agmem.Conflict, "the memory %s or its content is there already", r.id)
	}
	if err := addTags(ctx, t, r.number, r.tags); err != nil {
		return err
	}
	return t.index.Put(ctx, t.Tx, r.number, terms)
}

// replaceRecord writes what differs between two states of a record, the
// access count apart, which only Get writes.
func replaceRecord(ctx context.Context, t *txn, old, r *record) error {
	if err := replaceRow(ctx, t, old, r); err != nil {
		return err
	}
	if old.content == r.content && old.digest == r.digest && slices.Equal(old.tags, r.tags) {
		return nil
	}
	return t.index.Put(ctx, t.Tx, r.number, recall.Analyze(r.document()))
}

// replaceRow is replaceRecord without the text index.
func replaceRow(ctx context.Context, t *txn, old, r *record) error {
	err := t.Do(ctx, `
		UPDATE memories SET hash = ?, content = ?, digest = ?, tags = ?,
			created_at = ?, updated_at = ?, expires_at = ? WHERE number = ?`,
		r.hash[:], r.content, nullText(r.digest), nullText(joinTags(r.tags)),
		int64(r.created), int64(r.updated), nullInstant(r.expires), r.number)
	if err != nil {
		return err
	}
	return replaceTags(ctx, t, r.number, old.tags, r.tags)
}

// removeRecord deletes a record and leaves its tombstone.
func removeRecord(ctx context.Context, t *txn, r *record) error {
	if err := removeTags(ctx, t, r.number, r.tags); err != nil {
		return err
	}
	if err := t.index.Remove(ctx, t.Tx, r.number); err != nil {
		return err
	}
	if err := t.Do(ctx, `DELETE FROM memories WHERE number = ?`, r.number); err != nil {
		return err
	}
	err := t.Do(ctx, `INSERT INTO tombstones (number, id, hash, at) VALUES (?, ?, ?, ?)`,
		r.number, r.id[:], r.hash[:], int64(t.now))
	return err
}

// bringBack inserts a record that was deleted, under its old number, and takes
// its tombstone away. Where its content came back otherwise it is Conflict.
func bringBack(ctx context.Context, t *txn, r *record) error {
	if err := checkFree(ctx, t, r); err != nil {
		return err
	}
	if err := t.Do(ctx, `DELETE FROM tombstones WHERE number = ?`, r.number); err != nil {
		return err
	}
	return insertRecord(ctx, t, r, recall.Analyze(r.document()))
}

// checkFree reports a memory other than r that has its content.
func checkFree(ctx context.Context, t *txn, r *record) error {
	var id uuid
	taken, err := t.Row(ctx, `SELECT id FROM memories WHERE hash = ? AND number <> ?`,
		[]any{r.hash[:], r.number}, scanBytes(id[:]))
	if err != nil || !taken {
		return err
	}
	return agmem.Errorf(agmem.Conflict, "the memory %s has the same content", id).
		WithHint("see it: agmem get %s", id)
}
