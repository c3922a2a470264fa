package search

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
	"github.com/agmem/agmem/internal/search/pool"
	"github.com/agmem/agmem/internal/textindex"
)

const (
	// firstCandidates is how many of the documents that the index scored
	// highest are read and ranked by their texts.
	firstCandidates = 60
	// candidatesEach is how many candidates words bring in for each that meaning does:
	// every vector that is compared is a row to read.
	candidatesEach = 4
	// mostMeant bounds the candidates that meaning brings in, however many a filter
	// leaves out of them.
	mostMeant = 500
	// moreCandidates is by how much more are tried where filters or
	// operators left too few.
	moreCandidates = 8
)

// Options says how to search.
type Options struct {
	Weights recall.Weights
	Demand  recall.Demand
	// Now is the moment of the question, in the zone whose days it means.
	Now time.Time
}

// Hit is a document that answers a question.
type Hit[D any] struct {
	Text[D]
	// Value ranks the hit. It can be compared within one question, also with
	// the hits of collections that are asked together (package pool).
	Value float64
	// Score is the relevance in 0..1, never above that of the hit before it.
	Score float64
	// Compared is that of the evidence; see recall.Evidence.
	Compared bool
	// Missing is how many words of the question it lacks, of those that any
	// document has.
	Missing   int
	Corrected []agmem.Correction
	// Passage is the part of the text that answers, where the query asked for it.
	Passage *agmem.Passage
	// Words says how it has the words that the demand of a search is about.
	Words []agmem.FoundWord
	// Explanation is there where the query asked for it.
	Explanation *agmem.Explanation
}

// Run returns the documents that answer a query best, best first.
func Run[D any](ctx context.Context, corpus Corpus[D], query agmem.Query, opts Options) ([]Hit[D], error) {
	s := newSearch(corpus, query, opts)
	if err := s.ask(ctx); err != nil {
		return nil, err
	}
	if err := s.match(ctx); err != nil {
		return nil, err
	}
	s.open()
	ranked, err := s.best(ctx)
	if err != nil {
		return nil, err
	}
	return s.hits(ranked), nil
}

// search is one Run in progress.
type search[D any] struct {
	corpus Corpus[D]
	query  agmem.Query
	now    time.Time
	plan   *recall.Plan

	snapshot *textindex.Snapshot
	weighed  *textindex.Weighed
	scores   *textindex.Scores
	dated    []int64            // written on a day that the question names
	narrowed []textindex.Bitset // what the filter lets through

	meaning
}

func newSearch[D any](corpus Corpus[D], query agmem.Query, opts Options) *search[D] {
	text := query.Question()
	s := &search[D]{corpus: corpus, query: query, now: opts.Now, plan: recall.NewPlan(recall.Parse(text), text)}
	s.plan.Weights, s.plan.Demand, s.plan.Passages = opts.Weights, opts.Demand, query.Passages
	return s
}

// match scores the documents by their words and leaves out those that cannot
// answer.
func (s *search[D]) match(ctx context.Context) error {
	if err := s.weigh(ctx); err != nil {
		return err
	}
	return s.score(ctx)
}

// weigh looks the words up and tells the plan what they are worth.
func (s *search[D]) weigh(ctx context.Context) (err error) {
	if s.snapshot, err = s.corpus.Snapshot(ctx); err != nil {
		return err
	}
	s.weighed, err = s.snapshot.Weigh(ctx, s.plan, pool.Share)
	return err
}

// score scores the documents by what the words are worth.
func (s *search[D]) score(ctx context.Context) (err error) {
	s.scores = s.weighed.Match()
	if s.dated, err = s.ofDays(ctx); err != nil {
		return err
	}
	return s.narrow(ctx, s.snapshot.High())
}

// answer is a text with its place among the answers.
type answer[D any] struct {
	recall.Ranked
	text Text[D]
}

// best ranks the documents that scored highest, and more of them as long as
// too few of them answer.
func (s *search[D]) best(ctx context.Context) ([]answer[D], error) {
	enough := s.query.Limit
	for n := max(firstCandidates, 2*min(enough, math.MaxInt/2)); ; n *= moreCandidates {
		top, err := s.top(ctx, n)
		if err != nil {
			return nil, err
		}
		meant := min(max(n/candidatesEach, enough), mostMeant)
		all, err := s.near(ctx, meant, top)
		if err != nil {
			return nil, err
		}
		ranked, err := s.rank(ctx, top)
		if err != nil {
			return nil, err
		}
		if all = all || meant == mostMeant; len(ranked) >= enough || len(top) < n && all {
			return ranked[:min(len(ranked), enough)], nil
		}
	}
}

// rank reads the texts of candidates and of what is beside them.
func (s *search[D]) rank(ctx context.Context, top []textindex.Candidate) ([]answer[D], error) {
	candidates, err := s.surroundings(ctx, top)
	if err != nil {
		return nil, err
	}
	numbers := numbersOf(candidates)
	if err := s.compare(ctx, slices.Clone(numbers)); err != nil {
		return nil, err
	}
	beside := make(map[int64][]recall.Beside, len(candidates))
	for _, c := range candidates {
		beside[c.number] = s.besideOf(c)
	}
	return s.read(ctx, numbers, beside)
}

// read reads the texts of documents and ranks those that answer.
func (s *search[D]) read(ctx context.Context, numbers []int64, beside map[int64][]recall.Beside) ([]answer[D], error) {
	found, err := s.corpus.Texts(ctx, numbers)
	if err != nil {
		return nil, err
	}
	texts := make([]recall.Text, len(found))
	for i, f := range found {
		texts[i] = recall.Text{
			Doc: int64(i), Document: f.Document, CreatedAt: f.CreatedAt.Time().In(s.now.Location()),
			BM25: s.scores.Of(f.Number), Cosine: s.cosines[f.Number],
			Nearness: s.query.Projects.Nearness(f.Repository), Beside: beside[f.Number],
		}
	}
	ranked := s.plan.Rank(texts, s.now)
	all := make([]answer[D], len(ranked))
	for i, r := range ranked {
		all[i] = answer[D]{r, found[r.Doc]}
	}
	return all, nil
}

func (s *search[D]) hits(ranked []answer[D]) []Hit[D] {
	hits := make([]Hit[D], 0, len(ranked))
	var explanations []*agmem.Explanation
	if s.query.Explain {
		explanations = s.explanations(ranked)
	}
	for i, a := range ranked {
		if a.Score < s.query.MinScore {
			break
		}
		h := Hit[D]{Text: a.text, Value: a.Value, Score: a.Score, Compared: a.Evidence.Compared, Missing: a.Missing, Corrected: a.Corrected, Words: a.Words}
		if s.query.Passages {
			h.Passage = s.plan.Passage(a.Ranked, a.text.Document.Content)
		}
		if s.query.Explain {
			h.Explanation = explanations[i]
		}
		hits = append(hits, h)
	}
	return hits
}
