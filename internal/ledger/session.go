package ledger

import (
	"context"

	"github.com/agmem/agmem/internal/secrets"
)

// SetSession is the state of a session as it is to be.
type SetSession struct {
	ID, CurrentGoal, Summary string
	Status                   Status
	WorkingSet               []string
	Origin
}

// SessionSet is the state of a session with the event that says so.
type SessionSet struct {
	Event        Event        `json:"event"`
	SessionState SessionState `json:"sessionState"`
}

// Validate reports a state that cannot be written.
func (s SetSession) Validate() error {
	for _, f := range []struct{ name, text string }{{"id", s.ID}, {"currentGoal", s.CurrentGoal}, {"summary", s.Summary}} {
		if err := required(f.name, f.text); err != nil {
			return err
		}
	}
	if err := s.Scope.Validate(); err != nil {
		return err
	}
	return s.Status.Validate()
}

func (s SetSession) entry() *entry {
	e := &entry{
		kind: KindSession, scope: s.Scope, id: s.ID, content: s.Summary, metadata: s.Metadata,
		workingSet: append([]string{}, s.WorkingSet...),
	}
	e.session.status, e.session.goal = string(s.Status), s.CurrentGoal
	return e.analyzed()
}

// SetSession makes the state of a session, or takes the place of the last one.
func (l *Ledger) SetSession(ctx context.Context, s SetSession) (SessionSet, error) {
	if err := s.Validate(); err != nil {
		return SessionSet{}, err
	}
	err := l.guard(ctx, &s.Metadata, secrets.Field{Name: "currentGoal", Text: &s.CurrentGoal}, secrets.Field{Name: "summary", Text: &s.Summary})
	if err == nil {
		s.WorkingSet, err = l.guardList(ctx, "workingSet", s.WorkingSet)
	}
	if err != nil {
		return SessionSet{}, err
	}
	e := s.entry()
	l.embedAhead(ctx, e)
	event, err := l.project(ctx, s.Origin, "Session state updated: "+s.CurrentGoal, func(ctx context.Context, t *txn, sources []string) error {
		e.written, e.sources = t.now, sources
		return replace(ctx, t, e)
	})
	return SessionSet{event, e.asSession()}, err
}
