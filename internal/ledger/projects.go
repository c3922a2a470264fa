package ledger

import (
	"context"
	"database/sql"
	"path/filepath"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/sqlitedb"
)

// Survey counts what a listing lets through by repository.
func (s *Source) Survey(ctx context.Context, listing agmem.Listing) ([]agmem.RepositoryCount, error) {
	if len(agmem.CleanTags(listing.Filter.Tags)) > 0 {
		return nil, nil
	}
	w := chosen{filter: all(listing.Filter)}.where()
	var counts []agmem.RepositoryCount
	err := s.ledger.read(ctx, func(ctx context.Context, t *txn) error {
		counts = nil
		return t.Rows(ctx, `SELECT p.type, p.name, count(*) FROM ledger_entries AS e JOIN ledger_scopes AS p ON p.id = e.scope
			WHERE `+w.text.String()+` GROUP BY e.scope`, w.args, func(rows *sql.Rows) error {
			var scope Scope
			var c agmem.RepositoryCount
			err := rows.Scan(&scope.Type, &scope.ID, &c.Count)
			c.Repository = scope.repository(listing.Projects)
			counts = append(counts, c)
			return err
		})
	})
	return agmem.SumRepositories(counts), err
}

// repository returns the repository that a scope is about, where the projects of a
// question are these: the id of a workspace or a project. An id that is a folder of
// the current project is that project.
func (s Scope) repository(projects agmem.Projects) string {
	if s.Type != Workspace && s.Type != Project || s == DefaultScope() {
		return ""
	}
	if filepath.IsAbs(s.ID) {
		if own := projects.Current.Of(filepath.Clean(s.ID)); own != "" {
			return own
		}
	}
	return s.ID
}

// nearScopes are the scopes of a question's projects.
type nearScopes struct {
	current []int64 // of the current project
	other   []int64 // of another one
	only    []int64 // that are not left out
}

// findScopes looks up the scopes of projects. What is in any other scope is of no
// project.
func findScopes(ctx context.Context, t *txn, projects agmem.Projects) (nearScopes, error) {
	var n nearScopes
	err := t.Rows(ctx, `SELECT id, type, name FROM ledger_scopes WHERE type IN ('project', 'workspace')`, nil, func(rows *sql.Rows) error {
		var id int64
		var scope Scope
		err := rows.Scan(&id, &scope.Type, &scope.ID)
		repository := scope.repository(projects)
		switch {
		case repository == "":
			return err
		case repository == projects.Current.Repository:
			n.current = append(n.current, id)
		default:
			n.other = append(n.other, id)
		}
		if projects.Lets(repository) {
			n.only = append(n.only, id)
		}
		return err
	})
	return n, err
}

// chooseOf is what the source shows of the projects of a question.
func chooseOf(ctx context.Context, t *txn, span agmem.Filter, projects agmem.Projects) (chosen, error) {
	c := chosen{filter: all(span)}
	c.projects = projects
	if projects.Only == "" {
		return c, nil
	}
	scopes, err := findScopes(ctx, t, projects)
	c.only = `e.scope IN (` + sqlitedb.List(scopes.only) + `)`
	return c, err
}

// listed returns the statement that puts what was chosen into the order of a
// listing, after selectEntries, with its arguments: the current project first, then
// what is of no project.
func (c chosen) listed(ctx context.Context, t *txn, limit, offset int) (string, []any, error) {
	order := `e.written DESC, e.number DESC`
	if c.projects.Prefers() {
		scopes, err := findScopes(ctx, t, c.projects)
		if err != nil {
			return "", nil, err
		}
		order = strings.Join([]string{
			`e.scope IN (` + sqlitedb.List(scopes.current) + `) DESC`, `e.scope IN (` + sqlitedb.List(scopes.other) + `)`, order,
		}, ", ")
	}
	w := c.where()
	return `WHERE e.number IN (SELECT e.number FROM ledger_entries AS e WHERE ` + w.text.String() + ` ORDER BY ` + order +
		` LIMIT ? OFFSET ?) ORDER BY ` + order, append(w.args, limit, offset), nil
}

// Nearness looks up the scopes of some entries, which is quicker than reading their
// texts.
func (c *corpus) Nearness(ctx context.Context, numbers []int64, yield func(number int64, nearness float64)) error {
	return c.t.Rows(ctx, `SELECT e.number, p.type, p.name FROM ledger_entries AS e JOIN ledger_scopes AS p ON p.id = e.scope
		WHERE e.number IN (`+sqlitedb.List(numbers)+`)`, nil, func(rows *sql.Rows) error {
		var number int64
		var scope Scope
		err := rows.Scan(&number, &scope.Type, &scope.ID)
		yield(number, c.filter.projects.Nearness(scope.repository(c.filter.projects)))
		return err
	})
}
