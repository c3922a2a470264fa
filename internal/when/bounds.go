package when

import (
	"time"

	"github.com/agmem/agmem"
)

// After returns the first instant that a lower bound lets through: the
// beginning of what text names, looking back. It is never zero.
func After(text string, now time.Time) (agmem.Instant, error) { return beginning(text, now) }

// Before returns the first instant that an upper bound keeps out: the
// beginning of what text names, looking back, so that 2025-06-01 keeps that
// day out. It is never zero.
func Before(text string, now time.Time) (agmem.Instant, error) { return beginning(text, now) }

func beginning(text string, now time.Time) (agmem.Instant, error) {
	span, err := Parse(text, now, Past)
	if err != nil {
		return 0, err
	}
	return given(span.From), nil
}

// Expiry returns the last instant of what text names, looking ahead: the end
// of the day for a date, the end of the month for a month, in seven days at
// this time for 7d. One that is not in the future is Invalid.
func Expiry(text string, now time.Time) (agmem.Instant, error) {
	span, err := Parse(text, now, Future)
	if err != nil {
		return 0, err
	}
	end := span.To
	if !span.isInstant() {
		end = end.Add(-time.Millisecond)
	}
	if !end.After(now) {
		return 0, agmem.Errorf(agmem.Invalid, "the expiry %s is in the past", end.Format(time.RFC3339)).
			WithHint(`an expiry is in the future: 7d, 2027-01-15, "end of month"`)
	}
	return given(end), nil
}

// given keeps the first millisecond of 1970 from being read as no time.
func given(t time.Time) agmem.Instant {
	if i := agmem.InstantOf(t); i != 0 {
		return i
	}
	return 1
}
