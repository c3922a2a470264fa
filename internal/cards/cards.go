// Package cards is the room of cards: what a card is, and the use cases that
// every face of cards calls.
//
// A [Card] is a Markdown note in a file that people edit too, with [[links]] to
// others. [Cards] has what takes all of them together: the graph of their links
// (graph.go), what is wrong with them (doctor.go), the report for those who put
// them in order (organize.go). What concerns one file is the [Store]'s; package
// vault implements it.
//
// The parts have their own packages: wikilink says where links are and what
// they mean, and cardsource shows cards as memories.
package cards

import (
	"context"
	"io"
	"time"
)

// Store keeps cards in files; package vault implements it.
type Store interface {
	cardReader
	cardWriter
	cardKeeper
}

type cardReader interface {
	// All returns every card with its Name, in the order of the paths. Cards that
	// cannot be read do not hide the others, which come with the joined errors.
	All(ctx context.Context) ([]Card, error)
	// Search returns the cards that answer best: those that the question names,
	// then those with all words. Their Links are the names of the cards that they
	// lead to, each once; a broken link stays as it is written. Errors are as
	// for All.
	Search(ctx context.Context, q Query) ([]Hit, error)
	// Find returns the path of a card. NotFound, or Conflict where two cards
	// have the slug.
	Find(ctx context.Context, slug string) (path string, err error)
	// Copy writes the file of a card, byte for byte.
	Copy(ctx context.Context, slug string, w io.Writer) error
}

type cardWriter interface {
	// Write stores a card and returns its path.
	Write(ctx context.Context, slug string, text []byte) (path string, err error)
	// Archive moves a card to the archive and returns where it is then.
	Archive(ctx context.Context, slug string) (to string, err error)
	// Rename gives a card another slug and rewrites the links to it.
	Rename(ctx context.Context, old, slug string) (Renamed, error)
	// Mark sets the status of a card; empty removes it.
	Mark(ctx context.Context, slug, status string) error
	// Recover finishes a rename that was cut off; nil if there was none.
	Recover(ctx context.Context) (*Renamed, error)
}

type cardKeeper interface {
	// Home is the folder that holds the cards and the archive.
	Home() string
	// Organized returns when the cards were last organized; zero for never.
	Organized(ctx context.Context) (time.Time, error)
	// SetOrganized notes that they were organized just now.
	SetOrganized(ctx context.Context) (time.Time, error)
	// Sweep removes what killed writers left behind, as far as All saw it.
	Sweep()
}

// Cards is the use cases of cards: what the store does alone, and what takes
// all of them together.
type Cards struct{ Store }

// New returns the use cases over a store.
func New(store Store) *Cards { return &Cards{store} }

// HubLinks is from how many links to it on a card is a hub.
const HubLinks = 10

// graph returns all cards with their links resolved. Errors about single cards
// come beside it.
func (c *Cards) graph(ctx context.Context) (*graph, error) {
	all, err := c.All(ctx)
	if err != nil && all == nil {
		return nil, err
	}
	return newGraph(all), err
}
