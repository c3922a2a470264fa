package memories

import (
	"context"
	"database/sql"
	"slices"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/table"
)

// logged is a row of the change log.
type logged struct {
	seq       int64
	batch     int64 // seq where the row has none
	memory    int64
	operation agmem.Operation
	at        agmem.Instant
	by        string
	fields    []string
	undoes    int64
	before    []byte
}

const selectChanges = `
	SELECT c.seq, coalesce(c.batch, c.seq), c.memory, c.operation, c.at, coalesce(o.author, ''),
		coalesce(c.fields, ''), coalesce(c.undoes, 0), c.before
	FROM changes AS c LEFT JOIN origins AS o ON o.id = c.origin `

// listChanges returns the changes of which a condition is true.
func listChanges(ctx context.Context, t *table.Txn, condition string, args ...any) ([]logged, error) {
	var list []logged
	err := t.Rows(ctx, selectChanges+condition, args, func(rows *sql.Rows) error {
		var c logged
		var fields string
		if err := rows.Scan(&c.seq, &c.batch, &c.memory, &c.operation, &c.at, &c.by, &fields, &c.undoes, &c.before); err != nil {
			return err
		}
		c.fields = splitFields(fields)
		list = append(list, c)
		return nil
	})
	return list, err
}

func splitFields(joined string) []string {
	if joined == "" {
		return nil
	}
	return strings.Split(joined, ",")
}

// undoable says that what undo needs is there and not too old.
func (c *logged) undoable(now agmem.Instant) bool {
	return c.at >= now-table.KeepSnapshots && (c.operation == agmem.Added || c.before != nil)
}

// byline says who made a change, and nothing where nobody is named.
func (c *logged) byline() string {
	if c.by == "" {
		return ""
	}
	return " by " + c.by
}

func (c *logged) change(id string, now agmem.Instant) agmem.Change {
	return agmem.Change{
		Seq: c.seq, ID: id, Operation: c.operation, Fields: c.fields, At: c.at,
		By: c.by, Undoes: c.undoes, Undoable: c.undoable(now),
	}
}

// History returns the changes of one memory.
func (s *Store) History(ctx context.Context, id string) ([]agmem.Change, error) {
	var changes []agmem.Change
	err := s.db.Read(ctx, func(ctx context.Context, t *table.Txn) error {
		m, err := resolveAny(ctx, t, id)
		if err != nil {
			return err
		}
		rows, err := listChanges(ctx, t, `WHERE c.memory = ? ORDER BY c.seq`, m.number)
		if err != nil {
			return err
		}
		texts, err := textsAfter(ctx, t, m, rows)
		if err != nil {
			return err
		}
		short, err := t.Short(ctx, m.id)
		if err != nil {
			return err
		}
		for i := range rows {
			c := rows[i].change(m.id.String(), t.Now)
			c.Digest, c.Size, c.Short = texts[i].digest, texts[i].size, short
			changes = append(changes, c)
		}
		return nil
	})
	return changes, err
}

// logText is what a log shows of the state of a memory; zero where it is not
// known.
type logText struct {
	digest string
	size   int64 // of the content, in bytes
}

func logTextOf(r *table.Record) logText { return logText{r.Shown(), int64(len(r.Content))} }

// textsAfter returns the state after each change of a memory, or before a
// deletion. The log keeps none: this goes back from the state of now through
// what each change kept, and stops at one that kept nothing.
func textsAfter(ctx context.Context, t *table.Txn, m target, changes []logged) ([]logText, error) {
	texts := make([]logText, len(changes))
	state, known, err := table.RecordByNumber(ctx, t, m.number)
	if err != nil {
		return nil, err
	}
	for i, c := range slices.Backward(changes) {
		if known && c.operation != agmem.Deleted {
			texts[i] = logTextOf(&state)
		}
		if c.before == nil {
			known = false
			continue
		}
		before, err := table.DecodeSnapshot(c.before)
		if err != nil {
			return nil, err
		}
		if state, err = before.Record(state.Content); err != nil {
			return nil, err
		}
		if known = known || before.Content != ""; known && c.operation == agmem.Deleted {
			texts[i] = logTextOf(&state)
		}
	}
	return texts, nil
}
