package sqlite

import (
	"context"

	"github.com/agmem/agmem"
)

// rehearsal is the store as an import would leave it, without a byte written:
// what it would change lies over what is there.
type rehearsal struct {
	byID   map[uuid]*record
	byHash map[hash]*record // nil: the content is free by now
	number int64            // counts down; what is not in the store has a number below 0
}

// rehearse reports what an import would do, all from one moment.
func (s *Store) rehearse(ctx context.Context, memories []agmem.Memory, opts agmem.ImportOptions) (agmem.ImportReport, error) {
	var report agmem.ImportReport
	over := rehearsal{byID: make(map[uuid]*record), byHash: make(map[hash]*record)}
	err := s.read(ctx, func(inner context.Context, t *txn) error {
		for i := range memories {
			if err := ctx.Err(); err != nil {
				return err
			}
			in := incomingOf(&memories[i], t.now, opts.Origin)
			at, err := locate(inner, t, &in)
			if err != nil {
				return err
			}
			over.locate(&in, &at)
			f, old, after := decide(&in, at, opts.Revive)
			over.take(f, &in, old, after)
			count(&report, f, at.grave)
		}
		return nil
	})
	return report, err
}

// locate lays what would have changed over what the store says.
func (o *rehearsal) locate(in *incoming, at *located) {
	if r, known := o.byHash[in.hash]; known {
		at.byContent = r
	}
	if r, known := o.byID[in.id]; known {
		at.byID = r
	}
}

// take remembers what a fate would change.
func (o *rehearsal) take(f fate, in *incoming, old, after *record) {
	switch f {
	case added, revived:
		o.number--
		r := in.record
		r.number = o.number
		o.put(&r)
	case updated:
		o.byHash[old.hash] = nil
		o.put(after)
	}
}

// put keeps of a record what decide looks at.
func (o *rehearsal) put(r *record) {
	o.byID[r.id] = r
	o.byHash[r.hash] = r
}
