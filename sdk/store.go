package sdk

import (
	"context"
	"time"

	"github.com/agmem/agmem/internal/numbered"
	"github.com/agmem/agmem/internal/when"
)

// MaxCharacters is the longest content that Store takes.
const MaxCharacters = numbered.MaxCharacters

// StoreOptions says more of a memory.
type StoreOptions struct {
	Tags []string // kept in lower case
	// ExpiresAt is when the memory is no longer found; zero: never.
	ExpiresAt time.Time
	// Expires is the same in words, such as "in 3 days", "end of month" or "Q1
	// 2027"; empty where ExpiresAt is given.
	Expires   string
	EnteredBy string // empty: that of Options
}

// Store stores a memory. Where its content exists already it returns that memory
// and false: with the tags of both, and the later expiry. Blank content and an
// expiry that is not a date are Usage, one that has passed is Invalid, content of
// more than [MaxCharacters] characters TooLarge. What looks like a secret is Invalid,
// unless Options allow it.
func (m *Memories) Store(ctx context.Context, content string, opts StoreOptions) (Memory, bool, error) {
	draft := numbered.Draft{
		Content: content, Tags: opts.Tags, ExpiresAt: instantOf(opts.ExpiresAt), EnteredBy: opts.EnteredBy,
	}
	if opts.Expires != "" {
		var err error
		if draft.ExpiresAt, err = when.Expiry(opts.Expires, m.uses.Now()); err != nil {
			return Memory{}, false, err
		}
	}
	memory, created, err := m.uses.Store(ctx, draft)
	return memoryOf(memory), created, err
}

// Extract stores each fact that a text asks to be remembered, behind
// *Remember*: or in one of its other forms, with the tags and the expiry that
// its words stand for. Facts that cannot be stored, because they are too long or
// over, or look as if they had a secret, come as errors in refused; the others are
// stored all the same.
func (m *Memories) Extract(ctx context.Context, text string, opts ExtractOptions) (stored []Memory, refused []error, err error) {
	if opts.EnteredBy == "" {
		opts.EnteredBy = "auto-extract"
	}
	drafts, refused, _ := m.uses.Facts(ctx, text, opts.EnteredBy)
	for _, d := range drafts {
		memory, _, err := m.uses.Store(ctx, d)
		if err != nil {
			return stored, refused, err
		}
		stored = append(stored, memoryOf(memory))
	}
	return stored, refused, nil
}

// ExtractOptions says more of extracted memories.
type ExtractOptions struct {
	EnteredBy string // empty: auto-extract
}
