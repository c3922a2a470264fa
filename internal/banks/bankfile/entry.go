package bankfile

import (
	"encoding/json"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/rawjson"
)

// Entry is a value of a bank with what is known of it.
type Entry struct {
	Key string
	// Value is the JSON text as it is stored, with its white space.
	Value []byte
	// CreatedAt and UpdatedAt are the first and the last writing; zero where
	// the file does not say.
	CreatedAt time.Time
	UpdatedAt time.Time
	// TTL is how many seconds after UpdatedAt the entry expires; 0 for never.
	TTL int64
}

func (e Entry) hasTime() bool { return !e.CreatedAt.IsZero() || !e.UpdatedAt.IsZero() }

// lastSecond is the end of the year 9999, beyond which RFC 3339 has no times.
const lastSecond = 253_402_300_799

// ExpiresAt returns when the entry expires; false for never.
func (e Entry) ExpiresAt() (time.Time, bool) {
	at := e.UpdatedAt.Unix()
	if e.TTL <= 0 || e.UpdatedAt.IsZero() || e.TTL > lastSecond-at {
		return time.Time{}, false
	}
	return time.Unix(at+e.TTL, int64(e.UpdatedAt.Nanosecond())).UTC(), true
}

// Expired says whether the entry counts as missing at that time.
func (e Entry) Expired(now time.Time) bool {
	at, ok := e.ExpiresAt()
	return ok && !now.Before(at)
}

// Metadata is what is known of an entry, for programs.
type Metadata struct {
	CreatedAt agmem.Instant `json:"created_at,omitzero"`
	UpdatedAt agmem.Instant `json:"updated_at,omitzero"`
	TTL       int64         `json:"ttl,omitempty"` // seconds
	ExpiresAt agmem.Instant `json:"expires_at,omitzero"`
}

// Metadata returns what is known of the entry.
func (e Entry) Metadata() Metadata {
	m := Metadata{CreatedAt: instantOrZero(e.CreatedAt), UpdatedAt: instantOrZero(e.UpdatedAt), TTL: e.TTL}
	if at, ok := e.ExpiresAt(); ok {
		m.ExpiresAt = agmem.InstantOf(at)
	}
	return m
}

func instantOrZero(t time.Time) agmem.Instant {
	if t.IsZero() {
		return 0
	}
	return agmem.InstantOf(t)
}

// MarshalJSON returns the entry without its key, as `read` shows it.
func (e Entry) MarshalJSON() ([]byte, error) {
	return rawjson.Encode(struct {
		Value    json.RawMessage `json:"value"`
		Metadata Metadata        `json:"metadata"`
	}{e.Value, e.Metadata()})
}
