package search

import (
	"cmp"
	"context"
	"slices"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/textindex"
)

// maxOfDays is how many documents of each day that a question names are
// candidates by that alone, the latest first.
const maxOfDays = 5000

// ofDays returns the documents that were written on a day that the question
// names with its month and year: they are candidates whether or not they have
// its words. Operators are strict, and a day is not one.
func (s *search[D]) ofDays(ctx context.Context) ([]int64, error) {
	var all []int64
	for _, day := range s.plan.Days() {
		if !day.Whole() || len(s.plan.Conditions()) > 0 {
			continue
		}
		from, to := day.Span(s.now.Location())
		numbers, err := s.corpus.Written(ctx, agmem.InstantOf(from), agmem.InstantOf(to), maxOfDays)
		if err != nil {
			return nil, err
		}
		all = append(all, numbers...)
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}

// narrow drops the documents that a filter leaves out.
func (s *search[D]) narrow(ctx context.Context, high int64) error {
	lists, err := s.corpus.Narrow(ctx)
	if err != nil {
		return err
	}
	s.narrowed = nil
	for _, numbers := range lists {
		for _, n := range numbers {
			high = max(high, n) // one that has a vector and no words
		}
		set := textindex.NewBitset(high)
		for _, n := range numbers {
			set.Add(n)
		}
		s.narrowed = append(s.narrowed, set)
		s.scores.Keep(set)
		s.dated = slices.DeleteFunc(s.dated, func(n int64) bool { return !set.Has(n) })
	}
	return nil
}

// top returns the n best candidates, by the scores of the index and the days
// that the question names. The scores themselves stay those of the words. There are
// more than n where documents of near projects are as good as the last one.
func (s *search[D]) top(ctx context.Context, n int) ([]textindex.Candidate, error) {
	restore := s.scores.Raise(s.dated, s.plan.Weights.Date*max(s.plan.Mass(), 1))
	defer restore()
	top, beside := s.scores.TopTied(n)
	if len(beside) == 0 {
		return top, nil
	}
	if chronicle, ok := s.corpus.(Chronicle); ok {
		return top, untie(ctx, chronicle, top, beside)
	}
	if mixed, ok := s.corpus.(Mixed); ok && s.query.Projects.Prefers() {
		near, err := s.ofNear(ctx, mixed, beside, top[len(top)-1].Score)
		return append(top, near...), err
	}
	return top, nil
}

// maxNear is how many documents that are as good as the last candidate are asked for
// their project, the latest of them.
const maxNear = 500

// ofNear returns those of some documents with this score that are of near projects.
// Without them, a store whose projects all say the same would fill the candidates with
// any of these.
func (s *search[D]) ofNear(ctx context.Context, mixed Mixed, numbers []int64, score float64) ([]textindex.Candidate, error) {
	slices.SortFunc(numbers, func(a, b int64) int { return cmp.Compare(b, a) })
	var near []textindex.Candidate
	err := mixed.Nearness(ctx, numbers[:min(len(numbers), maxNear)], func(number int64, nearness float64) {
		if nearness > 0 {
			near = append(near, textindex.Candidate{Doc: number, Score: score})
		}
	})
	return near, err
}

// untie decides which of the documents that have the last score of the best
// are among them: the latest ones.
func untie(ctx context.Context, chronicle Chronicle, top []textindex.Candidate, beside []int64) error {
	last := top[len(top)-1].Score
	first := slices.IndexFunc(top, func(c textindex.Candidate) bool { return c.Score == last })
	tied := slices.Clone(beside)
	for _, c := range top[first:] {
		tied = append(tied, c.Doc)
	}
	latest, err := chronicle.Latest(ctx, tied, len(top)-first)
	for i, number := range latest {
		top[first+i].Doc = number
	}
	return err
}
