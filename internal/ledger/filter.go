package ledger

import (
	"context"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/tokens"
)

// filter says which entries a search or a listing may show.
type filter struct {
	scope *Scope // nil for all of them
	kinds []Kind
	span  agmem.Filter // its instants; the ledger has no tags
	// projects are those of a question that the source was asked.
	projects agmem.Projects

	room    int            // how many tokens an entry may be at most; 0 for any
	without map[int64]bool // the numbers of entries that are left out
}

// bytesOfToken is more than any token has of a text that people or programs write:
// what is longer for its tokens is mostly blanks and rules.
const bytesOfToken = 12

// admits says what the statements of a filter cannot: whether an entry fits.
func (f filter) admits(e *entry) bool {
	return !f.without[e.number] && (f.room == 0 || tokens.Estimate(e.shown()) <= f.room)
}

// kindsOf returns the kinds, with events of the audit where they are asked for.
func kindsOf(audit bool, kinds ...Kind) []Kind {
	if audit {
		kinds = append(kinds, kindAudit)
	}
	return kinds
}

// chosen is a filter whose scope was looked up.
type chosen struct {
	filter
	number int64 // of the scope; 0 if nothing was ever written in it
	count  int64 // of the entries of the scope
	total  int64
	only   string // the condition that leaves out what is not of the only project
}

func (f filter) choose(ctx context.Context, t *txn) (chosen, error) {
	c := chosen{filter: f}
	if f.scope == nil {
		return c, nil
	}
	_, err := t.Row(ctx, `SELECT id, entries, (SELECT sum(entries) FROM ledger_scopes) FROM ledger_scopes WHERE type = ? AND name = ?`,
		[]any{f.scope.Type, f.scope.ID}, &c.number, &c.count, &c.total)
	return c, err
}

// condition is a part of a WHERE clause over the entries e, with its arguments.
type condition struct {
	text strings.Builder
	args []any
}

func (c *condition) and(text string, args ...any) {
	if c.text.Len() > 0 {
		c.text.WriteString(" AND ")
	}
	c.text.WriteString(text)
	c.args = append(c.args, args...)
}

// seen is the condition that an entry is seen from a scope: it is in there, or it
// is a fact or a block of a global scope.
const seen = `(e.scope = ? OR e.kind IN ('core', 'fact') AND e.scope IN (SELECT id FROM ledger_scopes WHERE type = 'global'))`

// where returns the condition of all that the filter asks for.
func (c chosen) where() *condition {
	w := &condition{}
	quoted := make([]string, len(c.kinds))
	for i, kind := range c.kinds {
		quoted[i] = "'" + string(kind) + "'"
	}
	w.and(`e.kind IN (` + strings.Join(quoted, ", ") + `)`)
	if c.scope != nil {
		w.and(seen, c.number)
	}
	if c.room > 0 {
		w.and(`octet_length(e.content) <= ?`, int64(c.room)*bytesOfToken)
	}
	if c.only != "" {
		w.and(c.only)
	}
	if c.span.After != 0 {
		w.and(`e.written >= ?`, int64(c.span.After))
	}
	if c.span.Before != 0 {
		w.and(`e.written < ?`, int64(c.span.Before))
	}
	return w
}
