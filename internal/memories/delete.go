package memories

import (
	"context"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/table"
)

// Delete removes memories, expired ones too, and leaves their tombstones.
// With Purge it also takes ids that were deleted before.
func (s *Store) Delete(ctx context.Context, ids []string, opts agmem.DeleteOptions) ([]agmem.Identity, error) {
	remove := deleteAll
	if opts.Purge {
		remove = purgeAll
	}
	var deleted []agmem.Identity
	err := s.db.Change(ctx, opts.Origin, func(inner context.Context, t *table.Txn) (err error) {
		deleted, err = remove(inner, t, ids, ctx.Err)
		return err
	})
	if err != nil {
		return nil, err
	}
	if opts.Purge {
		s.db.RemoveCopies()
		return deleted, s.db.EmptyWAL(ctx)
	}
	return deleted, nil
}

// deleteAll deletes all or none. It stops where cancelled returns an error.
func deleteAll(ctx context.Context, t *table.Txn, ids []string, cancelled func() error) ([]agmem.Identity, error) {
	return removeAll(ctx, t, ids, resolve, func(m target) error {
		if err := cancelled(); err != nil {
			return err
		}
		return deleteRecord(ctx, t, m.number, 0, true)
	})
}

// purgeAll is deleteAll without a trace of what was. SQLite overwrites what it
// frees in the meantime.
func purgeAll(ctx context.Context, t *table.Txn, ids []string, cancelled func() error) ([]agmem.Identity, error) {
	if err := t.OverwriteFreed(ctx); err != nil {
		return nil, err
	}
	purged, err := removeAll(ctx, t, ids, resolveAny, func(m target) error {
		if err := cancelled(); err != nil {
			return err
		}
		if !m.deleted {
			if err := deleteRecord(ctx, t, m.number, 0, false); err != nil {
				return err
			}
		}
		return table.ForgetChanges(ctx, t, m.number)
	})
	if err != nil {
		return nil, err
	}
	return purged, table.ForgetTraces(ctx, t)
}

// removeAll calls remove for each memory that an id means, and returns what
// they were called.
func removeAll(ctx context.Context, t *table.Txn, ids []string, find resolver, remove func(target) error) ([]agmem.Identity, error) {
	targets, err := resolveAll(ctx, t, ids, find)
	if err != nil {
		return nil, err
	}
	removed := make([]agmem.Identity, len(targets))
	for i, m := range targets {
		if removed[i], err = identity(ctx, t, m); err != nil {
			return nil, err
		}
		if err := remove(m); err != nil {
			return nil, err
		}
	}
	return removed, nil
}

// identity returns what a memory is called before it is deleted.
func identity(ctx context.Context, t *table.Txn, m target) (agmem.Identity, error) {
	short, err := t.Short(ctx, m.id)
	return agmem.Identity{ID: m.id.String(), Short: short}, err
}

// deleteRecord removes a memory and writes the change.
func deleteRecord(ctx context.Context, t *table.Txn, number, undoes int64, keep bool) error {
	r, found, err := table.RecordByNumber(ctx, t, number)
	if err != nil {
		return err
	}
	if !found {
		return agmem.Errorf(agmem.Conflict, "the memory that this change made is already gone")
	}
	return table.DeleteRecord(ctx, t, &r, undoes, keep)
}
