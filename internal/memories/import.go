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
	return s.imported(ctx, report, err, opts)
}

// ImportFiles makes what came from files the same as what they say now.
func (s *Store) ImportFiles(ctx context.Context, files iter.Seq2[agmem.FileContents, error], opts agmem.ImportOptions) (agmem.ImportReport, error) {
	report, err := intake.Files(ctx, s.db, s.guard.Files(ctx, files), opts)
	return s.imported(ctx, report, err, opts)
}

// imported merges the index after an import.
func (s *Store) imported(ctx context.Context, report agmem.ImportReport, err error, opts agmem.ImportOptions) (agmem.ImportReport, error) {
	if err != nil || opts.DryRun {
		return report, err
	}
	if err := s.mergeIndex(ctx); agmem.KindOf(err) != agmem.Unavailable {
		s.settle(ctx)
		return report, err
	}
	s.settle(ctx)
	return report, nil // every memory is stored and found; a later write merges
}
