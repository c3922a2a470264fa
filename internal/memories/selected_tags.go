package memories

import (
	"context"
	"slices"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/table"
	"github.com/agmem/agmem/internal/sqlitedb"
)

// tagRow is a tag of a selection.
type tagRow struct{ id, count int64 }

// tagRows are the tags of a selection that memories have.
type tagRows struct {
	all []tagRow // each is asked for, the rarest first
	any []int64  // one of them is asked for; none: no bound
}

// findTags returns the rows of a selection's tags, and false where no memory can
// have those that it asks for.
func findTags(ctx context.Context, t *table.Txn, selection agmem.Selection) (tagRows, bool, error) {
	var rows tagRows
	for _, tag := range agmem.CleanTags(selection.Tags) {
		r, ok, err := findTag(ctx, t, tag)
		if err != nil || !ok {
			return tagRows{}, false, err
		}
		rows.all = append(rows.all, r)
	}
	slices.SortFunc(rows.all, func(a, b tagRow) int { return int(a.count - b.count) })
	asked := agmem.CleanTags(selection.AnyTags)
	for _, tag := range asked {
		r, ok, err := findTag(ctx, t, tag)
		if err != nil {
			return tagRows{}, false, err
		}
		if ok {
			rows.any = append(rows.any, r.id)
		}
	}
	return rows, len(asked) == 0 || len(rows.any) > 0, nil
}

func findTag(ctx context.Context, t *table.Txn, tag string) (r tagRow, found bool, err error) {
	found, err = t.Row(ctx, `SELECT id, count FROM tags WHERE folded = ?`, []any{agmem.FoldTag(tag)}, &r.id, &r.count)
	return r, found, err
}

// requireTags adds the tags of a selection to the condition.
func (q *listQuery) requireTags(tags tagRows) {
	q.require(tags.all)
	if len(tags.any) > 0 {
		q.and(`EXISTS (SELECT 1 FROM memory_tags AS y WHERE y.tag IN (` + sqlitedb.List(tags.any) + `) AND y.number = m.number)`)
	}
}
