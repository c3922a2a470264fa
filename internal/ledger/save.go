package ledger

import (
	"context"

	"github.com/agmem/agmem/internal/rawjson"
)

// save writes an entry, its words, and its vectors if they were made. One with a number takes the place of that
// row, and any other gets one.
func save(ctx context.Context, t *txn, e *entry) error {
	sources, err := array(e.sources)
	if err != nil {
		return err
	}
	scope, err := scopeNumber(ctx, t, e.scope)
	if err != nil {
		return err
	}
	if e.number != 0 {
		err = t.Do(ctx, `UPDATE ledger_entries SET written = ?, content = ?, sources = ?, metadata = ? WHERE number = ?`,
			int64(e.written), e.content, sources, e.metadata.column(), e.number)
	} else {
		e.number, err = t.Insert(ctx, `
			INSERT INTO ledger_entries (kind, scope, id, written, content, sources, metadata) VALUES (?, ?, ?, ?, ?, ?, ?)`,
			e.kind, scope, e.id, int64(e.written), e.content, sources, e.metadata.column())
		if err == nil {
			err = t.Do(ctx, `UPDATE ledger_scopes SET entries = entries + 1 WHERE id = ?`, scope)
		}
	}
	if err != nil {
		return err
	}
	if err := saveRest(ctx, t, e, scope); err != nil {
		return err
	}
	if e.terms == nil {
		e.analyzed()
	}
	if err := t.index.Put(ctx, t, e.number, *e.terms); err != nil {
		return err
	}
	return keepVectors(ctx, t, e)
}

// array is a list of texts as a column; NULL for none at all.
func array(list []string) (any, error) {
	if list == nil {
		return nil, nil
	}
	encoded, err := rawjson.Encode(list)
	return string(encoded), err
}

// saveRest writes the columns that only entries of this kind have.
func saveRest(ctx context.Context, t *txn, e *entry, scope int64) error {
	switch e.kind {
	case KindEvidence, kindAudit:
		return t.Do(ctx, `INSERT OR REPLACE INTO ledger_events (number, kind, actor, scope, thread) VALUES (?, ?, ?, ?, ?)`,
			e.number, e.event.kind, e.event.actor, scope, e.thread())
	case KindFact:
		return t.Do(ctx, `
			INSERT OR REPLACE INTO ledger_facts (number, subject, predicate, confidence, valid_from, valid_until) VALUES (?, ?, ?, ?, ?, ?)`,
			e.number, e.fact.subject, e.fact.predicate, e.confidence, orNull(e.fact.from), orNull(e.fact.until))
	case KindSession:
		workingSet, err := array(e.workingSet)
		if err != nil {
			return err
		}
		return t.Do(ctx, `INSERT OR REPLACE INTO ledger_sessions (number, status, goal, working_set) VALUES (?, ?, ?, ?)`,
			e.number, e.session.status, e.session.goal, workingSet)
	case KindResource:
		return t.Do(ctx, `INSERT OR REPLACE INTO ledger_resources (number, kind, title, parent) VALUES (?, ?, ?, ?)`,
			e.number, e.resource.kind, e.resource.title, orNull(e.resource.parent))
	default:
		return t.Do(ctx, `INSERT OR REPLACE INTO ledger_blocks (number, label, authority, read_only) VALUES (?, ?, ?, ?)`,
			e.number, e.block.label, e.block.authority, e.block.readOnly)
	}
}

// thread is the conversation that a message belongs to, within its scope, or
// nil for what is not a message.
func (e *entry) thread() any {
	switch EventKind(e.event.kind) {
	case UserMessage, AssistantMessage:
		if session := e.metadata.text("session_id"); session != "" {
			return session
		}
		return e.metadata.text("sessionId")
	}
	return nil
}

// scopeNumber returns the row of a scope, which it makes if there is none.
func scopeNumber(ctx context.Context, t *txn, s Scope) (int64, error) {
	var id int64
	found, err := t.Row(ctx, `SELECT id FROM ledger_scopes WHERE type = ? AND name = ?`, []any{s.Type, s.ID}, &id)
	if err != nil || found {
		return id, err
	}
	return t.Insert(ctx, `INSERT INTO ledger_scopes (type, name) VALUES (?, ?)`, s.Type, s.ID)
}
