package ledger

import (
	"context"
	"database/sql"
	"encoding/json"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/meaning"
	"github.com/agmem/agmem/internal/recall"
)

// entry is a row of ledger_entries with its columns in the table of its kind,
// of which those of other kinds are zero.
type entry struct {
	number   int64
	kind     Kind
	scope    Scope
	id       string
	written  agmem.Instant
	content  string
	sources  []string
	metadata Metadata

	event    struct{ kind, actor string }
	fact     struct{ subject, predicate, from, until string }
	session  struct{ status, goal string }
	resource struct{ kind, title, parent string }
	block    struct {
		label     string
		authority float64
		readOnly  bool
	}
	confidence float64
	workingSet []string

	// What is made before others have to wait for a transaction, or nil.
	terms   *recall.Terms
	vectors *meaning.Embedded
}

// selectEntries reads entries of every kind; a condition on e follows.
const selectEntries = `
	SELECT e.number, e.kind, p.type, p.name, e.id, e.written, e.content, e.sources, e.metadata,
		v.kind, v.actor, f.subject, f.predicate, f.confidence, f.valid_from, f.valid_until,
		s.status, s.goal, s.working_set, r.kind, r.title, r.parent, b.label, b.authority, b.read_only
	FROM ledger_entries AS e JOIN ledger_scopes AS p ON p.id = e.scope
		LEFT JOIN ledger_events AS v ON v.number = e.number LEFT JOIN ledger_facts AS f ON f.number = e.number
		LEFT JOIN ledger_sessions AS s ON s.number = e.number LEFT JOIN ledger_resources AS r ON r.number = e.number
		LEFT JOIN ledger_blocks AS b ON b.number = e.number `

// entries returns what selectEntries finds with the rest of a statement.
func entries(ctx context.Context, t *txn, rest string, args ...any) ([]*entry, error) {
	var all []*entry
	err := t.Rows(ctx, selectEntries+rest, args, func(rows *sql.Rows) error {
		e, err := scanEntry(rows)
		all = append(all, e)
		return err
	})
	return all, err
}

// find returns the entry of a kind with an id in a scope, nil if there is none.
func find(ctx context.Context, t *txn, kind Kind, scope Scope, id string) (*entry, error) {
	return first(entries(ctx, t, `WHERE e.id = ? AND e.kind = ? AND p.type = ? AND p.name = ?`, id, kind, scope.Type, scope.ID))
}

// findEvent returns an event of any scope, nil if there is none.
func findEvent(ctx context.Context, t *txn, id string) (*entry, error) {
	return first(entries(ctx, t, `WHERE e.id = ? AND e.kind IN ('audit', 'evidence')`, id))
}

func first(all []*entry, err error) (*entry, error) {
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return all[0], nil
}

func scanEntry(rows *sql.Rows) (*entry, error) {
	var e entry
	var sources, workingSet, metadata sql.NullString
	var confidence, authority sql.NullFloat64
	var readOnly sql.NullBool
	text := func(of *string) any { return (*nullText)(of) }
	err := rows.Scan(&e.number, &e.kind, &e.scope.Type, &e.scope.ID, &e.id, &e.written, &e.content, &sources, &metadata,
		text(&e.event.kind), text(&e.event.actor),
		text(&e.fact.subject), text(&e.fact.predicate), &confidence, text(&e.fact.from), text(&e.fact.until),
		text(&e.session.status), text(&e.session.goal), &workingSet,
		text(&e.resource.kind), text(&e.resource.title), text(&e.resource.parent),
		text(&e.block.label), &authority, &readOnly)
	if err != nil {
		return nil, err
	}
	e.confidence, e.block.authority, e.block.readOnly = confidence.Float64, authority.Float64, readOnly.Bool
	e.metadata = Metadata(metadata.String)
	if e.sources, err = texts(sources.String); err == nil {
		e.workingSet, err = texts(workingSet.String)
	}
	return &e, err
}

// nullText is a text that is empty where the column is NULL.
type nullText string

// Scan is for database/sql.
func (n *nullText) Scan(value any) error {
	var s sql.NullString
	err := s.Scan(value)
	*n = nullText(s.String)
	return err
}

// orNull is a text as a column that is NULL where it is empty.
func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// texts reads a JSON array of texts, an empty one for a column that is NULL.
func texts(array string) ([]string, error) {
	list := []string{}
	if array == "" {
		return list, nil
	}
	if err := json.Unmarshal([]byte(array), &list); err != nil {
		return nil, agmem.Errorf(agmem.Corrupt, "a list of texts in the ledger cannot be read: %w", err)
	}
	return list, nil
}

// document is what is indexed of an entry.
func (e *entry) document() recall.Document {
	switch e.kind {
	case KindFact:
		return recall.Document{Content: e.statement()}
	case KindSession:
		lines := append([]string{e.session.goal, e.content}, e.workingSet...)
		return recall.Document{Content: strings.Join(lines, "\n")}
	case KindResource:
		return recall.Document{Content: e.content, Digest: e.resource.title + " " + e.id}
	case KindCore:
		return recall.Document{Content: e.content, Digest: e.block.label}
	default:
		return recall.Document{Content: e.content}
	}
}
