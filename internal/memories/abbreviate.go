package memories

import (
	"context"
	"github.com/agmem/agmem/internal/memories/table"
)

// Abbreviate returns the shortest beginning of each id that is unique.
func (s *Store) Abbreviate(ctx context.Context, ids []string) ([]string, error) {
	short := make([]string, len(ids))
	err := s.db.Read(ctx, func(ctx context.Context, t *table.Txn) error {
		for i, text := range ids {
			id, err := table.ParseID(text)
			if err != nil {
				return err
			}
			if short[i], err = table.Abbreviate(ctx, t, id); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return short, nil
}
