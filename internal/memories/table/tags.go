package table

import (
	"context"
	"slices"

	"github.com/agmem/agmem"
)

// addTags and removeTags keep memory_tags and the counts.
func addTags(ctx context.Context, t *Txn, number int64, tags []string) error {
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

func removeTags(ctx context.Context, t *Txn, number int64, tags []string) error {
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

func replaceTags(ctx context.Context, t *Txn, number int64, old, tags []string) error {
	if slices.Equal(old, tags) {
		return nil
	}
	if err := removeTags(ctx, t, number, old); err != nil {
		return err
	}
	return addTags(ctx, t, number, tags)
}
