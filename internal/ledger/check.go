package ledger

import (
	"context"
	"database/sql"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
)

// maxFaults is how many faults of one kind are named.
const maxFaults = 20

// Check looks for damage: of the file, of references between tables, of counts, of
// the text index, which has to say what the texts say, and of the vectors. Faults are
// Corrupt.
func (l *Ledger) Check(ctx context.Context) error {
	var faults []string
	err := l.read(ctx, func(inner context.Context, t *txn) error {
		for _, query := range []string{
			`SELECT * FROM pragma_integrity_check WHERE integrity_check <> 'ok' LIMIT ?`,
			`SELECT "table" || ' row ' || coalesce(rowid, '?') || ' refers to no row of ' || parent
				FROM pragma_foreign_key_check WHERE "table" LIKE 'ledger%' LIMIT ?`,
			`SELECT 'the scope ' || name || ' has the count ' || entries || ' and ' || n || ' entries' FROM (
				SELECT name, entries, (SELECT count(*) FROM ledger_entries WHERE scope = p.id) AS n FROM ledger_scopes AS p)
				WHERE n <> entries LIMIT ?`,
			`SELECT 'the entry ' || e.id || ' has no row of the kind ' || e.kind FROM ledger_entries AS e
				WHERE NOT EXISTS (SELECT 1 FROM ledger_events WHERE number = e.number AND e.kind IN ('audit', 'evidence'))
				AND NOT EXISTS (SELECT 1 FROM ledger_facts WHERE number = e.number AND e.kind = 'fact')
				AND NOT EXISTS (SELECT 1 FROM ledger_sessions WHERE number = e.number AND e.kind = 'session')
				AND NOT EXISTS (SELECT 1 FROM ledger_resources WHERE number = e.number AND e.kind = 'resource')
				AND NOT EXISTS (SELECT 1 FROM ledger_blocks WHERE number = e.number AND e.kind = 'core') LIMIT ?`,
		} {
			if err := ctx.Err(); err != nil {
				return err
			}
			err := t.Rows(inner, query, []any{maxFaults}, func(rows *sql.Rows) error {
				var fault string
				err := rows.Scan(&fault)
				faults = append(faults, fault)
				return err
			})
			if err != nil {
				return err
			}
		}
		found, err := checkTextIndex(inner, t)
		if faults = append(faults, found...); err != nil {
			return err
		}
		found, err = vectors().Check(inner, t, `SELECT number FROM ledger_entries WHERE kind <> 'audit'`)
		faults = append(faults, found...)
		return err
	})
	if err != nil || len(faults) == 0 {
		return err
	}
	return agmem.Errorf(agmem.Corrupt, "%s is damaged: %s", l.Path(), strings.Join(faults, "; "))
}

// checkTextIndex compares the index with the texts, where it was made by the
// analyzer of this program.
func checkTextIndex(ctx context.Context, t *txn) ([]string, error) {
	current, err := indexIsCurrent(ctx, t)
	if err != nil || !current {
		return nil, err
	}
	audit, err := t.index.Check(ctx, t)
	if err != nil {
		return nil, err
	}
	analyzer := recall.NewAnalyzer()
	for last := int64(0); ; {
		batch, err := entries(ctx, t, `WHERE e.number > ? ORDER BY e.number LIMIT ?`, last, reindexStep)
		if err != nil {
			return nil, err
		}
		if len(batch) == 0 {
			return audit.Faults(), nil
		}
		for _, e := range batch {
			audit.Compare(e.number, analyzer.Analyze(e.document()))
			last = e.number
		}
	}
}
