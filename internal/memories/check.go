package memories

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/table"
	"github.com/agmem/agmem/internal/recall"
)

// maxFaults is how many faults of one kind are named.
const maxFaults = 20

// audit is one question that Run's check asks the file: the faults it finds,
// each in a sentence.
type audit struct {
	name string
	find func(context.Context, *table.Txn) ([]string, error)
}

func audits() []audit {
	return []audit{
		{"file", checkFile},
		{"references", checkReferences},
		{"tags", checkTags},
		{"changes", checkChanges},
		{"textIndex", checkTextIndex},
		{"vectors", checkVectors},
	}
}

// check asks all questions in one moment of the store. Faults are Corrupt.
func (s *Store) check(ctx context.Context, progress func(string)) (agmem.RunResult, error) {
	var result agmem.RunResult
	var faults []string
	err := s.db.Read(ctx, func(inner context.Context, t *table.Txn) error {
		for _, a := range audits() {
			if err := ctx.Err(); err != nil {
				return err
			}
			progress("checking " + a.name)
			found, err := a.find(inner, t)
			if err != nil {
				return err
			}
			faults = append(faults, found...)
			result = append(result, agmem.RunField{Name: a.name, Value: verdict(found)})
		}
		return nil
	})
	result = append(result, agmem.RunField{Name: "permissions", Value: permissions(s.db.Exposed())})
	if err != nil || len(faults) == 0 {
		return result, err
	}
	return result, agmem.Errorf(agmem.Corrupt, "%s is damaged: %s", s.db.Path(), strings.Join(faults, "; ")).
		WithHint("if only the text index is damaged, rebuild it; otherwise export the memories and import them into a new file").
		WithStep(agmem.ActionRun, "reindex")
}

// permissions says who else may read the memories. That is not damage: a
// team may want it.
func permissions(exposed []string) string {
	if len(exposed) == 0 {
		return "ok"
	}
	return "open to others: " + strings.Join(exposed, ", ") + "; to make them private, run: agmem run check --fix"
}

func verdict(faults []string) string {
	if len(faults) == 0 {
		return "ok"
	}
	return strings.Join(faults, "; ")
}

func checkFile(ctx context.Context, t *table.Txn) ([]string, error) {
	lines, err := faultLines(ctx, t, fmt.Sprintf(`PRAGMA integrity_check(%d)`, maxFaults))
	if len(lines) == 1 && lines[0] == "ok" {
		return nil, err
	}
	return lines, err
}

func checkReferences(ctx context.Context, t *table.Txn) ([]string, error) {
	return faultLines(ctx, t, `
		SELECT "table" || ' row ' || coalesce(rowid, '?') || ' refers to no row of ' || parent
		FROM pragma_foreign_key_check LIMIT ?`, maxFaults)
}

// checkTags compares the tags in the rows of memories with memory_tags and
// with the counts.
func checkTags(ctx context.Context, t *table.Txn) ([]string, error) {
	counts, err := faultLines(ctx, t, `
		SELECT 'the tag ' || name || ' has the count ' || count || ' and ' || n || ' memories'
		FROM (SELECT name, count, (SELECT count(*) FROM memory_tags WHERE tag = id) AS n FROM tags)
		WHERE n <> count LIMIT ?`, maxFaults)
	if err != nil {
		return nil, err
	}
	strays, err := faultLines(ctx, t, `
		SELECT 'the tag ' || tag || ' names a memory ' || number || ' that is not there'
		FROM memory_tags WHERE number NOT IN (SELECT number FROM memories) LIMIT ?`, maxFaults)
	if err != nil {
		return nil, err
	}
	rows, err := faultLines(ctx, t, `
		SELECT 'the memories have ' || a || ' tags, the index of tags has ' || b
		FROM (SELECT coalesce((SELECT sum(length(tags) - length(replace(tags, ',', '')) + 1)
			FROM memories WHERE tags IS NOT NULL), 0) AS a, (SELECT count(*) FROM memory_tags) AS b)
		WHERE a <> b LIMIT ?`, maxFaults)
	return append(append(counts, strays...), rows...), err
}

// checkChanges looks for changes of memories that never were.
func checkChanges(ctx context.Context, t *table.Txn) ([]string, error) {
	return faultLines(ctx, t, `
		SELECT 'change ' || seq || ' names a memory ' || memory || ' that never was' FROM changes
		WHERE memory NOT IN (SELECT number FROM memories) AND memory NOT IN (SELECT number FROM tombstones)
			AND memory NOT IN (SELECT number FROM pins WHERE number < 0)
		LIMIT ?`, maxFaults)
}

// faultLines returns the lines that a query finds.
func faultLines(ctx context.Context, t *table.Txn, query string, args ...any) ([]string, error) {
	var lines []string
	err := t.Rows(ctx, query, args, func(rows *sql.Rows) error {
		var line string
		err := rows.Scan(&line)
		lines = append(lines, line)
		return err
	})
	return lines, err
}

// checkTextIndex asks whether the index was made by the analyzer of this
// program, and if so, whether it has exactly the terms of each memory.
func checkTextIndex(ctx context.Context, t *table.Txn) ([]string, error) {
	stale, err := faultLines(ctx, t, `
		SELECT 'the text index is of version ' || coalesce((SELECT value FROM meta WHERE key = 'analyzer'), 'none')
			|| ', this agmem makes ' || ?1
		WHERE coalesce((SELECT value FROM meta WHERE key = 'analyzer'), '') <> CAST(?1 AS TEXT)`, recall.AnalyzerVersion)
	if err != nil || len(stale) > 0 {
		return stale, err
	}
	audit, err := t.Index.Check(ctx, t.Tx)
	if err != nil {
		return nil, err
	}
	analyzer := recall.NewAnalyzer()
	err = t.Rows(ctx, table.SelectRecords, nil, func(rows *sql.Rows) error {
		r, err := table.ScanRecord(rows)
		if err != nil {
			return err
		}
		audit.Compare(r.Number, analyzer.Analyze(r.Document()))
		return nil
	})
	return audit.Faults(), err
}

// checkVectors compares the index of vectors with itself and with the memories.
func checkVectors(ctx context.Context, t *table.Txn) ([]string, error) {
	return table.Vectors().Check(ctx, t.Tx, `SELECT number FROM memories`)
}
