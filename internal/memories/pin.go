package memories

import (
	"context"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/table"
)

// Pin pins memories, and what other sources hold.
func (s *Store) Pin(ctx context.Context, pins []agmem.Pin, origin agmem.Origin) error {
	return s.db.Change(ctx, origin, func(ctx context.Context, t *table.Txn) error {
		for _, p := range pins {
			number, err := pinNumber(ctx, t, p, true)
			if err != nil {
				return err
			}
			already, err := table.PinnedAt(ctx, t, number)
			if err == nil && already == 0 {
				err = table.SetPin(ctx, t, number, t.Now, 0)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// Unpin takes pins away.
func (s *Store) Unpin(ctx context.Context, pins []agmem.Pin, origin agmem.Origin) error {
	return s.db.Change(ctx, origin, func(ctx context.Context, t *table.Txn) error {
		for _, p := range pins {
			number, err := pinNumber(ctx, t, p, false)
			if err != nil {
				return err
			}
			pinned, err := table.PinnedAt(ctx, t, number)
			if err != nil {
				return err
			}
			if pinned == 0 {
				return agmem.Errorf(agmem.NotFound, "%s is not pinned", table.Quoted(p.ID))
			}
			if err := table.SetPin(ctx, t, number, 0, 0); err != nil {
				return err
			}
		}
		return nil
	})
}

// pinNumber returns the number by which a pin is kept; zero for what another
// source holds and that was never pinned, unless its row is to be made.
func pinNumber(ctx context.Context, t *table.Txn, p agmem.Pin, create bool) (int64, error) {
	if p.Source != "" {
		return table.ForeignPin(ctx, t, p.Source, p.ID, create)
	}
	if create {
		r, err := fetchOne(ctx, t, p.ID)
		return r.Number, err
	}
	m, err := resolve(ctx, t, p.ID)
	return m.number, err
}

// Pins returns what is pinned.
func (s *Store) Pins(ctx context.Context) ([]agmem.Pin, error) {
	var pins []agmem.Pin
	err := s.db.Read(ctx, func(ctx context.Context, t *table.Txn) (err error) {
		pins, err = table.Pins(ctx, t)
		return err
	})
	return pins, err
}

// undoPin gives back the pin that there was before a change of it.
func undoPin(ctx context.Context, t *table.Txn, c logged) (table.Record, error) {
	before, err := table.DecodeSnapshot(c.before)
	if err != nil {
		return table.Record{}, err
	}
	if err := table.SetPin(ctx, t, c.memory, before.Pinned, c.seq); err != nil || c.memory < 0 {
		return table.Record{}, err
	}
	r, _, err := table.RecordByNumber(ctx, t, c.memory)
	return r, err
}
