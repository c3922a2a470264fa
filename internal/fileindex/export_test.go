package fileindex

import (
	"context"
	"time"
)

// SetLockWait sets how long calls wait for other processes.
func (x *Index) SetLockWait(d time.Duration) { x.file.wait = d }

// InMemory says whether the cache file had to be given up.
func (x *Index) InMemory() bool { return x.memory != nil }

// Numbers returns how many documents there are and how many numbers they have
// used up.
func (x *Index) Numbers(ctx context.Context) (documents, used int64, err error) {
	err = x.view(ctx, func(ctx context.Context, t *txn) error {
		s, err := readState(ctx, t)
		documents, used = s.documents, s.next-1
		return err
	})
	return documents, used, err
}

// SettledAt is settledAt.
func (s Stamp) SettledAt(read time.Time) bool { return s.settledAt(read) }

// WeighMeaning lets searches weigh vectors, whatever the usual weights are.
func (x *Index) WeighMeaning() { x.opts.weights.Vector = 1 }
