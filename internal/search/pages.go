package search

import (
	"context"
	"math"
	"slices"

	"github.com/agmem/agmem"
)

// Counter is a corpus that can count without reading texts.
type Counter interface {
	// Count returns how many of the documents, which are in the order of their
	// numbers, are alive and pass the filter.
	Count(ctx context.Context, numbers []int64) (int, error)
}

// Page is the beginning of what answers a query, and how much there is of it.
type Page[D any] struct {
	Hits  []Hit[D]
	Total int
}

// Pages returns the documents that answer a query, for one match after the other,
// until one of them finds enough; that of the options is not asked. The best match
// cannot be, for its answers are not a set.
//
// With a higher limit a list goes on where it ended: it is made of parts, 60 of the
// documents that the index scored highest, then eight times as many, and so on,
// each of them ranked by its texts as [Run] does.
func Pages[D any](ctx context.Context, corpus Corpus[D], query agmem.Query, opts Options, matches []agmem.Match, enough int) ([]Page[D], error) {
	var pages []Page[D]
	var s *search[D]
	for _, match := range matches {
		opts.Demand.Match = match
		if s == nil || match == agmem.MatchSimilar { // else the words weigh what they did
			s = newSearch(corpus, query, opts)
			if err := s.weigh(ctx); err != nil {
				return nil, err
			}
		}
		s.plan.Demand = opts.Demand
		page, err := s.page(ctx)
		if err != nil {
			return nil, err
		}
		pages = append(pages, page)
		if page.Total >= enough {
			break
		}
	}
	return pages, nil
}

func (s *search[D]) page(ctx context.Context) (Page[D], error) {
	if err := s.score(ctx); err != nil {
		return Page[D]{}, err
	}
	var all []answer[D]
	seen := make(map[int64]bool)
	ranked := 0 // of the documents, by the scores of the index
	for n := firstCandidates; ; n = moreThan(n) {
		top, err := s.top(ctx, n)
		if err != nil {
			return Page[D]{}, err
		}
		part, err := s.rank(ctx, top[min(ranked, len(top)):])
		if err != nil {
			return Page[D]{}, err
		}
		for _, a := range part {
			if !seen[a.text.Number] {
				seen[a.text.Number] = true
				all = append(all, a)
			}
		}
		ranked = len(top)
		if len(top) < n {
			return Page[D]{descending(s.hits(all[:min(len(all), s.query.Limit)])), len(all)}, nil
		}
		if len(all) >= s.query.Limit {
			count, err := s.count(ctx)
			return Page[D]{descending(s.hits(all[:s.query.Limit])), count}, err
		}
	}
}

func moreThan(n int) int { return min(n, math.MaxInt/moreCandidates) * moreCandidates }

// descending keeps the scores of a part from being above those of the part
// before it.
func descending[D any](hits []Hit[D]) []Hit[D] {
	for i := 1; i < len(hits); i++ {
		hits[i].Score = min(hits[i].Score, hits[i-1].Score)
	}
	return hits
}

// count returns how many documents answer.
func (s *search[D]) count(ctx context.Context) (int, error) {
	numbers := append(s.scores.Docs(), s.dated...)
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	if counter, ok := s.corpus.(Counter); ok && !s.textsDecide() {
		return counter.Count(ctx, numbers)
	}
	return s.countTexts(ctx, numbers)
}

// textsDecide says that the index alone cannot tell the documents that answer:
// phrases and named days are judged by the texts.
func (s *search[D]) textsDecide() bool {
	return len(s.plan.Conditions()) > 0 || len(s.plan.Days()) > 0
}

// readAtOnce is how many texts are read at a time where they must be.
const readAtOnce = 500

func (s *search[D]) countTexts(ctx context.Context, numbers []int64) (int, error) {
	count := 0
	for piece := range slices.Chunk(numbers, readAtOnce) {
		answers, err := s.read(ctx, piece, nil)
		if err != nil {
			return 0, err
		}
		count += len(answers)
	}
	return count, nil
}
