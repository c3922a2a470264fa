package memories

import (
	"context"
	"database/sql"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/table"
)

// Export hands out every memory, expired ones too, in the order of numbers,
// from one moment of the store: others go on writing in the meantime.
func (s *Store) Export(ctx context.Context, yield func(agmem.Memory) error) error {
	var stopped error // by the caller: not a failure of the store
	err := s.db.Read(ctx, func(inner context.Context, t *table.Txn) error {
		return t.Rows(inner, table.SelectRecords+`ORDER BY m.number`, nil, func(rows *sql.Rows) error {
			if err := ctx.Err(); err != nil {
				return err
			}
			r, err := table.ScanRecord(rows)
			if err != nil {
				return err
			}
			stopped = yield(r.Memory())
			return stopped
		})
	})
	if stopped != nil {
		return stopped
	}
	return err
}
