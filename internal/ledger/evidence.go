package ledger

import (
	"context"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
	"github.com/agmem/agmem/internal/secrets"
	"github.com/agmem/agmem/internal/uuid"
)

// NewEvent is evidence that is about to be written.
type NewEvent struct {
	Kind      EventKind
	Actor     Actor
	Content   string
	Timestamp agmem.Instant // zero for now
	Scope     Scope
	Metadata  Metadata
}

// Validate reports an event that cannot be written.
func (n NewEvent) Validate() error {
	if err := n.Kind.Validate(); err != nil {
		return err
	}
	if err := n.Actor.Validate(); err != nil {
		return err
	}
	if err := required("content", n.Content); err != nil {
		return err
	}
	return n.Scope.Validate()
}

// required reports a text that is blank.
func required(field, text string) error {
	if strings.TrimSpace(text) == "" {
		return Expected(field, NonEmpty)
	}
	return nil
}

func (n NewEvent) entry() *entry {
	e := &entry{
		kind: KindEvidence, scope: n.Scope, id: newID("event"), written: n.Timestamp, content: n.Content, metadata: n.Metadata,
	}
	e.event.kind, e.event.actor = string(n.Kind), string(n.Actor)
	return e
}

// newID returns a new id of what the prefix says.
func newID(prefix string) string { return prefix + "_" + uuid.New().String() }

// Remember adds events, all of them or none, in the order of writing.
func (l *Ledger) Remember(ctx context.Context, news ...NewEvent) ([]Event, error) {
	list := make([]*entry, len(news))
	for i, n := range news {
		if err := n.Validate(); err != nil {
			return nil, err
		}
		if err := l.guard(ctx, &n.Metadata, secrets.Field{Name: "content", Text: &n.Content}); err != nil {
			return nil, err
		}
		list[i] = n.entry().analyzed()
	}
	l.embedAhead(ctx, list...)
	events := make([]Event, len(list))
	err := l.write(ctx, func(ctx context.Context, t *txn) error {
		for i, e := range list {
			if e.written == 0 {
				e.written = t.now
			}
			if err := save(ctx, t, e); err != nil {
				return err
			}
			events[i] = e.asEvent()
		}
		return nil
	})
	return events, err
}

// analyzed returns the entry with its words, which are found before others have to
// wait for a transaction.
func (e *entry) analyzed() *entry {
	terms := recall.Analyze(e.document())
	e.terms = &terms
	return e
}

// EventsRequest asks for events by their place.
type EventsRequest struct {
	Scope         Scope
	Kind          EventKind // empty for every kind
	Offset, Limit int
	IncludeAudit  bool
}

// Events returns the latest events of a scope, the latest first.
func (l *Ledger) Events(ctx context.Context, r EventsRequest) ([]Event, error) {
	if err := r.Scope.Validate(); err != nil {
		return nil, err
	}
	kinds := `e.kind = 'evidence'`
	if r.IncludeAudit {
		kinds = `e.kind IN ('audit', 'evidence')`
	}
	events := []Event{}
	err := l.read(ctx, func(ctx context.Context, t *txn) error {
		list, err := entries(ctx, t, `WHERE p.type = ?1 AND p.name = ?2 AND `+kinds+` AND (?3 = '' OR v.kind = ?3)
			ORDER BY e.written DESC, e.number DESC LIMIT ?4 OFFSET ?5`, r.Scope.Type, r.Scope.ID, r.Kind, r.Limit, r.Offset)
		for _, e := range list {
			events = append(events, e.asEvent())
		}
		return err
	})
	return events, err
}
