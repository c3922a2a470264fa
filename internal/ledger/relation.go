package ledger

import (
	"context"
	"database/sql"

	"github.com/agmem/agmem/internal/rawjson"
)

// NewRelation is a relation that is about to be written.
type NewRelation struct {
	FromID, ToID          string
	Relation              RelationKind
	ValidFrom, ValidUntil string // empty for no bound
	Origin
}

// RelationAdded is a relation with the event that says so.
type RelationAdded struct {
	Event    Event    `json:"event"`
	Relation Relation `json:"relation"`
}

// Validate reports a relation that cannot be written.
func (n NewRelation) Validate() error {
	if err := required("fromId", n.FromID); err != nil {
		return err
	}
	if err := required("toId", n.ToID); err != nil {
		return err
	}
	if err := n.Relation.Validate(); err != nil {
		return err
	}
	if err := validBounds(n.ValidFrom, n.ValidUntil); err != nil {
		return err
	}
	return n.Scope.Validate()
}

// AddRelation adds a relation between two items, which need not be there.
func (l *Ledger) AddRelation(ctx context.Context, n NewRelation) (RelationAdded, error) {
	if err := n.Validate(); err != nil {
		return RelationAdded{}, err
	}
	if err := l.guard(ctx, &n.Metadata); err != nil {
		return RelationAdded{}, err
	}
	r := Relation{
		ID: newID("relation"), Scope: n.Scope, FromID: n.FromID, ToID: n.ToID, Relation: n.Relation,
		ValidFrom: n.ValidFrom, ValidUntil: n.ValidUntil, Metadata: n.Metadata,
	}
	said := "Temporal relation added: " + n.FromID + " " + string(n.Relation) + " " + n.ToID
	event, err := l.project(ctx, n.Origin, said, func(ctx context.Context, t *txn, sources []string) error {
		r.SourceEventIDs = sources
		return r.save(ctx, t)
	})
	return RelationAdded{event, r}, err
}

func (r Relation) save(ctx context.Context, t *txn) error {
	scope, err := scopeNumber(ctx, t, r.Scope)
	if err != nil {
		return err
	}
	sources, err := rawjson.Encode(r.SourceEventIDs)
	if err != nil {
		return err
	}
	return t.Do(ctx, `
		INSERT INTO ledger_relations (id, scope, from_id, to_id, relation, valid_from, valid_until, sources, metadata)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		r.ID, scope, r.FromID, r.ToID, r.Relation, orNull(r.ValidFrom), orNull(r.ValidUntil), string(sources), r.Metadata.column())
}

// ProbeRequest asks for the relations of an item.
type ProbeRequest struct {
	TargetID string
	Relation RelationKind // empty for every one
	Limit    int
	Offset   int
	Scope    Scope
}

// Validate reports a request that cannot be answered.
func (r ProbeRequest) Validate() error {
	if err := required("targetId", r.TargetID); err != nil {
		return err
	}
	if r.Relation != "" {
		if err := r.Relation.Validate(); err != nil {
			return err
		}
	}
	return r.Scope.Validate()
}

// Relations returns the relations of an item in a scope, whichever end it is, the
// newest first.
func (l *Ledger) Relations(ctx context.Context, r ProbeRequest) ([]Relation, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	list := []Relation{}
	err := l.read(ctx, func(ctx context.Context, t *txn) error {
		found, err := relations(ctx, t, &r.Scope, `(l.from_id = ?3 OR l.to_id = ?3) AND (?4 = '' OR l.relation = ?4)
			ORDER BY l.number DESC LIMIT ?5 OFFSET ?6`, r.TargetID, r.Relation, r.Limit, r.Offset)
		list = append(list, found...)
		return err
	})
	return list, err
}

// relations returns those of a scope, or of all where it is nil, that fulfil a
// condition on l, whose arguments are numbered from 3 on.
func relations(ctx context.Context, t *txn, scope *Scope, condition string, args ...any) ([]Relation, error) {
	var list []Relation
	within, of := `(?1 = '' AND ?2 = '')`, Scope{}
	if scope != nil {
		within, of = `(p.type = ?1 AND p.name = ?2)`, *scope
	}
	err := t.Rows(ctx, `
		SELECT p.type, p.name, l.id, l.from_id, l.to_id, l.relation, l.valid_from, l.valid_until, l.sources, l.metadata
		FROM ledger_relations AS l JOIN ledger_scopes AS p ON p.id = l.scope WHERE `+within+` AND `+condition,
		append([]any{of.Type, of.ID}, args...), func(rows *sql.Rows) error {
			var r Relation
			var sources, metadata string
			err := rows.Scan(&r.Scope.Type, &r.Scope.ID, &r.ID, &r.FromID, &r.ToID, &r.Relation, (*nullText)(&r.ValidFrom), (*nullText)(&r.ValidUntil), &sources, &metadata)
			if err != nil {
				return err
			}
			r.Metadata = Metadata(metadata)
			r.SourceEventIDs, err = texts(sources)
			list = append(list, r)
			return err
		})
	return list, err
}
