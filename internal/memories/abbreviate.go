package memories

import "context"

// Abbreviate asks for the neighbours of each id in the index: whatever begins
// like it the longest stands right beside it.
func (s *Store) Abbreviate(ctx context.Context, ids []string) ([]string, error) {
	short := make([]string, len(ids))
	err := s.read(ctx, func(ctx context.Context, t *txn) error {
		for i, text := range ids {
			id, err := parseID(text)
			if err != nil {
				return err
			}
			beside, err := neighbours(ctx, t, id)
			if err != nil {
				return err
			}
			short[i] = id.abbreviate(beside...)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return short, nil
}

func neighbours(ctx context.Context, t *txn, id uuid) ([]uuid, error) {
	var beside []uuid
	for _, query := range []string{
		`SELECT id FROM memories WHERE id < ? ORDER BY id DESC LIMIT 1`,
		`SELECT id FROM memories WHERE id > ? ORDER BY id LIMIT 1`,
	} {
		var other uuid
		found, err := t.Row(ctx, query, []any{id[:]}, scanBytes(other[:]))
		if err != nil {
			return nil, err
		}
		if found {
			beside = append(beside, other)
		}
	}
	return beside, nil
}
