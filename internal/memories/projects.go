package memories

import (
	"context"
	"database/sql"
	"slices"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/table"
	"github.com/agmem/agmem/internal/sqlitedb"
)

var _ agmem.Surveyor = (*Store)(nil)

// Survey counts the memories of a listing by their repository.
func (s *Store) Survey(ctx context.Context, listing agmem.Listing) ([]agmem.RepositoryCount, error) {
	var counts []agmem.RepositoryCount
	err := s.selected(ctx, agmem.Selection{Filter: listing.Filter}, func(ctx context.Context, t *table.Txn, q *listQuery) error {
		return t.Rows(ctx, `SELECT coalesce(o.repository, ''), count(*)
			FROM memories AS m LEFT JOIN origins AS o ON o.id = m.origin
			WHERE `+q.where.String()+` GROUP BY 1 ORDER BY 1`, q.args, func(rows *sql.Rows) error {
			var c agmem.RepositoryCount
			err := rows.Scan(&c.Repository, &c.Count)
			counts = append(counts, c)
			return err
		})
	})
	return counts, err
}

// Nearness looks up the origins of some memories, which is quicker than reading
// their texts.
func (c *corpus) Nearness(ctx context.Context, numbers []int64, yield func(number int64, nearness float64)) error {
	return c.t.Rows(ctx, `SELECT m.number, o.repository FROM memories AS m LEFT JOIN origins AS o ON o.id = m.origin
		WHERE m.number IN (`+sqlitedb.List(numbers)+`)`, nil, func(rows *sql.Rows) error {
		var number int64
		var repository sql.NullString
		err := rows.Scan(&number, &repository)
		yield(number, c.projects.Nearness(repository.String))
		return err
	})
}

// place is a condition on memories by their project.
type place struct {
	condition string
	args      []any
	// scan selects the numbers of all of them, with args; empty where these are many.
	scan string
}

// everywhere is the place of every memory.
func everywhere() place { return place{condition: `TRUE`} }

// repositoryOf is the repository of a memory. A listing meets few memories before it is
// full, as a rule, so their origins are looked up one by one.
const repositoryOf = `coalesce((SELECT repository FROM origins WHERE id = m.origin), '')`

// placeOf is the memories of a repository.
func placeOf(repository string) place {
	return place{repositoryOf + ` = ?`, []any{repository}, `SELECT number FROM memories WHERE origin IN (SELECT id FROM origins WHERE repository = ?)`}
}

// places returns the places of a listing, the nearest first.
func places(ctx context.Context, t *table.Txn, current string) ([]place, error) {
	all := []place{
		{repositoryOf + ` = ''`, nil, `SELECT number FROM memories WHERE origin IS NULL OR origin IN (SELECT id FROM origins WHERE repository = '')`},
		{repositoryOf + ` NOT IN (?, '')`, []any{current}, ""},
	}
	var known bool
	_, err := t.Row(ctx, `SELECT EXISTS (SELECT 1 FROM origins WHERE repository = ?)`, []any{current}, &known)
	if known { // else all memories would be read for nothing
		all = slices.Insert(all, 0, placeOf(current))
	}
	return all, err
}

// probed is how many of the latest memories say whether there are many of a place.
const probed = 200

// isScattered says that a walk would pass most memories before it has met enough of a
// place.
func (p place) isScattered(ctx context.Context, t *table.Txn, enough int) (bool, error) {
	if p.scan == "" {
		return false, nil
	}
	var met int
	_, err := t.Row(ctx, `SELECT count(*) FROM (SELECT 1 FROM memories AS m WHERE m.created_at >= coalesce(
			(SELECT created_at FROM memories ORDER BY created_at DESC LIMIT 1 OFFSET ?), 0) AND `+p.condition+` LIMIT ?)`,
		slices.Concat([]any{probed}, p.args, []any{enough}), &met)
	return met < enough, err
}

// requireProject adds the only repository to the condition.
func (q *listQuery) requireProject(projects agmem.Projects) {
	if projects.Only != "" {
		q.and(`m.origin IN (SELECT id FROM origins WHERE repository = ?)`, projects.Only)
	}
}

func (q *listQuery) in(p place) { q.and(p.condition, p.args...) }

// listByPlace lists the memories of the current project, then those of none, then
// the others, each in the order of the listing.
func listByPlace(ctx context.Context, t *table.Txn, l agmem.Listing, tags tagRows) ([]agmem.Summary, error) {
	all, err := places(ctx, t, l.Projects.Current.Repository)
	if err != nil {
		return nil, err
	}
	list := []agmem.Summary{}
	for _, p := range all {
		part := l
		part.Limit = l.Limit - len(list)
		found, err := selectListing(ctx, t, part, tags.all, p)
		if err != nil {
			return nil, err
		}
		if list = append(list, found...); len(list) == l.Limit {
			break
		}
		passed := l.Offset
		if len(found) == 0 && l.Offset > 0 {
			if passed, err = countPlace(ctx, t, l, tags, p); err != nil {
				return nil, err
			}
		}
		l.Offset -= passed
	}
	return list, nil
}

// countPlace counts the memories of a listing in a place.
func countPlace(ctx context.Context, t *table.Txn, l agmem.Listing, tags tagRows, p place) (n int, err error) {
	q := newListQuery(t, agmem.Selection{Filter: l.Filter})
	q.requireTags(tags)
	q.in(p)
	_, err = t.Row(ctx, `SELECT count(*) FROM memories AS m WHERE `+q.where.String(), q.args, &n)
	return n, err
}
