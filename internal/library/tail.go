package library

import (
	"slices"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
)

// Tail says what was left out of the hits to a query, and what is left.
type Tail struct {
	// LeftOut is how many hits score less than Least.
	LeftOut int
	Least   float64
	// Poor says that there were hits and that none of them is a good match.
	Poor bool
}

const (
	// alwaysShown is how many hits stay that score at least faint: a memory that
	// answers in other words than the question may come first and score little, and
	// anyone who asked can judge a few by reading them.
	alwaysShown = 3
	// faint is below the score of a single common word of a long question, and above
	// that of a text which has no word of it and hardly its meaning.
	faint = 0.001
)

// WithoutTail returns the hits to a query but for those at the end that hardly
// answer it, unless the configuration keeps them.
func (f Finder) WithoutTail(query agmem.Query, hits []agmem.Hit) ([]agmem.Hit, Tail) {
	expected := recall.ExpectedOf(query.Text, len(hits) > 0 && hits[0].Compared)
	tail := Tail{Least: expected.Least, Poor: len(hits) > 0 && hits[0].Score < expected.Good}
	if f.sources.keepTail {
		return hits, tail
	}
	end := slices.IndexFunc(hits, func(h agmem.Hit) bool { return h.Score < expected.Least })
	if end < 0 {
		return hits, tail
	}
	for end < min(alwaysShown, len(hits)) && hits[end].Score >= faint {
		end++
	}
	if end == len(hits) {
		return hits, tail
	}
	tail.LeftOut = len(hits) - end
	return hits[:end], tail
}
