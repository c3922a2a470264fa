package library

import (
	"context"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
)

// LeftOutByOperators returns how many of the hits to the words of a query its
// operators leave out, where they leave fewer than its limit. It searches once
// more, unless nothing can be left out.
func (f Finder) LeftOutByOperators(ctx context.Context, query agmem.Query, found []agmem.Hit) (int, error) {
	if len(found) >= query.Limit {
		return 0, nil
	}
	words := query
	if words.Text = recall.WithoutOperators(query.Question()); words.Text == "" {
		return 0, nil
	}
	words.Meaning = nil // that of the whole text
	hits, err := f.search(ctx, words)
	hits, _ = f.WithoutTail(words, hits)
	known := make(map[string]bool, len(found))
	for _, h := range found {
		known[h.ID] = true
	}
	n := 0
	for _, h := range hits {
		if !known[h.ID] {
			n++
		}
	}
	return n, err
}
