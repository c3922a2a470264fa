package agmem

import (
	"context"
	"math"
	"slices"
)

// Numbered is a source whose memories have numbers, from 1 on, that never change
// and are never given again. It shows memories whole and counts no access.
type Numbered interface {
	// Find returns the memories that answer a lookup, best first, for each match
	// that it came to. With a higher limit a list goes on where it ended.
	Find(ctx context.Context, lookup Lookup) ([]Findings, error)
	// Browse returns memories by their place.
	Browse(ctx context.Context, browsing Browsing) ([]Memory, error)
	// CountBrowsed returns how many memories a selection lets through.
	CountBrowsed(ctx context.Context, selection Selection) (int64, error)
	// Census counts what the source holds.
	Census(ctx context.Context) (Census, error)
}

// Selection narrows what a [Numbered] source shows. Its zero value lets every
// memory through that has not expired.
type Selection struct {
	Filter
	Numbers []int64  // one of them; nil: any
	AnyTags []string // at least one of them, under case folding; none: no bound
	Author  string   // written by exactly this author; empty: by anyone
	Expired ExpiryFilter
}

// OnlyExpiry says that nothing is asked of a memory but that it has not expired.
func (s Selection) OnlyExpiry() bool {
	return s.Expired == WithoutExpired && s.Numbers == nil && s.Author == "" && s.After == 0 && s.Before == 0 &&
		len(CleanTags(s.Tags))+len(CleanTags(s.AnyTags)) == 0
}

// ExpiryFilter says whether expired memories pass a [Selection].
type ExpiryFilter int

// What a selection does with expired memories.
const (
	WithoutExpired ExpiryFilter = iota
	OnlyExpired
	WithExpired
)

// Match says which memories answer a [Lookup].
type Match int

const (
	// MatchBest is what a [Searcher] does: what has a word of the question, or
	// stands beside such a memory in its session. Misspelt words are corrected. No
	// lookup asks for it.
	MatchBest Match = iota
	// MatchAll asks for every word, as it is typed.
	MatchAll
	// MatchAny asks for one of the words, as it is typed.
	MatchAny
	// MatchSimilar asks for one of the words, or for a word that is similar to
	// one that no memory has.
	MatchSimilar
	// MatchTyped asks for what MatchAny does, in the order of MatchSimilar: what
	// also has the word that was meant comes first. It finds nothing where no word
	// is taken for another.
	MatchTyped
)

// Lookup asks a [Numbered] source for the memories that answer a text. The
// operators of a text are strict in every match.
type Lookup struct {
	Text      string // as that of a [Query]
	Selection Selection
	Limit     int // 1 or more
	// Matches are asked one after the other, until one of them finds Enough.
	Matches []Match
	Enough  int
	// Similarity is how similar a word must be to the one that it is taken for:
	// 1 less the number of wrong letters as a share of the longer word's.
	Similarity float64
	// Loose takes words for any word that is similar enough. Otherwise common words
	// are meant as they stand, and the mistakes must be such as people make.
	Loose bool
	// Known takes words for similar ones even if memories have them, unless they
	// are common.
	Known bool
}

// Validate reports a lookup that cannot be answered.
func (l Lookup) Validate() error {
	if len(l.Matches) == 0 || slices.Contains(l.Matches, MatchBest) {
		return Errorf(Usage, "nothing says which words a memory must have")
	}
	if math.IsNaN(l.Similarity) || l.Similarity < 0 || l.Similarity > 1 {
		return Errorf(Usage, "the similarity is %v, it must be between 0 and 1", l.Similarity)
	}
	return l.Query().Validate()
}

// Query returns the lookup as a query of a [Searcher], without what a query
// cannot say.
func (l Lookup) Query() Query {
	return Query{Text: l.Text, Filter: l.Selection.Filter, Limit: l.Limit}
}

// Findings are what answers a lookup by one of its matches.
type Findings struct {
	Found []Found
	Total int64 // how many answer it without a limit
	// Corrections are the words that were taken for others, in the order of the
	// question.
	Corrections []Correction
}

// Found is a memory that answers a lookup.
type Found struct {
	Number    int64
	CreatedAt Instant
	Score     float64 // the relevance in 0..1, never above that of the one before it
	// Words are the words of the question that a memory can have, in its order.
	Words []FoundWord
}

// FoundWord is a word of a question and how a memory has it.
type FoundWord struct {
	Word string // folded
	// As is the word that it was taken for, Word itself where it was found as it
	// is typed, and empty where the memory lacks it.
	As string
}

// Browsing asks a [Numbered] source for memories by their place.
type Browsing struct {
	Selection Selection
	Sort      BrowseSort
	Ascending bool
	Limit     int // 1 or more
	Offset    int // 0 or more
}

// Validate reports a browsing that cannot be made.
func (b Browsing) Validate() error { return Listing{Limit: b.Limit, Offset: b.Offset}.Validate() }

// BrowseSort is the order of a [Browsing].
type BrowseSort int

// The orders of a browsing. Equals are ordered by their numbers.
const (
	ByCreation BrowseSort = iota
	ByExpiry              // those that never expire come last
	ByContent             // by code point
)

// Census is what a [Numbered] source holds. Expired memories are counted in
// Expired alone.
type Census struct {
	Memories       int64
	Expired        int64
	Size           int64 // bytes on disk
	Oldest, Newest Instant
	Tags           []TagCount
	Authors        []AuthorCount
}

// AuthorCount is an author, empty for none, and how many memories they wrote.
type AuthorCount struct {
	Author string
	Count  int64
}
