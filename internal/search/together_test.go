package search_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
	"github.com/agmem/agmem/internal/search"
	"github.com/agmem/agmem/internal/search/pool"
)

// Collections that are asked together give each document the value that it has
// in one collection of all of them, whatever the question: misspelt words,
// operators and words that carry nothing included.
func TestTogetherAsOne(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 5))
	words := strings.Fields("heron otter river marsh reed winter lock gate boat the of and migration parser")
	texts := make([]string, 90)
	for i := range texts {
		for range 3 + random.IntN(12) {
			texts[i] += words[min(random.IntN(len(words)), random.IntN(len(words)))] + " "
		}
		texts[i] += fmt.Sprint("n", i)
	}
	parts := [][]string{texts[:70], texts[70:80], texts[80:]}
	for _, question := range []string{
		"heron", "heron otter river", "migratoin", "hreon gaet", "the of", "unheard", `"the heron" otter`,
		"parser -otter", "her* AND river", "n3 n75 n85", "lock ot n80 otte",
	} {
		one := values(t, [][]string{texts}, question)
		together := values(t, parts, question)
		if !slices.EqualFunc(one, together, func(a, b valued) bool { return a.text == b.text && math.Abs(a.value-b.value) < 1e-4 }) {
			t.Errorf("%q\nin one collection %v\nin three %v", question, one, together)
		}
	}
}

type valued struct {
	text  string
	value float64
}

// values asks collections together and returns what they find, by its text.
func values(t *testing.T, collections [][]string, question string) []valued {
	t.Helper()
	found := make([][]valued, len(collections))
	pool.Ask(t.Context(), len(collections), func(ctx context.Context, i int) {
		on(t, collections[i], func(s *shelf) {
			s.created = func(int64) agmem.Instant { return agmem.InstantOf(day(1)) }
			hits, err := search.Run(ctx, s, agmem.Query{Text: question, Limit: 100},
				search.Options{Weights: recall.DefaultWeights(), Now: day(20)})
			if err != nil {
				t.Error(err)
			}
			for _, h := range hits {
				found[i] = append(found[i], valued{h.Document.Content, h.Value})
			}
		})
	})
	return slices.SortedFunc(slices.Values(slices.Concat(found...)), func(a, b valued) int { return strings.Compare(a.text, b.text) })
}
