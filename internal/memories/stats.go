package memories

import (
	"context"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/table"
)

// Stats counts what has not expired. StorageSize is the database and its WAL.
func (s *Store) Stats(ctx context.Context) (agmem.Stats, error) {
	var stats agmem.Stats
	err := s.db.Read(ctx, func(ctx context.Context, t *table.Txn) error {
		tags, err := countTags(ctx, t)
		if err != nil {
			return err
		}
		stats.TotalTags = int64(len(tags))
		_, err = t.Row(ctx, `
			SELECT (SELECT count(*) FROM memories) - (SELECT count(*) FROM memories WHERE expires_at <= ?)`,
			[]any{int64(t.Now)}, &stats.TotalMemories)
		return err
	})
	if err != nil {
		return agmem.Stats{}, err
	}
	stats.StorageSize = s.db.Size()
	stats.IndexStatus = &agmem.IndexStatus{Total: stats.TotalMemories}
	return stats, nil
}
