package memories

import (
	"context"
	"database/sql"
	"slices"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/table"
)

// Tags returns every tag that a memory carries which has not expired.
func (s *Store) Tags(ctx context.Context) ([]agmem.TagCount, error) {
	var list []agmem.TagCount
	err := s.db.Read(ctx, func(ctx context.Context, t *table.Txn) (err error) {
		list, err = countTags(ctx, t)
		return err
	})
	return list, err
}

// countTags counts by the stored counts, less the few memories that expired.
func countTags(ctx context.Context, t *table.Txn) ([]agmem.TagCount, error) {
	gone, err := expiredTags(ctx, t)
	if err != nil {
		return nil, err
	}
	list := []agmem.TagCount{}
	err = t.Rows(ctx, `SELECT name, folded, count FROM tags`, nil, func(rows *sql.Rows) error {
		var tag agmem.TagCount
		var folded string
		if err := rows.Scan(&tag.Tag, &folded, &tag.Count); err != nil {
			return err
		}
		if tag.Count -= gone[folded]; tag.Count > 0 {
			list = append(list, tag)
		}
		return nil
	})
	slices.SortFunc(list, agmem.CompareTagCounts)
	return list, err
}

// expiredTags counts by folded tag the memories that have expired.
func expiredTags(ctx context.Context, t *table.Txn) (map[string]int64, error) {
	counts := make(map[string]int64)
	err := t.Rows(ctx, `SELECT tags FROM memories WHERE expires_at <= ? AND tags IS NOT NULL`, []any{int64(t.Now)},
		func(rows *sql.Rows) error {
			var tags string
			if err := rows.Scan(&tags); err != nil {
				return err
			}
			for _, tag := range table.SplitTags(tags) {
				counts[agmem.FoldTag(tag)]++
			}
			return nil
		})
	return counts, err
}
