package numbered

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/when"
)

// MaxCharacters is the longest content that is stored here. One that another
// program stored may be longer.
const MaxCharacters = 10_000

// Draft is a memory about to be stored.
type Draft struct {
	Content   string
	Tags      []string      // as typed; they are kept in lower case
	ExpiresAt agmem.Instant // zero: never
	EnteredBy string        // empty: who is known to be writing
}

// Validate reports why the draft cannot be stored now: Usage for blank content,
// TooLarge for one that is too long, Invalid for an expiry that has passed.
func (d Draft) Validate(now time.Time) error {
	if n := utf8.RuneCountInString(d.Content); n > MaxCharacters {
		return agmem.Errorf(agmem.TooLarge, "the content has %d characters, the limit is %d", n, MaxCharacters).
			WithHint("split it into memories that each say one thing")
	}
	if d.ExpiresAt != 0 {
		if err := when.CheckExpiry(d.ExpiresAt, now); err != nil {
			return err
		}
	}
	return d.draft(agmem.Origin{}).Validate()
}

func (d Draft) draft(origin agmem.Origin) agmem.Draft {
	tags := make([]string, len(d.Tags))
	for i, t := range d.Tags {
		tags[i] = strings.ToLower(t)
	}
	return agmem.Draft{
		Content: d.Content, Tags: agmem.CleanTags(tags), ExpiresAt: d.ExpiresAt, Origin: origin, LaterExpiry: true,
	}
}

// Store stores a draft. Where its content exists already it returns that memory
// and false: with the tags of both, and the later expiry; none is the latest.
func (m Memories) Store(ctx context.Context, d Draft) (agmem.Memory, bool, error) {
	if err := d.Validate(m.Now()); err != nil {
		return agmem.Memory{}, false, err
	}
	origin, err := m.Origin(d.EnteredBy)
	if err != nil {
		return agmem.Memory{}, false, err
	}
	store, err := m.Write(ctx)
	if err != nil {
		return agmem.Memory{}, false, err
	}
	return store.Add(ctx, d.draft(origin))
}
