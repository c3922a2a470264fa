package memories

import (
	"context"
	"database/sql"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/table"
)

// Census counts what the store holds.
func (s *Store) Census(ctx context.Context) (agmem.Census, error) {
	census := agmem.Census{Authors: []agmem.AuthorCount{}}
	err := s.db.Read(ctx, func(ctx context.Context, t *table.Txn) error {
		var oldest, newest sql.NullInt64
		_, err := t.Row(ctx, `
			SELECT count(*), min(created_at), max(created_at), (SELECT count(*) FROM memories WHERE expires_at <= ?1)
			FROM memories WHERE expires_at IS NULL OR expires_at > ?1`,
			[]any{int64(t.Now)}, &census.Memories, &oldest, &newest, &census.Expired)
		if err != nil {
			return err
		}
		census.Oldest, census.Newest = agmem.Instant(oldest.Int64), agmem.Instant(newest.Int64)
		if census.Tags, err = countTags(ctx, t); err != nil {
			return err
		}
		return t.Rows(ctx, `
			SELECT coalesce(o.author, ''), count(*) FROM memories AS m LEFT JOIN origins AS o ON o.id = m.origin
			WHERE m.expires_at IS NULL OR m.expires_at > ? GROUP BY 1 ORDER BY 2 DESC, 1`,
			[]any{int64(t.Now)}, func(rows *sql.Rows) error {
				var a agmem.AuthorCount
				err := rows.Scan(&a.Author, &a.Count)
				census.Authors = append(census.Authors, a)
				return err
			})
	})
	census.Size = s.db.Size()
	return census, err
}
