package memories

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/agmem/agmem/internal/memories/table"
	"github.com/agmem/agmem/internal/recall"
)

// Open opens the database file at path and makes it, with its folder, where
// it does not exist. A file of another program is Invalid, one of a newer
// agmem Unavailable, one that is not a database Corrupt.
func Open(ctx context.Context, path string, opts Options) (*Store, error) {
	clock := opts.Now
	if clock == nil {
		clock = time.Now
	}
	db, err := table.Open(ctx, path, opts.ReadOnly, clock)
	if err != nil {
		return nil, err
	}
	s := &Store{db: db, name: cmp.Or(opts.Name, "local"), weights: recall.DefaultWeights(), guard: opts.Guard, embedding: opts.Embedding}
	if opts.Weights != nil {
		s.weights = *opts.Weights
	}
	if err := s.settleIn(context.WithoutCancel(ctx), opts.Notice); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return s, nil
}

// settleIn does what an open file may need, where it can be written.
func (s *Store) settleIn(ctx context.Context, notice func(string)) error {
	if s.db.CheckWritable() != nil {
		return nil
	}
	if s.db.OnNetwork() && notice != nil {
		if err := s.tellOfNetwork(ctx, notice); err != nil {
			return err
		}
	}
	return s.refreshIndex(ctx)
}

// tellOfNetwork says once per file that it is on a network file system.
func (s *Store) tellOfNetwork(ctx context.Context, notice func(string)) error {
	told := false
	err := s.db.Read(ctx, func(ctx context.Context, t *table.Txn) error {
		_, err := t.Row(ctx, `SELECT EXISTS (SELECT 1 FROM meta WHERE key = 'told.network')`, nil, &told)
		return err
	})
	if err != nil || told {
		return err
	}
	notice(s.db.Path() + " is on a network file system: it works, but slower, and programs wait longer for each other")
	return s.db.Write(ctx, func(ctx context.Context, t *table.Txn) error {
		return t.Do(ctx, `INSERT OR IGNORE INTO meta (key, value) VALUES ('told.network', '1')`)
	})
}
