package recall

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Round is a step in which collections that are asked the same question at the
// same time tell each other what they know of its words. Every collection goes
// through the same rounds, for what is known after one decides on the next.
type Round int

// The rounds, in their order.
const (
	RoundWords     Round = iota // of the words that carry something
	RoundSimilar                // of words like those that no collection has
	RoundCorrected              // of the words that those were corrected to
	RoundFunction               // of the words that carry nothing, where the others found nothing
)

// Statistics is what a collection knows of the words of a question. Those of
// several collections add up to those of all of them as one.
type Statistics struct {
	Docs  int         // documents
	Words float64     // of all documents
	DF    map[int]int // by leaf: how many documents have it
	// Similar has, by leaf, words that a misspelt one may have meant.
	Similar map[int][]Similar
}

// BM25 returns the scoring function for what is counted here.
func (s Statistics) BM25() BM25 {
	return BM25{Docs: s.Docs, AvgLength: s.Words / float64(max(s.Docs, 1))}
}

// Plus returns the statistics of two collections as one, without changing
// either.
func (s Statistics) Plus(o Statistics) Statistics {
	sum := Statistics{Docs: s.Docs + o.Docs, Words: s.Words + o.Words, DF: make(map[int]int), Similar: make(map[int][]Similar)}
	for _, of := range []Statistics{s, o} {
		for leaf, df := range of.DF {
			sum.DF[leaf] += df
		}
		for leaf, similar := range of.Similar {
			sum.Similar[leaf] = unite(sum.Similar[leaf], similar)
		}
	}
	return sum
}

// unite returns the words of two lists, each once with the documents of both,
// in the order of the alphabet, so that every collection sees the same list.
func unite(a, b []Similar) []Similar {
	byWord := make(map[string]Similar, len(a)+len(b))
	for _, s := range slices.Concat(a, b) {
		s.DF += byWord[s.Word].DF
		byWord[s.Word] = s
	}
	return slices.SortedFunc(maps.Values(byWord), func(x, y Similar) int {
		return cmp.Or(cmp.Compare(x.Distance, y.Distance), strings.Compare(x.Word, y.Word))
	})
}
