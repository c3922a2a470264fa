package sqlite

import (
	"cmp"
	"context"
	"fmt"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
)

// EntryError says which memory of an import is refused, and why.
type EntryError struct {
	Index int // in the slice that was given, from 0
	Err   error
}

// Error names the entry by its place, from 1.
func (e *EntryError) Error() string { return fmt.Sprintf("memory %d: %v", e.Index+1, e.Err) }

// Unwrap returns the reason, which has a kind.
func (e *EntryError) Unwrap() error { return e.Err }

// validateEntries reports the first memory that cannot be stored.
func validateEntries(ctx context.Context, memories []agmem.Memory) error {
	for i := range memories {
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if err := validateEntry(&memories[i]); err != nil {
			return &EntryError{Index: i, Err: err}
		}
	}
	return nil
}

func validateEntry(m *agmem.Memory) error {
	err := agmem.Draft{Content: m.Content, Digest: m.Digest, Tags: m.Tags}.Validate()
	switch {
	case agmem.KindOf(err) == agmem.Usage && err != nil:
		return agmem.Errorf(agmem.Invalid, "%w", err)
	case err != nil:
		return err
	case m.AccessCount < 0:
		return agmem.Errorf(agmem.Invalid, "the access count %d is below 0", m.AccessCount)
	case m.ID == "":
		return nil
	}
	if _, err := parseID(m.ID); err != nil {
		return agmem.Errorf(agmem.Invalid, "the id %s is no UUID", quoted(m.ID))
	}
	return nil
}

// incoming is a memory of an import, ready to be written.
type incoming struct {
	record
	terms recall.Terms
}

// incomingOf fills in what a valid memory lacks.
func incomingOf(m *agmem.Memory, now agmem.Instant, origin agmem.Origin) incoming {
	in := incoming{record: record{
		tags:    agmem.CleanTags(m.Tags),
		created: cmp.Or(m.CreatedAt, now),
		count:   m.AccessCount,
		expires: m.ExpiresAt,
		origin:  cmp.Or(m.Origin, origin),
	}}
	in.updated = cmp.Or(m.UpdatedAt, in.created)
	in.setContent(m.Content)
	in.setDigest(m.Digest)
	if id, err := parseID(m.ID); err == nil {
		in.id = id
	} else {
		in.id = newID()
	}
	return in
}

// prepareChunk is how many memories go from the analyzer to the writer at once.
const prepareChunk = 64

// prepare analyses memories ahead of whoever writes them, a few chunks at
// most. The channel is closed at the end or when the context is done.
func prepare(ctx context.Context, memories []agmem.Memory, now agmem.Instant, origin agmem.Origin) <-chan []incoming {
	chunks := make(chan []incoming, 4)
	go func() {
		defer close(chunks)
		analyzer := recall.NewAnalyzer()
		for start := 0; start < len(memories); start += prepareChunk {
			part := memories[start:min(start+prepareChunk, len(memories))]
			chunk := make([]incoming, len(part))
			for i := range part {
				chunk[i] = incomingOf(&part[i], now, origin)
				chunk[i].terms = analyzer.Analyze(chunk[i].document())
			}
			select {
			case chunks <- chunk:
			case <-ctx.Done():
				return
			}
		}
	}()
	return chunks
}
