package search

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/agmem/agmem/internal/recall"
	"github.com/agmem/agmem/internal/textindex"
)

// surrounded is how many of the best candidates bring in what is beside
// them, and how many of those are kept.
const surrounded = 30

// candidate is what ranking needs of a document before its text is read.
type candidate struct {
	number int64
	beside []recall.Beside
}

// worth estimates what the text will be ranked by: its words and those beside
// it.
func (s *search[D]) worth(c candidate) float64 {
	return s.scores.Of(c.number) + s.plan.Weights.Neighbours*recall.BesideWorth(c.beside)
}

// surroundings returns the candidates and what is beside the best of them,
// each with the scores beside it. Of those that are only beside a candidate the
// likeliest are kept: most would be read for nothing.
func (s *search[D]) surroundings(ctx context.Context, top []textindex.Candidate) ([]candidate, error) {
	all := make([]candidate, len(top))
	numbers := make([]int64, len(top))
	place := make(map[int64]int, len(top))
	for i, c := range top {
		all[i].number, numbers[i], place[c.Doc] = c.Doc, c.Doc, i
	}
	neighbourhood, ok := s.corpus.(Neighbourhood)
	if !ok || len(top) == 0 {
		return all, nil
	}
	seen := make(map[int64][]recall.Beside) // from the candidates that a document is beside
	err := neighbourhood.Beside(ctx, numbers, func(number, neighbour int64, distance int) {
		i := place[number]
		all[i].beside = append(all[i].beside, recall.Beside{Distance: distance, BM25: s.scores.Of(neighbour)})
		if _, known := place[neighbour]; !known && i < surrounded {
			seen[neighbour] = append(seen[neighbour], recall.Beside{Distance: -distance, BM25: top[i].Score})
		}
	})
	if err != nil || len(seen) == 0 {
		return all, err
	}
	added := s.likeliest(seen)
	for i, number := range added {
		place[number] = len(top) + i
		all = append(all, candidate{number: number})
	}
	err = neighbourhood.Beside(ctx, added, func(number, neighbour int64, distance int) {
		i := place[number]
		all[i].beside = append(all[i].beside, recall.Beside{Distance: distance, BM25: s.scores.Of(neighbour)})
	})
	return all, err
}

// likeliest chooses among documents that are beside candidates.
func (s *search[D]) likeliest(seen map[int64][]recall.Beside) []int64 {
	worth := make(map[int64]float64, len(seen))
	for number, beside := range seen {
		worth[number] = s.worth(candidate{number, beside})
	}
	numbers := slices.SortedFunc(maps.Keys(seen), func(a, b int64) int {
		return cmp.Or(cmp.Compare(worth[b], worth[a]), cmp.Compare(b, a))
	})
	return numbers[:min(len(numbers), surrounded)]
}
