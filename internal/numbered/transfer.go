package numbered

import (
	"context"
	"iter"

	"github.com/agmem/agmem"
)

// Export calls yield for every memory in the order of numbers, all from one
// moment, expired ones too.
func (m Memories) Export(ctx context.Context, yield func(agmem.Memory) error) error {
	return m.reading(ctx, func(store Store) error { return store.Export(ctx, yield) })
}

// Import stores memories that come from elsewhere; see [agmem.Importer].
func (m Memories) Import(ctx context.Context, memories iter.Seq2[agmem.Memory, error], opts agmem.ImportOptions) (agmem.ImportReport, error) {
	origin, err := m.Origin("")
	if err != nil {
		return agmem.ImportReport{}, err
	}
	opts.Origin = origin
	store, err := m.Write(ctx)
	if err != nil {
		return agmem.ImportReport{}, err
	}
	return store.Import(ctx, memories, opts)
}
