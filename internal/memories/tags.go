package memories

import (
	"context"
	"database/sql"
	"slices"
	"strings"

	"github.com/agmem/agmem"
)

// Tags returns every tag that a memory carries which has not expired.
func (s *Store) Tags(ctx context.Context) ([]agmem.TagCount, error) {
	var list []agmem.TagCount
	err := s.read(ctx, func(ctx context.Context, t *txn) (err error) {
		list, err = countTags(ctx, t)
		return err
	})
	return list, err
}

// countTags counts by the stored counts, less the few memories that expired.
func countTags(ctx context.Context, t *txn) ([]agmem.TagCount, error) {
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
	slices.SortFunc(list, func(a, b agmem.TagCount) int {
		if a.Count != b.Count {
			return int(b.Count - a.Count)
		}
		return strings.Compare(a.Tag, b.Tag)
	})
	return list, err
}

// expiredTags counts by folded tag the memories that have expired.
func expiredTags(ctx context.Context, t *txn) (map[string]int64, error) {
	counts := make(map[string]int64)
	err := t.Rows(ctx, `SELECT tags FROM memories WHERE expires_at <= ? AND tags IS NOT NULL`, []any{int64(t.now)},
		func(rows *sql.Rows) error {
			var tags string
			if err := rows.Scan(&tags); err != nil {
				return err
			}
			for _, tag := range splitTags(tags) {
				counts[agmem.FoldTag(tag)]++
			}
			return nil
		})
	return counts, err
}

// addTags and removeTags keep memory_tags and the counts.
func addTags(ctx context.Context, t *txn, number int64, tags []string) error {
	for _, tag := range tags {
		var id int64
		_, err := t.Row(ctx, `
			INSERT INTO tags (name, folded, count) VALUES (?, ?, 1)
			ON CONFLICT (folded) DO UPDATE SET count = count + 1 RETURNING id`,
			[]any{tag, agmem.FoldTag(tag)}, &id)
		if err != nil {
			return err
		}
		if err := t.Do(ctx, `INSERT INTO memory_tags (tag, number) VALUES (?, ?)`, id, number); err != nil {
			return err
		}
	}
	return nil
}

func removeTags(ctx context.Context, t *txn, number int64, tags []string) error {
	for _, tag := range tags {
		var id, count int64
		_, err := t.Row(ctx, `UPDATE tags SET count = count - 1 WHERE folded = ? RETURNING id, count`,
			[]any{agmem.FoldTag(tag)}, &id, &count)
		if err != nil {
			return err
		}
		if err := t.Do(ctx, `DELETE FROM memory_tags WHERE tag = ? AND number = ?`, id, number); err != nil {
			return err
		}
		if count > 0 {
			continue
		}
		if err := t.Do(ctx, `DELETE FROM tags WHERE id = ?`, id); err != nil {
			return err
		}
	}
	return nil
}

func replaceTags(ctx context.Context, t *txn, number int64, old, tags []string) error {
	if slices.Equal(old, tags) {
		return nil
	}
	if err := removeTags(ctx, t, number, old); err != nil {
		return err
	}
	return addTags(ctx, t, number, tags)
}
