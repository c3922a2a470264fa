package memories

import (
	"context"
	"errors"
	"time"

	"github.com/agmem/agmem/internal/recall"
	"github.com/agmem/agmem/internal/sqlitedb"
)

// Open opens the database file at path and makes it, with its folder, where
// it does not exist. A file of another program is Invalid, one of a newer
// agmem Unavailable, one that is no database Corrupt.
func Open(ctx context.Context, path string, opts Options) (*Store, error) {
	db, err := sqlitedb.Open(ctx, path, sqlitedb.Options{ReadOnly: opts.ReadOnly, Component: component()})
	if err != nil {
		return nil, err
	}
	s := &Store{db: db, name: opts.Name, clock: opts.Now, weights: recall.DefaultWeights()}
	if opts.Weights != nil {
		s.weights = *opts.Weights
	}
	if s.name == "" {
		s.name = "local"
	}
	if s.clock == nil {
		s.clock = time.Now
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

// tellOfNetwork says once in the life of the file that it lies on a network
// file system.
func (s *Store) tellOfNetwork(ctx context.Context, notice func(string)) error {
	told := false
	err := s.read(ctx, func(ctx context.Context, t *txn) error {
		_, err := t.Row(ctx, `SELECT EXISTS (SELECT 1 FROM meta WHERE key = 'told.network')`, nil, &told)
		return err
	})
	if err != nil || told {
		return err
	}
	notice(s.db.Path() + " lies on a network file system: it works, but slower, and programs wait longer for each other")
	return s.write(ctx, func(ctx context.Context, t *txn) error {
		return t.Do(ctx, `INSERT OR IGNORE INTO meta (key, value) VALUES ('told.network', '1')`)
	})
}
