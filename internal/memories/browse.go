package memories

import (
	"context"
	"database/sql"
	"slices"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/table"
)

// Browse returns whole memories by their place.
func (s *Store) Browse(ctx context.Context, browsing agmem.Browsing) ([]agmem.Memory, error) {
	if err := browsing.Validate(); err != nil {
		return nil, err
	}
	list := []agmem.Memory{}
	err := s.selected(ctx, browsing.Selection, func(ctx context.Context, t *table.Txn, q *listQuery) error {
		args := append(slices.Clone(q.args), browsing.Limit, browsing.Offset)
		return t.Rows(ctx, table.SelectRecords+`WHERE `+q.where.String()+browsedBy(browsing)+` LIMIT ? OFFSET ?`, args,
			func(rows *sql.Rows) error {
				r, err := table.ScanRecord(rows)
				list = append(list, r.Memory())
				return err
			})
	})
	return list, err
}

// browsedBy returns the order of a browsing.
func browsedBy(b agmem.Browsing) string {
	direction := " DESC"
	if b.Ascending {
		direction = ""
	}
	switch b.Sort {
	case agmem.ByExpiry:
		return ` ORDER BY m.expires_at IS NULL, m.expires_at` + direction + `, m.number` + direction
	case agmem.ByContent:
		return ` ORDER BY m.content` + direction + `, m.number` + direction
	}
	return ` ORDER BY m.created_at` + direction + `, m.number` + direction
}

// CountBrowsed counts the memories that a selection lets through.
func (s *Store) CountBrowsed(ctx context.Context, selection agmem.Selection) (int64, error) {
	var count int64
	err := s.selected(ctx, selection, func(ctx context.Context, t *table.Txn, q *listQuery) error {
		_, err := t.Row(ctx, `SELECT count(*) FROM memories AS m WHERE `+q.where.String(), q.args, &count)
		return err
	})
	return count, err
}

// selected calls do with the condition of a selection, unless nothing can fulfil
// it.
func (s *Store) selected(ctx context.Context, selection agmem.Selection, do func(context.Context, *table.Txn, *listQuery) error) error {
	return s.db.Read(ctx, func(ctx context.Context, t *table.Txn) error {
		tags, known, err := findTags(ctx, t, selection)
		if err != nil || !known {
			return err
		}
		q := newListQuery(t, selection)
		q.requireTags(tags)
		return do(ctx, t, q)
	})
}
