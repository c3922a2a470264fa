package memories

import (
	"context"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/table"
	"github.com/agmem/agmem/internal/search"
)

var _ agmem.Searcher = (*Store)(nil)

// Search returns the memories that answer a query best.
func (s *Store) Search(ctx context.Context, query agmem.Query) ([]agmem.Hit, error) {
	if err := query.Validate(); err != nil {
		return nil, err
	}
	hits := []agmem.Hit{}
	err := s.db.Read(ctx, func(ctx context.Context, t *table.Txn) error {
		c, known, err := corpusOf(ctx, t, agmem.Selection{Filter: query.Filter})
		if err != nil || !known {
			return err
		}
		c.projects = query.Projects
		found, err := search.Run(ctx, c, query, search.Options{Weights: s.weights, Now: s.db.Clock()})
		if err != nil {
			return err
		}
		for _, f := range found {
			h := hitOf(f)
			if h.Short, err = t.Short(ctx, f.Of); err != nil {
				return err
			}
			hits = append(hits, h)
		}
		return nil
	})
	return hits, err
}

// corpusOf returns the memories of a selection, and false where it names a tag
// that no memory has.
func corpusOf(ctx context.Context, t *table.Txn, selection agmem.Selection) (*corpus, bool, error) {
	tags, known, err := findTags(ctx, t, selection)
	return &corpus{t: t, filter: selection, tags: tags}, known, err
}

func hitOf(f search.Hit[table.ID]) agmem.Hit {
	digest := f.Document.Digest
	if digest == "" {
		digest = f.Document.Content
	}
	return agmem.Hit{
		ID: f.Of.String(), Digest: digest, Size: int64(len(f.Document.Content)), Tags: f.Document.Tags, Score: f.Score, Compared: f.Compared,
		CreatedAt: f.CreatedAt, Repository: f.Repository, Corrected: f.Corrected, Passage: f.Passage, Explanation: f.Explanation,
		Value: f.Value, Hash: agmem.HashText(f.Document.Content),
	}
}
