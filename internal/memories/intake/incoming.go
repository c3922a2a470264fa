package intake

import (
	"cmp"
	"context"
	"iter"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/table"
	"github.com/agmem/agmem/internal/recall"
)

// sequenceError is an error of the sequence, not of the store.
type sequenceError struct{ given error }

func (e *sequenceError) Error() string { return e.given.Error() }

func (e *sequenceError) Unwrap() error { return e.given }

// checked returns the memories of a sequence up to the first that cannot be
// stored, and why: the context is over, the sequence failed, or an
// [agmem.EntryError].
func checked(ctx context.Context, memories iter.Seq2[agmem.Memory, error]) iter.Seq2[agmem.Memory, error] {
	return func(yield func(agmem.Memory, error) bool) {
		index := 0
		for m, err := range memories {
			if cancelled := ctx.Err(); cancelled != nil {
				err = cancelled // that is why the sequence fails, if it does
			} else if err != nil {
				err = &sequenceError{err}
			} else if invalid := validateEntry(&m); invalid != nil {
				err = &agmem.EntryError{Index: index, Err: invalid}
			}
			if !yield(m, err) || err != nil {
				return
			}
			index++
		}
	}
}

// validateEntry reports what makes a memory one that cannot be stored.
func validateEntry(m *agmem.Memory) error {
	err := agmem.Draft{Content: m.Content, Digest: m.Digest, Tags: m.Tags}.Validate()
	switch {
	case agmem.KindOf(err) == agmem.Usage && err != nil:
		return agmem.Errorf(agmem.Invalid, "%w", err)
	case err != nil:
		return err
	case agmem.BoundCount(m.AccessCount) < 0:
		return agmem.Errorf(agmem.Invalid, "the access count %d is below 0", m.AccessCount)
	case m.ID == "":
		return nil
	}
	if _, err := table.ParseID(m.ID); err != nil {
		return agmem.Errorf(agmem.Invalid, "the id %s is not a UUID", table.Quoted(m.ID))
	}
	return nil
}

// incoming is a memory of an import, ready to be written.
type incoming struct {
	table.Record
	terms recall.Terms
	// brought is the number that the memory had where it comes from, 0 for none.
	brought int64
}

// incomingOf fills in what a valid memory lacks.
func incomingOf(m *agmem.Memory, now agmem.Instant, origin agmem.Origin) incoming {
	in := incoming{brought: m.Number, Record: table.Record{
		Tags:    agmem.CleanTags(m.Tags),
		Created: cmp.Or(m.CreatedAt, now),
		Count:   agmem.BoundCount(m.AccessCount),
		Expires: m.ExpiresAt,
		Origin:  cmp.Or(m.Origin, origin),
	}}
	in.Updated = cmp.Or(m.UpdatedAt, in.Created)
	in.SetContent(m.Content)
	in.SetDigest(m.Digest)
	if id, err := table.ParseID(m.ID); err == nil {
		in.ID = id
	} else {
		in.ID = table.NewID()
	}
	return in
}
