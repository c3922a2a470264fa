package ledger

import (
	"context"

	"github.com/agmem/agmem/internal/tokens"
)

// Candidate is what may be packed, as a test sees it.
type Candidate struct {
	Kind  Kind
	ID    string
	Cost  int
	Score float64
}

// Candidates returns all that competes for the budget of a pack, however many
// answer the query.
func (l *Ledger) Candidates(ctx context.Context, r PackRequest) ([]Candidate, error) {
	var list []Candidate
	query := l.question(ctx, r.Query)
	err := l.read(ctx, func(ctx context.Context, t *txn) error {
		all, err := standing(ctx, t, r)
		if err != nil {
			return err
		}
		found, err := best(ctx, t, query, maxLimit, filter{scope: &r.Scope, kinds: r.kinds()})
		all = append(all, found...)
		for _, c := range all {
			list = append(list, Candidate{c.entry.kind.shown(), c.entry.id, tokens.Estimate(c.entry.shown()), c.score})
		}
		return err
	})
	return list, err
}

// Relate saves a relation without an event.
func (l *Ledger) Relate(ctx context.Context, r Relation) error {
	return l.write(ctx, func(ctx context.Context, t *txn) error { return r.save(ctx, t) })
}

// SaveUncited saves a fact that rests on nothing.
func (l *Ledger) SaveUncited(ctx context.Context, id, object string) error {
	e := &entry{kind: KindFact, scope: DefaultScope(), id: id, content: object, confidence: 1, sources: []string{}}
	return l.write(ctx, func(ctx context.Context, t *txn) error { return save(ctx, t, e) })
}
