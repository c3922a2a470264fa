package memories

import (
	"context"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/meaning"
	"github.com/agmem/agmem/internal/memories/table"
)

// Update applies a patch to a memory that has not expired. A patch that says
// what is there already changes nothing.
func (s *Store) Update(ctx context.Context, id string, patch agmem.Patch) (agmem.Memory, error) {
	if err := patch.Validate(); err != nil {
		return agmem.Memory{}, err
	}
	if err := s.guard.Patch(ctx, &patch); err != nil {
		return agmem.Memory{}, err
	}
	vectors := s.embedPatched(ctx, id, patch)
	var memory agmem.Memory
	behind := false
	err := s.db.Change(ctx, patch.Origin, func(ctx context.Context, t *table.Txn) error {
		old, err := fetchOne(ctx, t, id)
		if err != nil {
			return err
		}
		r := old
		applyPatch(&r, patch)
		if err := table.CheckFree(ctx, t, &r); err != nil {
			return err
		}
		if err := saveRecord(ctx, t, &old, &r, t.Now); err != nil {
			return err
		}
		if !unchangedText(&old, &r) {
			if behind, err = s.putVectors(ctx, t, vectors, &r); err != nil {
				return err
			}
		}
		memory, err = t.Memory(ctx, &r)
		return err
	})
	if err != nil {
		return agmem.Memory{}, err
	}
	if behind {
		s.catchUpPart(ctx)
	}
	return memory, nil
}

// embedPatched embeds what a memory will say, unless its text stays or a network is
// needed. The transaction of the update says whether it was right.
func (s *Store) embedPatched(ctx context.Context, id string, patch agmem.Patch) *meaning.Embedded {
	if s.embedding.InWrites == nil {
		return nil
	}
	var made *meaning.Embedded
	var r table.Record
	err := s.db.Read(ctx, func(ctx context.Context, t *table.Txn) error {
		old, err := fetchOne(ctx, t, id)
		if r = old; err == nil {
			applyPatch(&r, patch)
		}
		if unchangedText(&old, &r) {
			r = table.Record{}
		}
		return err
	})
	if err == nil && r.Number != 0 {
		made = s.embedAhead(ctx, &r)
	}
	return made
}

func applyPatch(r *table.Record, patch agmem.Patch) {
	if patch.Content != nil {
		r.SetContent(*patch.Content)
	}
	if patch.Digest != nil {
		r.SetDigest(*patch.Digest)
	}
	r.Tags = patch.Retag(r.Tags)
	if patch.ExpiresAt != nil {
		r.Expires = *patch.ExpiresAt
	}
}
