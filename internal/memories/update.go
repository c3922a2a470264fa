package memories

import (
	"context"

	"github.com/agmem/agmem"
)

// Update applies a patch to a memory that has not expired. A patch that says
// what is there already changes nothing.
func (s *Store) Update(ctx context.Context, id string, patch agmem.Patch) (agmem.Memory, error) {
	if err := patch.Validate(); err != nil {
		return agmem.Memory{}, err
	}
	var memory agmem.Memory
	err := s.change(ctx, patch.Origin, func(ctx context.Context, t *txn) error {
		old, err := fetchOne(ctx, t, id)
		if err != nil {
			return err
		}
		r := old
		applyPatch(&r, patch)
		if err := checkFree(ctx, t, &r); err != nil {
			return err
		}
		if err := saveRecord(ctx, t, &old, &r, t.now); err != nil {
			return err
		}
		memory, err = t.memory(ctx, &r)
		return err
	})
	if err != nil {
		return agmem.Memory{}, err
	}
	return memory, nil
}

func applyPatch(r *record, patch agmem.Patch) {
	if patch.Content != nil {
		r.setContent(*patch.Content)
	}
	if patch.Digest != nil {
		r.setDigest(*patch.Digest)
	}
	if patch.Tags != nil {
		r.tags = agmem.CleanTags(*patch.Tags)
	}
}
