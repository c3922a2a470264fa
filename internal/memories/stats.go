package memories

import (
	"context"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/meaning"
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
		if err != nil {
			return err
		}
		stats.IndexStatus, err = countVectors(ctx, t)
		return err
	})
	if err != nil {
		return agmem.Stats{}, err
	}
	stats.StorageSize = s.db.Size()
	stats.IndexStatus.Total = stats.TotalMemories
	if stats.IndexStatus.Model == "" {
		stats.IndexStatus.Model = meaning.Configured(ctx, s.embedding)
	}
	return stats, nil
}

// countVectors says which model's vectors answer, and how many memories have one.
func countVectors(ctx context.Context, t *table.Txn) (*agmem.IndexStatus, error) {
	g, found, err := table.Vectors().Current(ctx, t.Tx)
	if err != nil || !found {
		return &agmem.IndexStatus{}, err
	}
	status := &agmem.IndexStatus{Model: g.Model}
	if status.Indexed, err = table.Vectors().Count(ctx, t.Tx, g); err != nil {
		return status, err
	}
	var expired int64
	_, err = t.Row(ctx, `SELECT count(*) FROM memories AS m WHERE m.expires_at <= ? AND `+
		table.Vectors().Has(g, "m.number"), []any{int64(t.Now)}, &expired)
	status.Indexed -= expired
	return status, err
}
