package memories

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/table"
)

// maxCandidates is how many memories an ambiguous id names. It is written into the
// statement: SQLite prepares one whose LIMIT is an argument anew for each call.
const maxCandidates = 6

// target is the memory with an id.
type target struct {
	number  int64
	id      table.ID
	deleted bool
}

// resolve finds the memory with an id or with a beginning of one.
func resolve(ctx context.Context, t *table.Txn, text string) (target, error) {
	return lookUp(ctx, t, text, `
		SELECT number, id, coalesce(digest, content), 0 FROM memories
		WHERE id BETWEEN ? AND ? ORDER BY id LIMIT `+strconv.Itoa(maxCandidates))
}

// resolveAny also finds deleted memories.
func resolveAny(ctx context.Context, t *table.Txn, text string) (target, error) {
	return lookUp(ctx, t, text, `
		SELECT number, id, coalesce(digest, content), 0 FROM memories WHERE id BETWEEN ?1 AND ?2
		UNION ALL
		SELECT number, id, '(deleted)', 1 FROM tombstones WHERE id BETWEEN ?1 AND ?2
		ORDER BY 2 LIMIT `+strconv.Itoa(maxCandidates))
}

// resolveAll is resolve for several ids: each memory once, in the order of
// ids. The error joins one for each id that failed.
func resolveAll(ctx context.Context, t *table.Txn, ids []string, one resolver) ([]target, error) {
	var found []target
	var errs []error
	seen := make(map[int64]bool, len(ids))
	for _, id := range ids {
		m, err := one(ctx, t, id)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		if !seen[m.number] {
			seen[m.number] = true
			found = append(found, m)
		}
	}
	return found, errors.Join(errs...)
}

type resolver func(context.Context, *table.Txn, string) (target, error)

func lookUp(ctx context.Context, t *table.Txn, text, query string) (target, error) {
	p, err := table.ParsePrefix(text)
	if err != nil {
		return target{}, err
	}
	var found []target
	var lines []string
	args := []any{p.Low[:], p.High[:]}
	err = t.Rows(ctx, query, args, func(rows *sql.Rows) error {
		var m target
		var digest string
		if err := rows.Scan(&m.number, table.ScanBytes(m.id[:]), &digest, &m.deleted); err != nil {
			return err
		}
		found = append(found, m)
		lines = append(lines, m.id.String()+"  "+oneLine(digest))
		return nil
	})
	switch {
	case err != nil:
		return target{}, err
	case len(found) == 0:
		return target{}, agmem.Errorf(agmem.NotFound, "there is no memory %s", table.Quoted(text))
	case len(found) > 1:
		return target{}, ambiguous(text, lines)
	}
	return found[0], nil
}

func ambiguous(text string, lines []string) error {
	more := ""
	if len(lines) == maxCandidates {
		lines = lines[:maxCandidates-1]
		more = "\nand others"
	}
	return agmem.Errorf(agmem.Conflict, "several memories have an id that begins with %s", table.Quoted(text)).
		WithHint("give more of it:\n%s%s", strings.Join(lines, "\n"), more)
}

// oneLine returns the beginning of a text on one line.
func oneLine(text string) string {
	const limit = 60
	start := strings.ToValidUTF8(text[:min(len(text), 4*limit)], "") // it may end within a character
	runes := []rune(strings.Join(strings.Fields(start), " "))
	if len(runes) > limit {
		return string(runes[:limit-1]) + "…"
	}
	return string(runes)
}
