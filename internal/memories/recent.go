package memories

import (
	"context"
	"database/sql"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/table"
	"github.com/agmem/agmem/internal/sqlitedb"
)

var _ agmem.Chronicler = (*Store)(nil)

// Recent returns the memories that were added or changed last, by the change log.
func (s *Store) Recent(ctx context.Context, limit int) ([]agmem.Recent, error) {
	list := []agmem.Recent{}
	err := s.db.Read(ctx, func(ctx context.Context, t *table.Txn) error {
		latest, err := changedLast(ctx, t, limit)
		for _, c := range latest {
			if err != nil {
				return err
			}
			var r agmem.Recent
			r, err = recent(ctx, t, c)
			list = append(list, r)
		}
		return err
	})
	return list, err
}

// changed is the last change of a memory.
type changed struct {
	number int64
	at     agmem.Instant
}

// changedLast walks the change log backwards until it has met enough memories that
// are there and have not expired.
func changedLast(ctx context.Context, t *table.Txn, limit int) ([]changed, error) {
	var latest []changed
	met := make(map[int64]bool)
	err := t.Rows(ctx, `SELECT c.memory, c.at FROM changes AS c CROSS JOIN memories AS m ON m.number = c.memory
		WHERE m.expires_at IS NULL OR m.expires_at > ? ORDER BY c.seq DESC`, []any{int64(t.Now)}, func(rows *sql.Rows) error {
		if len(latest) == limit {
			return sqlitedb.ErrEnough
		}
		var c changed
		if err := rows.Scan(&c.number, &c.at); err != nil || met[c.number] {
			return err
		}
		met[c.number] = true
		latest = append(latest, c)
		return nil
	})
	return latest, err
}

func recent(ctx context.Context, t *table.Txn, c changed) (agmem.Recent, error) {
	r := agmem.Recent{ChangedAt: c.at}
	var id table.ID
	_, err := t.Row(ctx, `SELECT m.id, coalesce(m.digest, m.content), octet_length(m.content), coalesce(o.repository, '')
		FROM memories AS m LEFT JOIN origins AS o ON o.id = m.origin WHERE m.number = ?`, []any{c.number},
		table.ScanBytes(id[:]), &r.Digest, &r.Size, &r.Repository)
	if err != nil {
		return r, err
	}
	r.ID = id.String()
	r.Short, err = t.Short(ctx, id)
	return r, err
}
