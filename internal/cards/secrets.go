package cards

import (
	"context"

	"github.com/agmem/agmem/internal/secrets"
)

// Guarded returns a store that looks for secrets in the cards that are written.
func Guarded(store Store, guard *secrets.Guard) Store { return guarded{store, guard} }

type guarded struct {
	Store
	guard *secrets.Guard
}

func (g guarded) Write(ctx context.Context, slug string, text []byte) (path string, err error) {
	kept, err := g.guard.Text(ctx, "card", string(text))
	if err != nil {
		return "", err
	}
	return g.Store.Write(ctx, slug, []byte(kept))
}
