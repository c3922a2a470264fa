package memories

import (
	"context"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/table"
)

// madeByACall leaves out what was removed because it had expired: nobody did
// that, and it cannot be undone.
const madeByACall = `NOT (c.operation = 'delete' AND c.fields IS NOT NULL)`

// chooseChange returns the change that an undo is about.
func chooseChange(ctx context.Context, t *table.Txn, opts agmem.UndoOptions) (logged, error) {
	by := opts.Origin
	switch {
	case opts.ID != "":
		m, err := resolveAny(ctx, t, opts.ID)
		if err != nil {
			return logged{}, err
		}
		return lastOrNone(ctx, t, `c.memory = ?`, m.number)
	case opts.Any:
		return lastOrNone(ctx, t, madeByACall)
	case by.Session != "":
		return lastOwn(ctx, t, "the session "+table.Quoted(by.Session), `c.session IN`,
			`SELECT id FROM sessions WHERE name = ?`, by.Session)
	case by.Author != "":
		return lastOwn(ctx, t, "the author "+table.Quoted(by.Author), `c.origin IN`,
			`SELECT id FROM origins WHERE author = ?`, by.Author)
	default:
		return lastOrNone(ctx, t, madeByACall)
	}
}

// lastChange returns the last change of which a condition is true, and whether
// there is one.
func lastChange(ctx context.Context, t *table.Txn, condition string, args ...any) (logged, bool, error) {
	found, err := listChanges(ctx, t, `WHERE `+condition+` ORDER BY c.seq DESC LIMIT 1`, args...)
	if err != nil || len(found) == 0 {
		return logged{}, false, err
	}
	return found[0], true, nil
}

// lastOrNone is lastChange where there has to be one.
func lastOrNone(ctx context.Context, t *table.Txn, condition string, args ...any) (logged, error) {
	last, found, err := lastChange(ctx, t, condition, args...)
	if err == nil && !found {
		err = agmem.Errorf(agmem.NotFound, "there is nothing to undo")
	}
	return last, err
}

// lastOwn is lastOrNone for the changes of one session or author, whose rows a
// query by the name returns. Where these made none, it names the last change of
// the others. The log is walked only for a name that the file knows.
func lastOwn(ctx context.Context, t *table.Txn, owner, in, rows, name string) (logged, error) {
	known, err := t.Row(ctx, rows, []any{name}, new(int64))
	if err != nil {
		return logged{}, err
	}
	if known {
		last, found, err := lastChange(ctx, t, in+` (`+rows+`)`, name)
		if err != nil || found {
			return last, err
		}
	}
	others, err := lastOrNone(ctx, t, madeByACall)
	if err != nil {
		return logged{}, err
	}
	id, _, err := nameOf(ctx, t, others.memory)
	if err != nil {
		return logged{}, err
	}
	return logged{}, agmem.Errorf(agmem.NotFound, "%s has changed nothing", owner).
		WithHint("the last change is the %s of %s%s at %s; to take that back", others.operation, id, others.byline(), others.at).
		WithStep(agmem.ActionUndoAny, "")
}
