package memories

import (
	"context"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/table"
	"github.com/agmem/agmem/internal/recall"
)

// Add stores a draft, or gives what is new in it to the memory that has its
// content. Where nothing is new, nothing is written.
func (s *Store) Add(ctx context.Context, draft agmem.Draft) (agmem.Memory, bool, error) {
	if err := draft.Validate(); err != nil {
		return agmem.Memory{}, false, err
	}
	if err := s.guard.Draft(ctx, &draft); err != nil {
		return agmem.Memory{}, false, err
	}
	r := table.Record{ID: table.NewID(), Tags: agmem.CleanTags(draft.Tags), Expires: draft.ExpiresAt, Origin: draft.Origin}
	r.SetContent(draft.Content)
	r.SetDigest(draft.Digest)
	terms, vectors := recall.Analyze(r.Document()), s.embedAhead(ctx, &r) // before others have to wait
	var memory agmem.Memory
	created, behind := false, false
	err := s.db.Change(ctx, draft.Origin, func(ctx context.Context, t *table.Txn) error {
		old, exists, err := table.RecordByHash(ctx, t, r.Hash)
		if err != nil {
			return err
		}
		created = !exists
		if exists {
			r, err = mergeDraft(ctx, t, old, draft)
		} else {
			r.Created, r.Updated = t.Now, t.Now
			err = addRecord(ctx, t, &r, terms)
		}
		if err == nil && !unchangedText(&old, &r) {
			behind, err = s.putVectors(ctx, t, vectors, &r)
		}
		if err == nil {
			memory, err = t.Memory(ctx, &r)
		}
		return err
	})
	if err != nil {
		return agmem.Memory{}, false, err
	}
	if behind {
		s.catchUpPart(ctx)
	}
	return memory, created, nil
}

// unchangedText says that two states of a record are embedded alike.
func unchangedText(old, r *table.Record) bool { return meant(old).Equal(meant(r)) }

// addRecord inserts a new record. A tombstone of its content has no effect
// from now on: a person who adds it by hand wants it.
func addRecord(ctx context.Context, t *table.Txn, r *table.Record, terms recall.Terms) error {
	if err := table.InsertRecord(ctx, t, r, terms); err != nil {
		return err
	}
	if err := table.AllowContent(ctx, t, r.Hash); err != nil {
		return err
	}
	_, err := table.LogChange(ctx, t, table.Entry{Memory: r.Number, Operation: agmem.Added})
	return err
}

// mergeDraft gives a memory what a draft of the same content adds to it.
func mergeDraft(ctx context.Context, t *table.Txn, old table.Record, draft agmem.Draft) (table.Record, error) {
	r := old
	r.Tags = agmem.CleanTags(append(append([]string{}, old.Tags...), draft.Tags...))
	if draft.Digest != "" {
		r.SetDigest(draft.Digest)
	}
	switch {
	case old.Expired(t.Now):
		r.Expires = draft.ExpiresAt
	case draft.LaterExpiry:
		r.Expires = agmem.LaterExpiry(old.Expires, draft.ExpiresAt)
	case draft.ExpiresAt != 0:
		r.Expires = draft.ExpiresAt
	}
	return r, saveRecord(ctx, t, &old, &r, t.Now)
}

// saveRecord writes a changed state of a record and its change, or nothing
// where the states are the same.
func saveRecord(ctx context.Context, t *table.Txn, old, r *table.Record, at agmem.Instant) error {
	fields := table.ChangedFields(old, r)
	if len(fields) == 0 {
		return nil
	}
	if len(fields) > 1 || fields[0] != table.FieldExpiry {
		r.Updated = at
	}
	r.ByHand(old)
	if err := table.ReplaceRecord(ctx, t, old, r); err != nil {
		return err
	}
	_, err := table.LogUpdate(ctx, t, old, r, 0)
	return err
}
