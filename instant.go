package agmem

import (
	"fmt"
	"time"
)

// Instant is a point in time: milliseconds since 1970-01-01 UTC. Zero means
// that no time was given. It is a number so that stores keep it as it is and
// comparisons do not depend on time zones.
type Instant int64

const instantLayout = "2006-01-02T15:04:05.000Z"

// InstantOf returns t cut to milliseconds.
func InstantOf(t time.Time) Instant { return Instant(t.UnixMilli()) }

// Time returns the instant in UTC.
func (i Instant) Time() time.Time { return time.UnixMilli(int64(i)).UTC() }

// String returns the instant as RFC 3339 in UTC with three decimals.
func (i Instant) String() string { return i.Time().Format(instantLayout) }

// MarshalText is String, so that JSON carries a string; a zero Instant is empty.
func (i Instant) MarshalText() ([]byte, error) {
	if i == 0 {
		return nil, nil
	}
	return []byte(i.String()), nil
}

// UnmarshalText reads RFC 3339 with any offset and any number of decimals.
func (i *Instant) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*i = 0
		return nil
	}
	t, err := time.Parse(time.RFC3339, string(text))
	if err != nil {
		return fmt.Errorf("%q is not an RFC 3339 time", text)
	}
	*i = InstantOf(t)
	return nil
}
