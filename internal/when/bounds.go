package when

import (
	"errors"
	"strings"
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

// End returns the last instant of what text names, looking ahead: the last
// millisecond of the day for a date, of the month for a month, in seven days
// at this time for 7d. It may be in the past, and is never zero.
func End(text string, now time.Time) (agmem.Instant, error) {
	span, err := Parse(text, now, Future)
	if err != nil {
		return 0, err
	}
	if span.isInstant() {
		return given(span.To), nil
	}
	return given(span.To.Add(-time.Millisecond)), nil
}

// Expiry returns the End of what text names. One that is not in the future is
// Invalid, and the error has the local minute that was understood.
func Expiry(text string, now time.Time) (agmem.Instant, error) {
	end, err := End(text, now)
	if err != nil {
		return 0, err
	}
	return end, CheckExpiry(end, now)
}

// ExpiryOrNever is [Expiry] of a text that may also be "never", which is zero.
func ExpiryOrNever(text string, now time.Time) (agmem.Instant, error) {
	if strings.EqualFold(strings.TrimSpace(text), "never") {
		return 0, nil
	}
	at, err := Expiry(text, now)
	if e, wrong := errors.AsType[*agmem.Error](err); wrong && e.Kind == agmem.Usage {
		return 0, e.WithHint("%s, or never", e.Hint)
	}
	return at, err
}

// Minutes is the layout of a local day and minute as people read them.
const Minutes = "2006-01-02 15:04"

// CheckExpiry reports an expiry that is not in the future, as Invalid.
func CheckExpiry(expiry agmem.Instant, now time.Time) error {
	if expiry.Time().After(now) {
		return nil
	}
	return agmem.Errorf(agmem.Invalid, "the expiry %s is in the past", expiry.Time().In(now.Location()).Format(Minutes)).
		WithHint(`an expiry is in the future: 7d, 2027-01-15, "end of month"`)
}

// given keeps the first millisecond of 1970 from being read as no time.
func given(t time.Time) agmem.Instant {
	if i := agmem.InstantOf(t); i != 0 {
		return i
	}
	return 1
}
