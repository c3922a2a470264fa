package memories

import (
	"context"
	"iter"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/intake"
)

// Import stores memories that exist elsewhere; how is in the package intake.
func (s *Store) Import(ctx context.Context, memories iter.Seq2[agmem.Memory, error], opts agmem.ImportOptions) (agmem.ImportReport, error) {
	report, err := intake.Run(ctx, s.db, s.guard.Memories(ctx, memories), opts)
	if err != nil || opts.DryRun {
		return report, err
	}
	if err := s.mergeIndex(ctx); agmem.KindOf(err) != agmem.Unavailable {
		return report, err
	}
	return report, nil // every memory is stored and found; a later write merges
}
