package fileindex

import (
	"context"

	"github.com/agmem/agmem/internal/sqlitedb"
)

// memoryCache is the index in memory, for this process alone.
type memoryCache struct {
	db      *sqlitedb.DB
	created bool
}

func openMemory(ctx context.Context) (*memoryCache, error) {
	db, err := sqlitedb.OpenMemory(ctx, sqlitedb.Component{})
	if err != nil {
		return nil, err
	}
	return &memoryCache{db: db}, nil
}

// view makes the view of a follower.
func (m *memoryCache) view(ctx context.Context, f *follower, do lookup) error {
	if !m.created {
		f.forget()
	}
	for done := false; !done; {
		var err error
		if done, err = f.step(ctx, m.db, !m.created, do); err != nil {
			return err
		}
		m.created = true
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

func (m *memoryCache) close() error { return m.db.Close() }
