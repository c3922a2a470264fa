package memories

import (
	"context"
	"database/sql"

	"github.com/agmem/agmem"
)

// Export hands out every memory, expired ones too, in the order of numbers,
// from one moment of the store: others go on writing meanwhile.
func (s *Store) Export(ctx context.Context, yield func(agmem.Memory) error) error {
	var stopped error // by the caller: not a failure of the store
	err := s.read(ctx, func(inner context.Context, t *txn) error {
		return t.Rows(inner, selectRecords+`ORDER BY m.number`, nil, func(rows *sql.Rows) error {
			if err := ctx.Err(); err != nil {
				return err
			}
			r, err := scanRecord(rows)
			if err != nil {
				return err
			}
			stopped = yield(r.memory())
			return stopped
		})
	})
	if stopped != nil {
		return stopped
	}
	return err
}
