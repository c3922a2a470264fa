package ledger

import (
	"context"
	"slices"
)

// Origin is what every write has that is not evidence itself: where it belongs,
// the events that it rests on, and what its writer adds.
type Origin struct {
	Scope          Scope
	SourceEventIDs []string
	Metadata       Metadata
}

// project runs write with the ids of the sources and, in the same transaction
// before it, adds the event that says what was written. Its id is the last of the
// sources.
func (l *Ledger) project(ctx context.Context, o Origin, said string, write func(context.Context, *txn, []string) error) (Event, error) {
	audit := NewEvent{Kind: SystemEvent, Actor: BySystem, Content: said, Scope: o.Scope, Metadata: o.Metadata}.entry().analyzed()
	audit.kind = kindAudit
	err := l.write(ctx, func(ctx context.Context, t *txn) error {
		audit.written = t.now
		if err := save(ctx, t, audit); err != nil {
			return err
		}
		return write(ctx, t, unique(append(slices.Clone(o.SourceEventIDs), audit.id)))
	})
	return audit.asEvent(), err
}

// unique returns the texts without those that were there before.
func unique(list []string) []string {
	seen := make(map[string]bool, len(list))
	return slices.DeleteFunc(list, func(text string) bool {
		before := seen[text]
		seen[text] = true
		return before
	})
}

// replace saves an entry that is as it is now, in the place of the one of the
// same kind, scope and id if there is one.
func replace(ctx context.Context, t *txn, e *entry) error {
	old, err := find(ctx, t, e.kind, e.scope, e.id)
	if err != nil {
		return err
	}
	if old != nil {
		e.number = old.number
		if err := dropVectors(ctx, t, old, e); err != nil {
			return err
		}
	}
	return save(ctx, t, e)
}
