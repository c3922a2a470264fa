package memories

import (
	"context"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
	"github.com/agmem/agmem/internal/textindex"
)

var _ agmem.Searcher = (*Store)(nil)

const (
	// firstCandidates is how many of the documents that the index scored
	// highest are read and ranked by their texts.
	firstCandidates = 60
	// moreCandidates is by how much more are tried where filters or
	// operators left too few.
	moreCandidates = 8
)

// Search returns the memories that answer a query best.
func (s *Store) Search(ctx context.Context, query agmem.Query) ([]agmem.Hit, error) {
	if err := query.Validate(); err != nil {
		return nil, err
	}
	hits := []agmem.Hit{}
	err := s.read(ctx, func(ctx context.Context, t *txn) error {
		tags, known, err := tagRows(ctx, t, query.Filter.Tags)
		if err != nil || !known {
			return err
		}
		search := &search{t: t, query: query, tags: tags, weights: s.weights, now: s.clock()}
		hits, err = search.run(ctx)
		return err
	})
	return hits, err
}

// search is one Search in progress.
type search struct {
	t       *txn
	query   agmem.Query
	tags    []tagRow
	weights recall.Weights
	now     time.Time
	plan    *recall.Plan
	scores  *textindex.Scores
	dated   []int64 // written on a day that the question names
}

func (s *search) run(ctx context.Context) ([]agmem.Hit, error) {
	text := s.query.Question()
	s.plan = recall.NewPlan(recall.Parse(text), text)
	s.plan.Weights = s.weights
	snapshot, err := s.t.index.Snapshot(ctx, s.t)
	if err != nil {
		return nil, err
	}
	if s.scores, err = snapshot.Match(ctx, s.plan); err != nil {
		return nil, err
	}
	if s.dated, err = s.ofDays(ctx); err != nil {
		return nil, err
	}
	if err := s.keepFiltered(ctx, snapshot.High()); err != nil {
		return nil, err
	}
	texts, err := s.best(ctx)
	if err != nil {
		return nil, err
	}
	return s.hits(texts), nil
}

// best ranks the documents that scored highest, and more of them as long as
// too few of them pass the filter and the operators.
func (s *search) best(ctx context.Context) ([]candidate, error) {
	enough := s.query.Limit
	for n := max(firstCandidates, 2*enough); ; n *= moreCandidates {
		top := s.top(n)
		ranked, err := s.rank(ctx, top)
		if err != nil {
			return nil, err
		}
		if len(ranked) >= enough || len(top) < n {
			return ranked[:min(len(ranked), enough)], nil
		}
	}
}

// candidate is a memory of the answer, before it is rendered.
type candidate struct {
	recall.Ranked
	memory found
}

func (s *search) rank(ctx context.Context, top []textindex.Candidate) ([]candidate, error) {
	surroundings, err := s.surroundings(ctx, top)
	if err != nil {
		return nil, err
	}
	memories, err := s.fetch(ctx, surroundings)
	if err != nil {
		return nil, err
	}
	texts := make([]recall.Text, 0, len(memories))
	for _, c := range surroundings {
		if m, alive := memories[c.number]; alive {
			texts = append(texts, recall.Text{
				Doc: c.number, Document: m.document, CreatedAt: m.created.Time().In(s.now.Location()),
				BM25: s.scores.Of(c.number), Beside: c.beside,
			})
		}
	}
	ranked := s.plan.Rank(texts, s.now)
	all := make([]candidate, len(ranked))
	for i, r := range ranked {
		all[i] = candidate{r, memories[r.Doc]}
	}
	return all, nil
}

func (s *search) hits(all []candidate) []agmem.Hit {
	hits := make([]agmem.Hit, 0, len(all))
	for i, c := range all {
		if c.Score < s.query.MinScore {
			break
		}
		h := agmem.Hit{
			ID: c.memory.id.String(), Digest: c.memory.shown(), Tags: c.memory.document.Tags, Score: c.Score,
			CreatedAt: c.memory.created, Corrected: c.Corrected,
		}
		if s.query.Explain {
			h.Explanation = &agmem.Explanation{RRF: recall.ReciprocalRank(i + 1), Reasons: c.Reasons}
		}
		hits = append(hits, h)
	}
	return hits
}
