package ledger

import (
	"cmp"
	"context"

	"github.com/agmem/agmem/internal/secrets"
)

// NewFact is a fact that is about to be written.
type NewFact struct {
	ID                         string // empty for a new one
	Subject, Predicate, Object string
	Confidence                 float64
	ValidFrom, ValidUntil      string
	Origin
}

// FactAdded is a fact with the event that says so.
type FactAdded struct {
	Event Event `json:"event"`
	Fact  Fact  `json:"fact"`
}

// Validate reports a fact that cannot be written.
func (n NewFact) Validate() error {
	for _, f := range []struct{ name, text string }{{"subject", n.Subject}, {"predicate", n.Predicate}, {"object", n.Object}} {
		if err := required(f.name, f.text); err != nil {
			return err
		}
	}
	if !(0 <= n.Confidence && n.Confidence <= 1) {
		return Expected("confidence", "a number from 0 to 1")
	}
	if err := validBounds(n.ValidFrom, n.ValidUntil); err != nil {
		return err
	}
	return n.Scope.Validate()
}

// AddFact adds a fact. One that is there stays as it is: a fact that is no longer
// true is superseded by another.
func (l *Ledger) AddFact(ctx context.Context, n NewFact) (FactAdded, error) {
	if err := n.Validate(); err != nil {
		return FactAdded{}, err
	}
	err := l.guard(ctx, &n.Metadata, secrets.Field{Name: "subject", Text: &n.Subject},
		secrets.Field{Name: "predicate", Text: &n.Predicate}, secrets.Field{Name: "object", Text: &n.Object})
	if err != nil {
		return FactAdded{}, err
	}
	e := &entry{
		kind: KindFact, scope: n.Scope, id: cmp.Or(n.ID, newID("fact")),
		content: n.Object, metadata: n.Metadata, confidence: n.Confidence,
	}
	e.fact.subject, e.fact.predicate, e.fact.from, e.fact.until = n.Subject, n.Predicate, n.ValidFrom, n.ValidUntil
	l.embedAhead(ctx, e.analyzed())
	event, err := l.project(ctx, n.Origin, "Semantic fact added: "+e.statement(), func(ctx context.Context, t *txn, sources []string) error {
		if there, err := find(ctx, t, KindFact, e.scope, e.id); err != nil || there != nil {
			return orTaken(err, "fact", e.id)
		}
		e.written, e.sources = t.now, sources
		return save(ctx, t, e)
	})
	return FactAdded{event, e.asFact()}, err
}

// orTaken returns an error, or that of an id that is there already.
func orTaken(err error, what, id string) error {
	if err != nil {
		return err
	}
	return taken(what, id)
}
