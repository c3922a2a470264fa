package sdk

import (
	"context"
	"os"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories"
	"github.com/agmem/agmem/internal/numbered"
	"github.com/agmem/agmem/internal/origin"
	"github.com/agmem/agmem/internal/paths"
	"github.com/agmem/agmem/internal/secrets"
)

// Options says which memories to open. The zero value is the database of agmem.
type Options struct {
	// Path is the database, which is made where there is none. Empty: $AGMEM_DB,
	// else agmem/agmem.db in the user's data folder.
	Path string
	// EnteredBy is who stores memories. Empty: $AGMEM_AUTHOR, else what a known
	// agent sets.
	EnteredBy string
	// Now is the clock, in the zone whose days are meant; nil for time.Now.
	Now func() time.Time
	// AllowSecrets stores also what looks like a secret, such as a token or a
	// password; otherwise it is refused.
	AllowSecrets bool
}

// Memories is an open database. It may be used by several goroutines.
type Memories struct {
	store *memories.Store
	uses  numbered.Memories
}

// Open opens a database. One of another program is Invalid, one of a newer agmem
// Unavailable.
func Open(ctx context.Context, opts Options) (*Memories, error) {
	if opts.Path == "" {
		path, err := paths.DatabaseFile(os.Getenv)
		if err != nil {
			return nil, err
		}
		opts.Path = path
	}
	if opts.Now == nil {
		opts.Now = time.Now
	}
	guard := guardOf(opts.AllowSecrets)
	store, err := memories.Open(ctx, opts.Path, memories.Options{Now: opts.Now, Guard: guard})
	if err != nil {
		return nil, err
	}
	open := func(context.Context) (numbered.Store, error) { return store, nil }
	return &Memories{store: store, uses: numbered.Memories{
		Read: open, Write: open, Now: opts.Now, Origin: originOf(opts.EnteredBy), Guard: guard,
	}}, nil
}

// guardOf returns what refuses secrets, nil where they are allowed.
func guardOf(allow bool) *secrets.Guard {
	if allow {
		return nil
	}
	return secrets.NewGuard(func() (secrets.Policy, error) { return secrets.Refuse, nil })
}

// originOf returns what says where something is written.
func originOf(enteredBy string) func(author string) (agmem.Origin, error) {
	return func(author string) (agmem.Origin, error) {
		if author == "" {
			author = enteredBy
		}
		dir, err := os.Getwd()
		if err != nil {
			dir = "" // no git facts then
		}
		return origin.Detect(os.Getenv, dir, origin.Options{Author: author}), nil
	}
}

// Close closes the database.
func (m *Memories) Close() error { return m.store.Close() }
