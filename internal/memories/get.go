package memories

import (
	"context"
	"errors"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/table"
)

// Get returns memories whole and counts the access, also in what it returns.
// Where the store cannot be written right now it answers without counting.
func (s *Store) Get(ctx context.Context, ids []string) ([]agmem.Memory, error) {
	var found []agmem.Memory
	var failed error
	read := func(count bool) func(context.Context, *table.Txn) error {
		return func(ctx context.Context, t *table.Txn) (err error) {
			found, failed, err = fetch(ctx, t, ids, count)
			return err
		}
	}
	err := s.db.Write(ctx, read(true))
	if kind := agmem.KindOf(err); err != nil && (kind == agmem.Denied || kind == agmem.Unavailable) {
		err = s.db.Read(ctx, read(false))
	}
	if err != nil {
		return nil, err
	}
	return found, failed
}

// View returns memories whole.
func (s *Store) View(ctx context.Context, ids []string) ([]agmem.Memory, error) {
	var found []agmem.Memory
	var failed error
	err := s.db.Read(ctx, func(ctx context.Context, t *table.Txn) (err error) {
		found, failed, err = fetch(ctx, t, ids, false)
		return err
	})
	if err != nil {
		return nil, err
	}
	return found, failed
}

// fetch returns the memories and, joined in failed, what was wrong with the
// other ids. Its last result is for what goes wrong with the store itself.
func fetch(ctx context.Context, t *table.Txn, ids []string, count bool) (found []agmem.Memory, failed, err error) {
	var errs []error
	counted := make(map[int64]bool, len(ids))
	for _, id := range ids {
		r, err := fetchOne(ctx, t, id)
		if _, ours := errors.AsType[*agmem.Error](err); ours {
			errs = append(errs, err)
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		if count && !counted[r.Number] {
			counted[r.Number] = true
			r.Count = agmem.BoundCount(r.Count + 1)
			if err := t.Do(ctx, `UPDATE memories SET access_count = ? WHERE number = ?`, r.Count, r.Number); err != nil {
				return nil, nil, err
			}
		}
		m, err := t.Memory(ctx, &r)
		if err != nil {
			return nil, nil, err
		}
		found = append(found, m)
	}
	return found, errors.Join(errs...), nil
}

// fetchOne returns the living record of an id.
func fetchOne(ctx context.Context, t *table.Txn, id string) (table.Record, error) {
	r, err := recordOf(ctx, t, id)
	if err == nil && r.Expired(t.Now) {
		return table.Record{}, agmem.Errorf(agmem.Expired, "the memory %s expired at %s", r.ID, r.Expires).
			WithHint("to bring it back, add its content again; an export still holds it")
	}
	return r, err
}

// recordOf returns the record of an id or of the beginning of one. That of a whole id,
// as a search gives them, takes one look.
func recordOf(ctx context.Context, t *table.Txn, id string) (table.Record, error) {
	if whole, err := table.ParseID(id); err == nil {
		if r, found, err := table.RecordByID(ctx, t, whole); err != nil || found {
			return r, err
		}
	}
	m, err := resolve(ctx, t, id)
	if err != nil {
		return table.Record{}, err
	}
	r, found, err := table.RecordByNumber(ctx, t, m.number)
	if err == nil && !found {
		err = agmem.Errorf(agmem.Corrupt, "the memory %s has no row", m.id)
	}
	return r, err
}
