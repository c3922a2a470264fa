package sdk

import (
	"context"

	"github.com/agmem/agmem/internal/numbered"
)

// Fuzzy says when a search takes words for similar ones.
type Fuzzy int

// When a search is fuzzy.
const (
	FuzzyAuto   Fuzzy = iota // where the words as they are typed find fewer than five memories
	FuzzyAlways              // also then, and common words are not taken as they stand
	FuzzyNever
)

// SearchOptions says how to search. The zero value can be used.
type SearchOptions struct {
	Filter
	Limit  int // 0: 10
	Offset int
	Fuzzy  Fuzzy
	// Threshold is how similar a word must be to the one that it is taken for, from
	// 0 to 1; 0: 0.7.
	Threshold float64
}

// Results are what a search found.
type Results struct {
	Results     []Result
	Corrections []Correction // words that were taken for others
	Total       int64        // how many results there are without a limit
}

// Result is a memory that a search found.
type Result struct {
	Memory
	// Tier is "all" for a memory with all words, "any" for one with some, "fuzzy"
	// for one with a similar word.
	Tier  string
	Score float64 // 0 to 1, never above that of the result before it
}

// Correction is a word of a query and the word of the store that it was taken
// for.
type Correction struct{ From, To string }

// Search returns the memories that have the words of a query, best first; any
// text that is not blank is one. AND, OR, NOT, "a phrase" and prefix* are
// operators. A blank query is Usage.
func (m *Memories) Search(ctx context.Context, query string, opts SearchOptions) (Results, error) {
	search := numbered.Search{
		Text: query, Selection: opts.selection(), Limit: opts.Limit, Offset: opts.Offset,
		Fuzzy: numbered.Fuzzy(opts.Fuzzy), Threshold: opts.Threshold,
	}
	if search.Limit == 0 {
		search.Limit = 10
	}
	if search.Threshold == 0 {
		search.Threshold = numbered.DefaultThreshold
	}
	found, err := m.uses.Search(ctx, search)
	if err != nil {
		return Results{}, err
	}
	results := Results{Total: found.Total}
	for _, r := range found.Results {
		results.Results = append(results.Results, Result{memoryOf(r.Memory), string(r.Tier), r.Score})
	}
	for _, c := range found.Corrections {
		results.Corrections = append(results.Corrections, Correction{c.From, c.To})
	}
	return results, nil
}
