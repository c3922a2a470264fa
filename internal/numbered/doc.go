// Package numbered holds the use cases of memories that are called by their
// numbers: those of the command line memory and of the Go API.
//
// They are those of one store, with rules of their own: a memory has at most
// [MaxCharacters] characters, tags are in lower case, and a search goes through
// three tiers, see [Memories.Search].
package numbered

import (
	"context"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/secrets"
)

// Store is what the use cases need of a store of memories.
type Store interface {
	agmem.Numbered
	agmem.Writer
	agmem.Exporter
	agmem.Importer
}

// Memories are the use cases over one store.
type Memories struct {
	// Read returns the store, nil where there is none yet: it is made by the
	// first write.
	Read func(context.Context) (Store, error)
	// Write returns the store and makes it where there is none.
	Write func(context.Context) (Store, error)
	// Now is the clock.
	Now func() time.Time
	// Origin says where and by whom something is written; the author wins over
	// everything that is found.
	Origin func(author string) (agmem.Origin, error)
	// Guard looks for secrets in what is extracted; nil for none. The store has its
	// own for what is stored.
	Guard *secrets.Guard
}

// reading calls do with the store, unless there is none.
func (m Memories) reading(ctx context.Context, do func(Store) error) error {
	store, err := m.Read(ctx)
	if err != nil || store == nil {
		return err
	}
	return do(store)
}
