package when_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/when"
)

// The page of all forms is read as its readers do: each form in each row means
// what the row says, as a bound and as an expiry.
func TestPageOfForms(t *testing.T) {
	page, err := os.ReadFile("../../docs/dates.md")
	if err != nil {
		t.Fatal(err)
	}
	berlin := zone(t, "Europe/Berlin")
	now := at(t, berlin, "2025-01-15 10:30:00")
	row := regexp.MustCompile("(?m)^\\| (`.*) \\| (.*) \\| (.*) \\|$")
	code := regexp.MustCompile("`([^`]+)`")
	forms := 0
	for _, m := range row.FindAllStringSubmatch(string(page), -1) {
		bounds, expiries := strings.Split(m[2], ", "), strings.Split(m[3], ", ")
		for i, form := range code.FindAllStringSubmatch(m[1], -1) {
			forms++
			wantBound, wantExpiry := bounds[min(i, len(bounds)-1)], expiries[min(i, len(expiries)-1)]
			if wantExpiry == "the same" {
				wantExpiry = wantBound
			}
			from, err := when.After(form[1], now)
			if got := shown(from, err, berlin); got != wantBound {
				t.Errorf("%s as a bound: %s; the page says %s", form[1], got, wantBound)
			}
			end, err := when.Expiry(form[1], now)
			if got := shown(end, err, berlin); got != wantExpiry {
				t.Errorf("%s as an expiry: %s; the page says %s", form[1], got, wantExpiry)
			}
		}
	}
	if forms < 50 {
		t.Errorf("only %d forms were found on the page", forms)
	}
}

// shown is the way the page writes times.
func shown(i agmem.Instant, err error, loc *time.Location) string {
	switch {
	case agmem.KindOf(err) == agmem.Invalid:
		return "refused"
	case err != nil:
		return err.Error()
	}
	text := i.Time().In(loc).Format("2006-01-02 15:04:05.999")
	return strings.TrimSuffix(text, ":00")
}
