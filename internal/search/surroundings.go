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
	beside []neighbour
}

// neighbour is a document beside another one.
type neighbour struct {
	number   int64
	distance int
}

// worth estimates what the words beside a document and its own will rank it by.
func (s *search[D]) worth(c candidate) float64 {
	return s.scores.Of(c.number) + s.plan.Weights.Neighbours*recall.BesideWorth(s.besideOf(c))
}

// nearestBeside is the cosine of what is nearest to the question beside a document.
func (s *search[D]) nearestBeside(c candidate) float64 {
	nearest := 0.0
	for _, n := range c.beside {
		nearest = max(nearest, s.cosines[n.number])
	}
	return nearest
}

// besideOf returns what is beside a candidate with its scores.
func (s *search[D]) besideOf(c candidate) []recall.Beside {
	if len(c.beside) == 0 {
		return nil
	}
	beside := make([]recall.Beside, len(c.beside))
	for i, n := range c.beside {
		beside[i] = recall.Beside{Distance: n.distance, BM25: s.scores.Of(n.number), Cosine: s.cosines[n.number]}
	}
	return beside
}

// surroundings returns the candidates, by their words and by their meaning, and what
// is beside the best of them. Of those that are only beside a candidate the
// likeliest are kept: most would be read for nothing.
func (s *search[D]) surroundings(ctx context.Context, top []textindex.Candidate) ([]candidate, error) {
	all := make([]candidate, 0, len(top)+len(s.nearest))
	place := make(map[int64]int, cap(all))
	add := func(number int64) {
		if _, known := place[number]; !known {
			place[number] = len(all)
			all = append(all, candidate{number: number})
		}
	}
	bring := make(map[int64]bool, surrounded+likeMeant) // what is beside them
	for i, c := range top {
		add(c.Doc)
		if i < surrounded {
			bring[c.Doc] = true
		}
	}
	for i, m := range s.nearest {
		add(m.Doc)
		if i < likeMeant {
			bring[m.Doc] = true
		}
	}
	neighbourhood, ok := s.corpus.(Neighbourhood)
	if !ok || len(all) == 0 {
		return all, nil
	}
	seen := make(map[int64][]neighbour) // with the candidates that a document is beside
	err := neighbourhood.Beside(ctx, numbersOf(all), func(number, beside int64, distance int) {
		c := &all[place[number]]
		c.beside = append(c.beside, neighbour{beside, distance})
		if _, known := place[beside]; !known && bring[number] {
			seen[beside] = append(seen[beside], neighbour{number, -distance})
		}
	})
	if err != nil || len(seen) == 0 {
		return all, err
	}
	from := len(all)
	for _, number := range s.likeliest(seen) {
		add(number)
	}
	err = neighbourhood.Beside(ctx, numbersOf(all[from:]), func(number, beside int64, distance int) {
		c := &all[place[number]]
		c.beside = append(c.beside, neighbour{beside, distance})
	})
	return all, err
}

func numbersOf(all []candidate) []int64 {
	numbers := make([]int64, len(all))
	for i, c := range all {
		numbers[i] = c.number
	}
	return numbers
}

// likeliest chooses among documents that are beside candidates: by the words of
// those, and some by their meaning.
func (s *search[D]) likeliest(seen map[int64][]neighbour) []int64 {
	chosen := s.bestOf(seen, surrounded, s.worth)
	if s.vectors == nil {
		return chosen
	}
	for _, number := range s.bestOf(seen, likeMeant, s.nearestBeside) {
		if !slices.Contains(chosen, number) {
			chosen = append(chosen, number)
		}
	}
	return chosen
}

// bestOf returns the n documents that are worth most.
func (s *search[D]) bestOf(seen map[int64][]neighbour, n int, worth func(candidate) float64) []int64 {
	of := make(map[int64]float64, len(seen))
	for number, beside := range seen {
		of[number] = worth(candidate{number, beside})
	}
	numbers := slices.SortedFunc(maps.Keys(seen), func(a, b int64) int {
		return cmp.Or(cmp.Compare(of[b], of[a]), cmp.Compare(b, a))
	})
	return numbers[:min(len(numbers), n)]
}
