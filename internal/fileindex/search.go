package fileindex

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
	"github.com/agmem/agmem/internal/textindex"
)

const (
	// firstCandidates is how many of the documents that the index scored
	// highest are read and ranked by their texts.
	firstCandidates = 60
	// moreCandidates is by how much more are tried where operators left too
	// few.
	moreCandidates = 8
	// maxOfDays is how many documents of the days that a question names are
	// candidates by that alone.
	maxOfDays = 5000
)

// Search returns the documents that answer a query best, best first. What a
// document says of a bank or a card is in [Entry].
func (x *Index) Search(ctx context.Context, query agmem.Query) ([]Found, error) {
	if err := query.Validate(); err != nil {
		return nil, err
	}
	var found []Found
	err := x.view(ctx, func(ctx context.Context, t *txn) (err error) {
		s := &search{t: t, query: query, now: x.opts.Now()}
		found, err = s.run(ctx)
		return err
	})
	return found, err
}

// search is one Search in progress.
type search struct {
	t      *txn
	query  agmem.Query
	now    time.Time
	plan   *recall.Plan
	scores *textindex.Scores
	high   int64   // the highest number of a document
	dated  []int64 // written on a day that the question names
}

func (s *search) run(ctx context.Context) ([]Found, error) {
	text := s.query.Question()
	s.plan = recall.NewPlan(recall.Parse(text), text)
	snapshot, err := s.t.text.Snapshot(ctx, s.t)
	if err != nil {
		return nil, err
	}
	if s.scores, err = snapshot.Match(ctx, s.plan); err != nil {
		return nil, err
	}
	s.high = snapshot.High()
	if s.dated, err = s.ofDays(ctx); err != nil {
		return nil, err
	}
	if err := s.keepFiltered(ctx); err != nil {
		return nil, err
	}
	ranked, err := s.best(ctx)
	if err != nil {
		return nil, err
	}
	return s.found(ranked), nil
}

// ofDays returns the documents that were written on a day that the question
// names with its month and year: they are candidates whether or not they have
// its words. Operators are strict, and a day is none.
func (s *search) ofDays(ctx context.Context) ([]int64, error) {
	var all []int64
	for _, day := range s.plan.Days() {
		if !day.Whole() || len(s.plan.Conditions()) > 0 {
			continue
		}
		from, to := day.Span(s.now.Location())
		span := agmem.Filter{After: agmem.InstantOf(from), Before: agmem.InstantOf(to)}
		numbers, err := selectNumbers(ctx, s.t, selection{filter: span, now: s.now, limit: maxOfDays})
		if err != nil {
			return nil, err
		}
		all = append(all, numbers...)
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}

// keepFiltered drops the documents that the filter leaves out.
func (s *search) keepFiltered(ctx context.Context) error {
	f := s.query.Filter
	if f.After == 0 && f.Before == 0 && len(agmem.CleanTags(f.Tags)) == 0 {
		return nil
	}
	numbers, err := selectNumbers(ctx, s.t, selection{filter: f, now: s.now, limit: -1})
	if err != nil {
		return err
	}
	set := textindex.NewBitset(s.high)
	for _, n := range numbers {
		set.Add(n)
	}
	s.scores.Keep(set)
	s.dated = slices.DeleteFunc(s.dated, func(n int64) bool { return !set.Has(n) })
	return nil
}

// top returns the n best candidates, by the scores of the index and the days
// that the question names. The scores themselves stay those of the words.
func (s *search) top(ctx context.Context, n int) ([]textindex.Candidate, error) {
	worth := s.plan.Weights.Date * max(s.plan.Mass(), 1)
	restore := s.scores.Raise(s.dated, worth)
	defer restore()
	top := s.scores.Top(n)
	if len(top) < n {
		return top, nil
	}
	return top, s.untie(ctx, top)
}

// untie decides which of the documents that have the last score of the best
// are among them: the latest, not those that were read last.
func (s *search) untie(ctx context.Context, top []textindex.Candidate) error {
	last := top[len(top)-1].Score
	first := slices.IndexFunc(top, func(c textindex.Candidate) bool { return c.Score == last })
	var tied []int64
	for doc := range s.high + 1 {
		if s.scores.Of(doc) == last {
			tied = append(tied, doc)
		}
	}
	if len(tied) == len(top)-first {
		return nil
	}
	latest, err := selectNumbers(ctx, s.t, selection{among: tied, limit: len(top) - first, expired: true})
	for i, number := range latest {
		top[first+i].Doc = number
	}
	return err
}

// candidate is a document of the answer, before it is rendered.
type candidate struct {
	recall.Ranked
	entry Entry
}

// best ranks the documents that scored highest, and more of them as long as
// too few of them are alive and pass the operators.
func (s *search) best(ctx context.Context) ([]candidate, error) {
	enough := s.query.Limit
	for n := max(firstCandidates, 2*enough); ; n *= moreCandidates {
		top, err := s.top(ctx, min(n, int(s.high)+1))
		if err != nil {
			return nil, err
		}
		ranked, err := s.rank(ctx, top)
		if err != nil {
			return nil, err
		}
		if len(ranked) >= enough || len(top) < n {
			return ranked[:min(len(ranked), enough)], nil
		}
	}
}

// rank orders the candidates. Of equals the latest comes first, then by name:
// the numbers of the documents say in which order they were read, which is
// nothing to show.
func (s *search) rank(ctx context.Context, top []textindex.Candidate) ([]candidate, error) {
	numbers := make([]int64, len(top))
	for i, c := range top {
		numbers[i] = c.Doc
	}
	entries, err := fetch(ctx, s.t, numbers, s.now)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(entries, func(a, b numbered) int {
		return cmp.Or(cmp.Compare(a.CreatedAt, b.CreatedAt), strings.Compare(b.File, a.File), strings.Compare(b.Key, a.Key))
	})
	texts := make([]recall.Text, len(entries))
	for i, e := range entries {
		texts[i] = recall.Text{
			Doc: int64(i), Document: e.Text, CreatedAt: e.CreatedAt.Time().In(s.now.Location()), BM25: s.scores.Of(e.number),
		}
	}
	ranked := s.plan.Rank(texts, s.now)
	all := make([]candidate, len(ranked))
	for i, r := range ranked {
		all[i] = candidate{r, entries[r.Doc].Entry}
	}
	return all, nil
}

func (s *search) found(ranked []candidate) []Found {
	found := make([]Found, 0, len(ranked))
	for i, c := range ranked {
		if c.Score < s.query.MinScore {
			break
		}
		f := Found{Entry: c.entry, Score: c.Score, Missing: c.Missing, Corrected: c.Corrected}
		if s.query.Explain {
			f.Explanation = &agmem.Explanation{RRF: recall.ReciprocalRank(i + 1), Reasons: c.Reasons}
		}
		found = append(found, f)
	}
	return found
}
