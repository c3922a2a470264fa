package agmemcli

import (
	"context"
	"errors"
	"iter"
	"path/filepath"
	"strconv"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/config"
	"github.com/agmem/agmem/internal/evaluation"
	"github.com/agmem/agmem/internal/library"
	"github.com/agmem/agmem/internal/secrets"
	"github.com/agmem/agmem/internal/tokens"
	"github.com/agmem/agmem/internal/toon"
)

// evalStores are the stores that the questions of a set are asked of, one open at a
// time: those of its documents, or where it has none, the user's own.
type evalStores struct {
	app      *app
	set      *evaluation.Set
	settings []config.Pair
	folder   string // of the stores of the documents; empty for the user's own

	stores map[string]*evalStore // by group
	group  string                // the one that is open
	open   *library.Library
}

// evalStore is the store of the documents of a group.
type evalStore struct {
	path  string
	names map[string][]string // of the documents, by the hash of their text
}

// answer asks the store of a question.
func (s *evalStores) answer(ctx context.Context, q evaluation.Question, limit int) (evaluation.Answer, error) {
	lib, err := s.of(ctx, q.Group)
	if err != nil {
		return evaluation.Answer{}, err
	}
	query := agmem.Query{Text: q.Text, Limit: limit}
	if s.folder == "" {
		if query.Projects, err = lib.Finder.Projects(ctx, ""); err != nil {
			return evaluation.Answer{}, err
		}
	}
	began := time.Now()
	all, err := lib.Finder.Search(ctx, query)
	took := time.Since(began)
	if err != nil {
		return evaluation.Answer{}, err
	}
	hits, _ := lib.Finder.WithoutTail(query, all) // as agmem search shows them
	cost, err := costOf(hits, s.app.Now())
	if err != nil {
		return evaluation.Answer{}, err
	}
	found, err := s.found(ctx, lib, hits)
	return evaluation.Answer{Found: found, Took: took, Tokens: cost}, err
}

// costOf estimates the tokens of hits as agents read them.
func costOf(found []agmem.Hit, now time.Time) (int, error) {
	text, err := toon.Marshal(hits{found: found, now: now}.TOON())
	return tokens.Estimate(string(text)), err
}

// found returns what the hits are called and what they say.
func (s *evalStores) found(ctx context.Context, lib *library.Library, hits []agmem.Hit) ([]evaluation.Found, error) {
	all := make([]evaluation.Found, len(hits))
	ids := make([]string, len(hits))
	for i, h := range hits {
		ids[i], all[i].Names = h.ID, append([]string{h.ID}, h.Also...)
		if store := s.stores[s.group]; store != nil {
			all[i].Names = store.names[h.Hash]
		}
	}
	memories, err := lib.Memories.View(ctx, ids)
	for i, m := range memories {
		if len(memories) == len(all) {
			all[i].Text = m.Digest + "\n" + m.Content
		}
	}
	return all, err
}

// of opens the store of a group, and fills it where this is the first time.
func (s *evalStores) of(ctx context.Context, group string) (*library.Library, error) {
	if s.open != nil && (group == s.group || s.folder == "") {
		return s.open, nil
	}
	if err := s.close(nil); err != nil {
		return nil, err
	}
	place := s.app.place()
	place.Settings = s.settings
	store, filled := s.stores[group], true
	if s.folder != "" {
		if store == nil {
			store, filled = s.add(group), false
		}
		place.Source, place.Database = library.Local, store.path
	}
	lib, err := s.app.services.Library(place)
	if err != nil {
		return nil, err
	}
	s.open, s.group = lib, group
	if filled {
		return lib, nil
	}
	memories := sequence(s.set.Memories(group, s.app.Now()))
	_, err = lib.Transfer.Import(secrets.Allow(ctx), memories, agmem.ImportOptions{})
	return lib, err
}

// add returns the store of a group, which is not there yet.
func (s *evalStores) add(group string) *evalStore {
	if s.stores == nil {
		s.stores = make(map[string]*evalStore)
	}
	store := &evalStore{
		path:  filepath.Join(s.folder, strconv.Itoa(len(s.stores))+".db"),
		names: s.set.Names(group),
	}
	s.stores[group] = store
	return store
}

// sequence is a sequence in which nothing fails.
func sequence(memories []agmem.Memory) iter.Seq2[agmem.Memory, error] {
	return func(yield func(agmem.Memory, error) bool) {
		for _, m := range memories {
			if !yield(m, nil) {
				return
			}
		}
	}
}

// close closes the open store, and joins its error with another one.
func (s *evalStores) close(err error) error {
	if s.open == nil {
		return err
	}
	err = errors.Join(err, s.open.Close())
	s.open = nil
	return err
}
