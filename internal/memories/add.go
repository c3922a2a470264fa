package memories

import (
	"context"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
)

// Add stores a draft, or gives what is new in it to the memory that has its
// content. Where nothing is new, nothing is written.
func (s *Store) Add(ctx context.Context, draft agmem.Draft) (agmem.Memory, bool, error) {
	if err := draft.Validate(); err != nil {
		return agmem.Memory{}, false, err
	}
	r := record{id: newID(), tags: agmem.CleanTags(draft.Tags), expires: draft.ExpiresAt, origin: draft.Origin}
	r.setContent(draft.Content)
	r.setDigest(draft.Digest)
	terms := recall.Analyze(r.document()) // before others have to wait
	var memory agmem.Memory
	created := false
	err := s.change(ctx, draft.Origin, func(ctx context.Context, t *txn) error {
		old, exists, err := recordByHash(ctx, t, r.hash)
		if err != nil {
			return err
		}
		created = !exists
		if exists {
			r, err = mergeDraft(ctx, t, old, draft)
		} else {
			r.created, r.updated = t.now, t.now
			err = addRecord(ctx, t, &r, terms)
		}
		if err == nil {
			memory, err = t.memory(ctx, &r)
		}
		return err
	})
	if err != nil {
		return agmem.Memory{}, false, err
	}
	return memory, created, nil
}

// addRecord inserts a new record. A tombstone of its content has no effect
// from now on: whoever adds it by hand wants it.
func addRecord(ctx context.Context, t *txn, r *record, terms recall.Terms) error {
	if err := insertRecord(ctx, t, r, terms); err != nil {
		return err
	}
	if err := t.Do(ctx, `UPDATE tombstones SET hash = NULL WHERE hash = ?`, r.hash[:]); err != nil {
		return err
	}
	_, err := logChange(ctx, t, entry{memory: r.number, operation: agmem.Added})
	return err
}

// mergeDraft gives a memory what a draft of the same content adds to it.
func mergeDraft(ctx context.Context, t *txn, old record, draft agmem.Draft) (record, error) {
	r := old
	r.tags = agmem.CleanTags(append(append([]string{}, old.tags...), draft.Tags...))
	if draft.Digest != "" {
		r.setDigest(draft.Digest)
	}
	if old.expired(t.now) || draft.ExpiresAt != 0 {
		r.expires = draft.ExpiresAt
	}
	return r, saveRecord(ctx, t, &old, &r, t.now)
}

// saveRecord writes a changed state of a record and its change, or nothing
// where the states are the same.
func saveRecord(ctx context.Context, t *txn, old, r *record, at agmem.Instant) error {
	fields := changedFields(old, r)
	if len(fields) == 0 {
		return nil
	}
	if len(fields) > 1 || fields[0] != "expiresAt" {
		r.updated = at
	}
	if err := replaceRecord(ctx, t, old, r); err != nil {
		return err
	}
	_, err := logUpdate(ctx, t, old, r, 0)
	return err
}
