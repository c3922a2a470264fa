package sdk

import (
	"time"

	"github.com/agmem/agmem"
)

// Memory is a stored memory.
type Memory struct {
	Number    int64  // from 1 on; never changes and is never given again
	ID        string // a UUID
	Content   string
	Tags      []string // in lower case, unless another program stored them
	CreatedAt time.Time
	EnteredBy string    // empty if unknown
	ExpiresAt time.Time // zero: never
}

func memoryOf(m agmem.Memory) Memory {
	memory := Memory{
		Number: m.Number, ID: m.ID, Content: m.Content, Tags: m.Tags,
		CreatedAt: m.CreatedAt.Time(), EnteredBy: m.Origin.Author,
	}
	if m.ExpiresAt != 0 {
		memory.ExpiresAt = m.ExpiresAt.Time()
	}
	return memory
}

func memoriesOf(list []agmem.Memory) []Memory {
	memories := make([]Memory, len(list))
	for i, m := range list {
		memories[i] = memoryOf(m)
	}
	return memories
}

// Filter narrows a search or a listing. Its zero value lets every memory through
// that has not expired.
type Filter struct {
	Tags      []string  // all of them, whatever their case
	AnyTags   []string  // one of them
	After     time.Time // stored then or later; zero: no bound
	Before    time.Time // stored before then; zero: no bound
	EnteredBy string    // empty: by anyone
}

func (f Filter) selection() agmem.Selection {
	return agmem.Selection{
		Filter:  agmem.Filter{Tags: f.Tags, After: instantOf(f.After), Before: instantOf(f.Before)},
		AnyTags: f.AnyTags, Author: f.EnteredBy,
	}
}

// instantOf is zero for the zero time.
func instantOf(t time.Time) agmem.Instant {
	if t.IsZero() {
		return 0
	}
	return agmem.InstantOf(t)
}
