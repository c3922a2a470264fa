package ledger

import (
	"context"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
)

// LeftOutByOperators returns how many of the results of the words of a query its
// operators leave out, where they leave fewer than its limit. It searches once
// more, unless nothing can be left out.
func (l *Ledger) LeftOutByOperators(ctx context.Context, r SearchRequest, found []Result) (int, error) {
	if len(found) >= r.Limit {
		return 0, nil
	}
	words := r
	if words.Query = recall.WithoutOperators(agmem.Query{Text: r.Query}.Question()); words.Query == "" {
		return 0, nil
	}
	results, err := l.Search(ctx, words)
	known := make(map[string]bool, len(found))
	for _, f := range found {
		known[f.Citation] = true
	}
	n := 0
	for _, r := range results {
		if !known[r.Citation] {
			n++
		}
	}
	return n, err
}
