// Package cardsource shows cards as a source of memories.
package cardsource

import (
	"context"
	"strings"
	"sync"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/cards/vault"
	"github.com/agmem/agmem/internal/fileindex"
)

// Name is how the cards are called as a source of memories.
const Name = "cards"

var (
	_ agmem.Source   = (*Source)(nil)
	_ agmem.Reader   = (*Source)(nil)
	_ agmem.Searcher = (*Source)(nil)
	_ agmem.Surveyor = (*Source)(nil)
)

// Source shows cards as memories, to be found beside them. The id of one is
// its slug, or its path where two cards share the slug. It is read-only: a card
// needs fields that a memory does not have.
//
// A card that cannot be read does not hide the others and fails nothing: a notice names
// it, once.
type Source struct {
	vault  *vault.Vault
	notice func(sentence string)

	mu   sync.Mutex
	told map[string]bool
}

// New returns the cards of a vault, which the source closes. Notice is
// told what could not be read; nil to tell no one. It touches nothing.
func New(cards *vault.Vault, notice func(sentence string)) *Source {
	if notice == nil {
		notice = func(string) {}
	}
	return &Source{vault: cards, notice: notice, told: make(map[string]bool)}
}

// Name is [Name].
func (s *Source) Name() string { return Name }

// Type is [Name] too: there is one source of this type.
func (s *Source) Type() string { return Name }

// Location is the folder of the cards.
func (s *Source) Location() string { return s.vault.Folder() }

// Close releases the vault.
func (s *Source) Close() error { return s.vault.Close() }

// Search returns the cards that answer a query best, in the order that
// memories have.
func (s *Source) Search(ctx context.Context, query agmem.Query) ([]agmem.Hit, error) {
	if err := query.Validate(); err != nil {
		return nil, err
	}
	found, err := asked(s, func(x *fileindex.Index) ([]fileindex.Found, error) { return x.Search(ctx, query) })
	if err != nil {
		return nil, err
	}
	paths := make([]string, len(found))
	for i, f := range found {
		paths[i] = f.File
	}
	ids := s.ids(paths)
	hits := make([]agmem.Hit, len(found))
	for i, f := range found {
		hits[i] = agmem.Hit{
			ID: ids[i], Digest: f.Text.Digest, Size: f.Size, Tags: f.Text.Tags, Score: f.Score, Compared: f.Compared,
			CreatedAt: f.CreatedAt, Repository: f.Repository, Corrected: f.Corrected, Passage: f.Passage, Explanation: f.Explanation,
			Value: f.Value, Hash: agmem.HashText(f.Text.Content),
		}
	}
	return hits, nil
}

// asked asks the index. What is wrong with single cards, which is joined, goes
// to the notice; any other error is the caller's.
func asked[A any](s *Source, ask func(*fileindex.Index) (A, error)) (A, error) {
	var none A
	index, err := s.vault.Index()
	if err != nil {
		return none, err
	}
	answer, err := ask(index)
	if err = s.tell(err); err != nil {
		return none, err
	}
	return answer, nil
}

// tell gives the errors that err joins to the notice, and returns one that
// joins none.
func (s *Source) tell(err error) error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return err
	}
	for _, e := range joined.Unwrap() {
		if single := s.tell(e); single != nil {
			s.once("source " + Name + ": " + single.Error())
		}
	}
	return nil
}

func (s *Source) once(sentence string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.told[sentence] {
		s.told[sentence] = true
		s.notice(sentence)
	}
}

// ids returns what the cards with these paths are called. As an id a path
// needs no / before it: it is looked for before any slug.
func (s *Source) ids(paths []string) []string {
	ids := make([]string, len(paths))
	if len(paths) == 0 {
		return ids
	}
	names := cards.NewNames(s.vault.Paths())
	for i, path := range paths {
		ids[i] = strings.TrimPrefix(names.Of(path), "/")
	}
	return ids
}

// List returns the cards, the latest first. Nothing counts how often they are
// fetched.
func (s *Source) List(ctx context.Context, listing agmem.Listing) ([]agmem.Summary, error) {
	entries, err := asked(s, func(x *fileindex.Index) ([]fileindex.Entry, error) { return x.List(ctx, listing) })
	if err != nil {
		return nil, err
	}
	paths := make([]string, len(entries))
	for i, e := range entries {
		paths[i] = e.File
	}
	list := make([]agmem.Summary, len(entries))
	repository := s.vault.Repository(listing.Projects)
	for i, id := range s.ids(paths) {
		e := entries[i]
		list[i] = agmem.Summary{ID: id, Digest: e.Text.Digest, Size: e.Size, Tags: e.Text.Tags, CreatedAt: e.CreatedAt, Repository: repository}
	}
	return list, nil
}

// Survey counts the cards that a listing lets through by their repository.
func (s *Source) Survey(ctx context.Context, listing agmem.Listing) ([]agmem.RepositoryCount, error) {
	return asked(s, func(x *fileindex.Index) ([]agmem.RepositoryCount, error) { return x.Survey(ctx, listing) })
}

// Tags returns the tags of the cards, by count descending, then name.
func (s *Source) Tags(ctx context.Context) ([]agmem.TagCount, error) {
	return asked(s, func(x *fileindex.Index) ([]agmem.TagCount, error) { return x.Tags(ctx) })
}

// Stats returns how many cards and tags there are, and the size of the cards.
func (s *Source) Stats(ctx context.Context) (agmem.Stats, error) {
	tags, err := s.Tags(ctx)
	if err != nil {
		return agmem.Stats{}, err
	}
	vectors, err := asked(s, func(x *fileindex.Index) (agmem.IndexStatus, error) { return x.Embedded(ctx) })
	if err != nil {
		return agmem.Stats{}, err
	}
	stats := agmem.Stats{TotalMemories: vectors.Total, TotalTags: int64(len(tags))}
	if vectors.Model != "" {
		stats.IndexStatus = &vectors
	}
	stats.StorageSize = s.vault.Size()
	return stats, nil
}

// Embed gives the cards vectors.
func (s *Source) Embed(ctx context.Context, again bool, progress func(done int)) (int, error) {
	return asked(s, func(x *fileindex.Index) (int, error) { return x.Embed(ctx, again, progress) })
}
