package ledger

import (
	"context"
	"math"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
	"github.com/agmem/agmem/internal/search"
)

// SourceName is how the ledger is called as a source of memories.
const SourceName = "ledger"

var (
	_ agmem.Source   = (*Source)(nil)
	_ agmem.Reader   = (*Source)(nil)
	_ agmem.Searcher = (*Source)(nil)
	_ agmem.Surveyor = (*Source)(nil)
	_ agmem.Runner   = (*Source)(nil)

	_ agmem.Objector    = (*Source)(nil)
	_ agmem.StateKeeper = (*Source)(nil)
)

// Source shows what is in a ledger, of all scopes, as memories to be found beside
// others; the audit is left out. The id of an event is its own, that of anything
// else is `<kind>/<type of scope>/<id of scope>/<id>`, where the id of the scope has
// %2F for a slash. It is read-only: what is written to a ledger has a scope, a kind
// and an actor, which a memory does not have.
type Source struct{ ledger *Ledger }

// AsSource returns a ledger as a source of memories, which closes it.
func AsSource(l *Ledger) *Source { return &Source{l} }

// Name is [SourceName].
func (s *Source) Name() string { return SourceName }

// Type is [SourceName] too: there is one source of this type.
func (s *Source) Type() string { return SourceName }

// Location is the path of the database.
func (s *Source) Location() string { return s.ledger.Path() }

// Close closes the ledger.
func (s *Source) Close() error { return s.ledger.Close() }

// all is what the source shows.
func all(span agmem.Filter) filter {
	return filter{kinds: kindsOf(false, KindCore, KindEvidence, KindFact, KindResource, KindSession), span: span}
}

// Search returns what answers a query best. Nothing in a ledger has a tag.
func (s *Source) Search(ctx context.Context, query agmem.Query) ([]agmem.Hit, error) {
	if err := query.Validate(); err != nil {
		return nil, err
	}
	hits := []agmem.Hit{}
	if len(agmem.CleanTags(query.Filter.Tags)) > 0 {
		return hits, nil
	}
	err := s.ledger.read(ctx, func(ctx context.Context, t *txn) error {
		c, err := chooseOf(ctx, t, query.Filter, query.Projects)
		if err != nil {
			return err
		}
		found, err := search.Run(ctx, &corpus{t: t, filter: c}, query,
			search.Options{Weights: recall.DefaultWeights(), Now: t.clock})
		for _, h := range found {
			content := h.Of.shown()
			hits = append(hits, agmem.Hit{
				ID: h.Of.address(), Digest: digest(content), Size: int64(len(content)), Tags: []string{}, Score: h.Score, Compared: h.Compared,
				CreatedAt: h.CreatedAt, Repository: h.Repository, Corrected: h.Corrected, Passage: h.Passage, Explanation: h.Explanation,
				Value: h.Value, Hash: agmem.HashText(content),
			})
		}
		return err
	})
	return hits, err
}

// List returns what was written last, the latest first. Nothing counts how often
// it is fetched.
func (s *Source) List(ctx context.Context, listing agmem.Listing) ([]agmem.Summary, error) {
	if err := listing.Validate(); err != nil {
		return nil, err
	}
	list := []agmem.Summary{}
	if len(agmem.CleanTags(listing.Filter.Tags)) > 0 {
		return list, nil
	}
	err := s.ledger.read(ctx, func(ctx context.Context, t *txn) error {
		c, err := chooseOf(ctx, t, listing.Filter, listing.Projects)
		if err != nil {
			return err
		}
		statement, args, err := c.listed(ctx, t, min(listing.Limit, math.MaxInt32), min(listing.Offset, math.MaxInt32))
		if err != nil {
			return err
		}
		found, err := entries(ctx, t, statement, args...)
		for _, e := range found {
			content := e.shown()
			list = append(list, agmem.Summary{
				ID: e.address(), Digest: digest(content), Size: int64(len(content)), Tags: []string{}, CreatedAt: e.written,
				Repository: e.scope.repository(listing.Projects),
			})
		}
		return err
	})
	return list, err
}

// Tags returns none.
func (s *Source) Tags(context.Context) ([]agmem.TagCount, error) { return []agmem.TagCount{}, nil }

// Stats returns how many entries there are, and how many of them have a vector. The
// size is that of the database, with what else is in it.
func (s *Source) Stats(ctx context.Context) (agmem.Stats, error) {
	status, err := s.ledger.embedded(ctx)
	if err != nil {
		return agmem.Stats{}, err
	}
	return agmem.Stats{TotalMemories: status.Total, StorageSize: s.ledger.db.Size(), IndexStatus: &status}, nil
}

// longestDigest is how much of a text stands for it, in bytes; those who show it
// cut it further.
const longestDigest = 2000

// digest is the line that stands for a text.
func digest(text string) string {
	return strings.Join(strings.Fields(beginning(text, longestDigest)), " ")
}
