package ledger

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
	"github.com/agmem/agmem/internal/search"
)

// SearchRequest asks for what answers a query.
type SearchRequest struct {
	Query        string
	Limit        int
	Scope        Scope
	IncludeAudit bool
}

// Search returns the evidence, facts, sessions and resources of a scope that
// answer a query best, best first. Core blocks belong into packs.
func (l *Ledger) Search(ctx context.Context, r SearchRequest) ([]Result, error) {
	if err := required("query", r.Query); err != nil {
		return nil, err
	}
	if err := r.Scope.Validate(); err != nil {
		return nil, err
	}
	results := []Result{}
	query := l.question(ctx, r.Query)
	err := l.read(ctx, func(ctx context.Context, t *txn) error {
		kinds := kindsOf(r.IncludeAudit, KindEvidence, KindFact, KindResource, KindSession)
		found, err := best(ctx, t, query, r.Limit, filter{scope: &r.Scope, kinds: kinds})
		for _, c := range found {
			results = append(results, c.entry.result(c.score))
		}
		return err
	})
	return results, err
}

// candidate is an entry with a score: what a search found, or what belongs into a
// pack without having been searched for.
type candidate struct {
	entry *entry
	score float64
}

// better orders candidates: by score, then by id. What has the same id in several
// scopes is in the order of writing.
func better(a, b candidate) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.entry.id, b.entry.id), cmp.Compare(a.entry.kind, b.entry.kind),
		cmp.Compare(a.entry.number, b.entry.number))
}

const (
	// maxLimit is how many hits anyone can ask for.
	maxLimit = 1 << 20
	// maxOvertaking is how many times as many hits are looked at where the best are
	// facts that nobody believes.
	maxOvertaking = 8
)

// best returns the candidates that answer a query best, best first. The relevance
// of a fact is worth as much as the fact is believed, so those behind the best
// hits may come before them: more hits are looked at until that is decided.
func best(ctx context.Context, t *txn, query agmem.Query, limit int, f filter) ([]candidate, error) {
	chosen, err := f.choose(ctx, t)
	if err != nil {
		return nil, err
	}
	limit = min(limit, maxLimit)
	for n := limit; ; n *= 2 {
		query.Limit = n
		hits, err := search.Run(ctx, &corpus{t: t, filter: chosen}, query,
			search.Options{Weights: recall.DefaultWeights(), Now: t.clock})
		if err != nil {
			return nil, err
		}
		found := make([]candidate, len(hits))
		for i, h := range hits {
			found[i] = candidate{h.Of, rounded(h.Score)}
			if h.Of.kind == KindFact {
				found[i].score = rounded(h.Score * h.Of.confidence)
			}
		}
		slices.SortStableFunc(found, better)
		if len(hits) < n || n >= maxOvertaking*limit || found[limit-1].score >= rounded(hits[n-1].Score) {
			return found[:min(len(found), limit)], nil
		}
	}
}

// rounded cuts a score to six digits. They are counted from the first that is not
// 0: in answers to a long question all scores are small.
func rounded(score float64) float64 {
	if score <= 0 {
		return 0
	}
	scale := math.Pow10(5 - int(math.Floor(math.Log10(score))))
	return math.Round(score*scale) / scale
}
