package memories

import (
	"context"

	"github.com/agmem/agmem/internal/meaning"
	"github.com/agmem/agmem/internal/memories/table"
)

// putVectors stores the vectors that were made ahead for a record whose text is new,
// and says whether older memories still have none: those of a store that was written
// before there was an embedder. Their writes are long over, so the ones that come now
// catch up with them. A row of meta has how far they are, and is there only meanwhile.
func (s *Store) putVectors(ctx context.Context, t *table.Txn, vectors *meaning.Embedded, r *table.Record) (behind bool, err error) {
	if vectors == nil {
		return false, nil
	}
	if err := s.vectors().Put(ctx, t.Tx, vectors, meant(r)); err != nil {
		return false, err
	}
	if vectors.AreFirst() {
		err := t.Do(ctx, `
			INSERT OR IGNORE INTO meta (key, value)
			SELECT 'vectors.after', '0' WHERE EXISTS (SELECT 1 FROM memories WHERE number <> ?)`, r.Number)
		if err != nil {
			return false, err
		}
	}
	_, err = t.Row(ctx, `SELECT EXISTS (SELECT 1 FROM meta WHERE key = 'vectors.after')`, nil, &behind)
	return behind, err
}

// catchUpPart embeds some of the memories that have no vectors. A failure of it is
// not one of the write before it.
func (s *Store) catchUpPart(ctx context.Context) {
	e := s.embedding.ForWrites(ctx)
	if e == nil {
		return
	}
	var after int64
	behind := false
	err := s.db.Read(ctx, func(ctx context.Context, t *table.Txn) (err error) {
		behind, err = t.Row(ctx, `SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'vectors.after'`, nil, &after)
		return err
	})
	if err != nil || !behind {
		return
	}
	last, whole, err := s.vectors().CatchUpPart(ctx, e, after)
	if err != nil || last == after && !whole {
		return
	}
	_ = s.db.Write(ctx, func(ctx context.Context, t *table.Txn) error {
		if whole {
			return t.Do(ctx, `DELETE FROM meta WHERE key = 'vectors.after'`)
		}
		// Another process may be further, or through.
		return t.Do(ctx, `
			UPDATE meta SET value = CAST(?1 AS TEXT) WHERE key = 'vectors.after' AND CAST(value AS INTEGER) < ?1`, last)
	})
}

// renew gives memories that are back, or have an earlier text again, their vectors.
func (s *Store) renew(ctx context.Context, numbers []int64) {
	if e := s.embedding.ForWrites(ctx); e != nil {
		ctx, cancel := context.WithTimeout(ctx, settleTime)
		defer cancel()
		_ = s.vectors().Renew(ctx, e, numbers) // the command embed says what is wrong
	}
}
