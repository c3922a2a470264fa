package when_test

import (
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/when"
)

func TestAfterAndBefore(t *testing.T) {
	berlin := zone(t, "Europe/Berlin")
	for text, want := range map[string]string{
		"2025-06-01":   "2025-06-01",
		"7d":           "2025-09-10 14:30:20.5",
		"last week":    "2025-09-08",
		"march":        "2025-03-01",
		"last 3 days":  "2025-09-14 14:30:20.5",
		"end of march": "2025-03-31 23:59:59.999",
	} {
		for name, bound := range map[string]func() (agmem.Instant, error){
			"After":  func() (agmem.Instant, error) { return when.After(text, at(t, berlin, now)) },
			"Before": func() (agmem.Instant, error) { return when.Before(text, at(t, berlin, now)) },
		} {
			if got, err := bound(); err != nil || got != agmem.InstantOf(at(t, berlin, want)) {
				t.Errorf("%s(%q): %v, %v; want %s", name, text, got, err, want)
			}
		}
	}
}

func TestExpiry(t *testing.T) {
	berlin := zone(t, "Europe/Berlin")
	for text, want := range map[string]string{
		"2025-09-17":       "2025-09-17 23:59:59.999",
		"today":            "2025-09-17 23:59:59.999",
		"tonight":          "2025-09-17 23:59:59.999",
		"tomorrow":         "2025-09-18 23:59:59.999",
		"tomorrow 9am":     "2025-09-18 09:00:00",
		"in 3 days":        "2025-09-20 14:30:20.5",
		"7d":               "2025-09-24 14:30:20.5",
		"next friday":      "2025-09-19 23:59:59.999",
		"2027-01-15":       "2027-01-15 23:59:59.999",
		"end of month":     "2025-09-30 23:59:59.999",
		"Q1 2027":          "2027-03-31 23:59:59.999",
		"march 2027":       "2027-03-31 23:59:59.999",
		"2027":             "2027-12-31 23:59:59.999",
		"next 3 days":      "2025-09-20 14:30:20.499",
		"2025-10-26":       "2025-10-26 23:59:59.999",
		"9999-12-31 12:00": "9999-12-31 12:00:00",
	} {
		got, err := when.Expiry(text, at(t, berlin, now))
		if err != nil || got != agmem.InstantOf(at(t, berlin, want)) {
			t.Errorf("%q: %v, %v; want %s", text, got, err, want)
		}
	}
}

// End is Expiry without the question whether the time has passed.
func TestEnd(t *testing.T) {
	for text, want := range map[string]string{
		"2025-02-03": "2025-02-03 23:59:59.999",
		"yesterday":  "2025-09-16 23:59:59.999",
		"Q1 2024":    "2024-03-31 23:59:59.999",
		"7d":         "2025-09-24 14:30:20.5",
	} {
		got, err := when.End(text, at(t, zone(t, "Europe/Berlin"), now))
		if err != nil || got != agmem.InstantOf(at(t, zone(t, "Europe/Berlin"), want)) {
			t.Errorf("%q: %v, %v; want %s", text, got, err, want)
		}
	}
	if _, err := when.End("soon", at(t, zone(t, "UTC"), now)); agmem.KindOf(err) != agmem.Usage {
		t.Errorf("soon: %v; want a usage error", err)
	}
}

// Clocks go forward over a time that nothing can expire at, nor be written at.
func TestSkippedTime(t *testing.T) {
	newYork := zone(t, "America/New_York")
	for text, want := range map[string]string{
		"2027-03-14T02:30":       "there is no time 2027-03-14T02:30: clocks go forward over it",
		"14 march 2027 at 2am":   "there is no time 14 march 2027 at 2am: clocks go forward over it",
		"2027-03-14 02:59:59":    "there is no time 2027-03-14 02:59:59: clocks go forward over it",
		"2027-03-14T02:30-05:00": "2027-03-14 03:30",
		"2027-03-14T03:00":       "2027-03-14 03:00",
		"2027-11-07T01:30":       "2027-11-07 01:30", // which is there twice
	} {
		got, err := when.Expiry(text, at(t, newYork, now))
		said := got.Time().In(newYork).Format(when.Minutes)
		if err != nil {
			said = err.Error()
		}
		if said != want {
			t.Errorf("%q: %s; want %s", text, said, want)
		}
		if _, boundErr := when.After(text, at(t, newYork, now)); (boundErr == nil) != (err == nil) {
			t.Errorf("%q as a bound: %v; as an expiry: %v", text, boundErr, err)
		}
	}
}

// The year 10000, which RFC 3339 cannot write, has begun in UTC.
func TestLastDayWestOfGreenwich(t *testing.T) {
	got, err := when.Expiry("9999-12-31", at(t, zone(t, "America/New_York"), now))
	if err != nil || got.String() != "9999-12-31T23:59:59.999Z" {
		t.Errorf("9999-12-31 in New York: %v, %v", got, err)
	}
}

func TestExpiryInThePast(t *testing.T) {
	for text, resolved := range map[string]string{
		"now":        "the expiry 2025-09-17 14:30 is in the past",
		"yesterday":  "the expiry 2025-09-16 23:59 is in the past",
		"3 days ago": "the expiry 2025-09-14 14:30 is in the past",
		"2025-02-03": "the expiry 2025-02-03 23:59 is in the past",
		"14:00":      "the expiry 2025-09-17 14:00 is in the past",
	} {
		got, err := when.Expiry(text, at(t, zone(t, "Europe/Berlin"), now))
		if agmem.KindOf(err) != agmem.Invalid || !strings.Contains(err.Error(), resolved) {
			t.Errorf("%q: %v, %v; want an error with %s", text, got, err, resolved)
		}
	}
}

func TestEpochIsATime(t *testing.T) {
	for name, bound := range map[string]func() (agmem.Instant, error){
		"After":  func() (agmem.Instant, error) { return when.After("1970-01-01T00:00:00Z", at(t, zone(t, "UTC"), now)) },
		"Before": func() (agmem.Instant, error) { return when.Before("1970-01-01", at(t, zone(t, "UTC"), now)) },
	} {
		if got, err := bound(); err != nil || got != 1 {
			t.Errorf("%s: %v, %v; want the instant after zero, which would mean no bound", name, got, err)
		}
	}
}
