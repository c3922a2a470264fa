package when_test

import (
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/when"
)

const layout = "2006-01-02 15:04:05.999"

// zone returns a time zone by its name.
func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	loc, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return loc
}

// at returns a local time.
func at(t testing.TB, loc *time.Location, text string) time.Time {
	t.Helper()
	if len(text) == len("2006-01-02") {
		text += " 00:00:00"
	}
	when, err := time.ParseInLocation(layout, text, loc)
	if err != nil {
		t.Fatal(err)
	}
	return when
}

// The now of most tests, a Wednesday. The clocks of its zone, Berlin's, go
// back on 26 October 2025 and forward on 29 March 2026.
const now = "2025-09-17 14:30:20.5"

func TestParse(t *testing.T) {
	for _, c := range []struct {
		texts    string // separated by |
		from, to string // to is empty for an instant
	}{
		// Written in digits.
		{"2025-06-01|  2025-06-01 ", "2025-06-01", "2025-06-02"},
		{"2025-10-26", "2025-10-26", "2025-10-27"},
		{"2024-02-29", "2024-02-29", "2024-03-01"},
		{"2025-06", "2025-06-01", "2025-07-01"},
		{"2025-12|december 2025|Dec. 2025|2025 dec", "2025-12-01", "2026-01-01"},
		{"2027", "2027-01-01", "2028-01-01"},
		{"2027-01-15 14:30|2027-01-15T14:30|2027-01-15 14:30:00|15 Jan 2027 2:30pm|2027-01-15 at 2:30 PM", "2027-01-15 14:30:00", ""},
		{"2025-06-01T10:00:00Z|2025-06-01t10:00:00z|2025-06-01T12:00:00+02:00|2025-06-01T10:00Z", "2025-06-01 12:00:00", ""},
		{"2025-06-01T10:00:00+0000|2025-06-01T12:00:00+0200|2025-06-01T12:00+02|2025-06-01 12:00:00 +0200", "2025-06-01 12:00:00", ""},
		{"2025-06-01T10:00:00.123Z|2025-06-01 10:00:00.123Z", "2025-06-01 12:00:00.123", ""},

		// Words for days.
		{"now|NOW", now, ""},
		{"today|this day|tonight", "2025-09-17", "2025-09-18"},
		{"yesterday|last day", "2025-09-16", "2025-09-17"},
		{"tomorrow|next day", "2025-09-18", "2025-09-19"},
		{"tomorrow 9am|tomorrow at 09:00|Tomorrow, 9 am", "2025-09-18 09:00:00", ""},
		{"14:30|today at 2:30pm|at 14:30", "2025-09-17 14:30:00", ""},
		{"12am", "2025-09-17 00:00:00", ""},

		// Distances that say their direction.
		{"3 days ago|three days ago|-3d|3d ago", "2025-09-14 14:30:20.5", ""},
		{"in 3 days|3 days from now|+3d|in 3d", "2025-09-20 14:30:20.5", ""},
		{"a week ago|1 week ago|one week ago|7 days ago", "2025-09-10 14:30:20.5", ""},
		{"an hour ago|60 minutes ago|60m ago|1h ago", "2025-09-17 13:30:20.5", ""},
		{"in two weeks|in 14 days|in 2w", "2025-10-01 14:30:20.5", ""},
		{"in twelve hours|in 12h", "2025-09-18 02:30:20.5", ""},
		{"in thirty days|thirty days from now", "2025-10-17 14:30:20.5", ""},
		{"in ninety days", "2025-12-16 14:30:20.5", ""},
		{"in a month|in 1mo", "2025-10-17 14:30:20.5", ""},
		{"in a quarter|in 3 months", "2025-12-17 14:30:20.5", ""},
		{"in 1 year, 6 months and 2 days|in 1y6mo2d", "2027-03-19 14:30:20.5", ""},
		{"in 1h30m|in 90 min|in 5400 s|in 1 hour and 30 minutes", "2025-09-17 16:00:20.5", ""},

		// Named periods.
		{"this week", "2025-09-15", "2025-09-22"},
		{"last week", "2025-09-08", "2025-09-15"},
		{"next week", "2025-09-22", "2025-09-29"},
		{"this month|current month", "2025-09-01", "2025-10-01"},
		{"last month|previous month", "2025-08-01", "2025-09-01"},
		{"next month", "2025-10-01", "2025-11-01"},
		{"this quarter|Q3 2025|2025 q3", "2025-07-01", "2025-10-01"},
		{"last quarter", "2025-04-01", "2025-07-01"},
		{"next quarter|Q4 of 2025", "2025-10-01", "2026-01-01"},
		{"this year", "2025-01-01", "2026-01-01"},
		{"last year", "2024-01-01", "2025-01-01"},
		{"next year", "2026-01-01", "2027-01-01"},
		{"Q1 2027", "2027-01-01", "2027-04-01"},
		{"last 3 days|past 3 days|last 3d", "2025-09-14 14:30:20.5", now},
		{"next 2 weeks", now, "2025-10-01 14:30:20.5"},

		// Weekdays that say which.
		{"this monday|this mon", "2025-09-15", "2025-09-16"},
		{"this sunday", "2025-09-21", "2025-09-22"},
		{"last wednesday", "2025-09-10", "2025-09-11"},
		{"next wednesday", "2025-09-24", "2025-09-25"},
		{"last tuesday|last tues", "2025-09-16", "2025-09-17"},
		{"next thursday|coming thu", "2025-09-18", "2025-09-19"},
		{"next monday", "2025-09-22", "2025-09-23"},

		// Dates in words.
		{"8 May 2023|May 8, 2023|8th of may 2023|the 8th of May, 2023|mon 8 may 2023|Monday, May 8 2023|8. may 2023", "2023-05-08", "2023-05-09"},
		{"march 2027|Mar 2027|march, 2027", "2027-03-01", "2027-04-01"},
		{"29 feb 2024", "2024-02-29", "2024-03-01"},

		// Edges.
		{"end of day|end of today|end of the day", "2025-09-17 23:59:59.999", ""},
		{"end of week|end of this week", "2025-09-21 23:59:59.999", ""},
		{"end of month|end of the month|END  OF  MONTH", "2025-09-30 23:59:59.999", ""},
		{"end of quarter", "2025-09-30 23:59:59.999", ""},
		{"end of year|end of 2025", "2025-12-31 23:59:59.999", ""},
		{"end of next month|end of the next month", "2025-10-31 23:59:59.999", ""},
		{"end of february 2028", "2028-02-29 23:59:59.999", ""},
		{"end of q1 2027", "2027-03-31 23:59:59.999", ""},
		{"start of week|beginning of the week", "2025-09-15", ""},
		{"start of next year", "2026-01-01", ""},

		{"9999-12-31", "9999-12-31", "10000-01-01 00:00:00"},
	} {
		for text := range strings.SplitSeq(c.texts, "|") {
			for _, toward := range []when.Direction{when.Past, when.Future} {
				check(t, text, toward, c.from, c.to)
			}
		}
	}
}

func TestDirectionDecidesWhatIsBare(t *testing.T) {
	for _, c := range []struct {
		texts        string
		past, pastTo string
		future, to   string
	}{
		{"7d|7 days|1w|one week", "2025-09-10 14:30:20.5", "", "2025-09-24 14:30:20.5", ""},
		{"1y6mo", "2024-03-17 14:30:20.5", "", "2027-03-17 14:30:20.5", ""},
		{"2w 3h 30m", "2025-09-03 11:00:20.5", "", "2025-10-01 18:00:20.5", ""},
		{"wednesday|wed", "2025-09-17", "2025-09-18", "2025-09-17", "2025-09-18"},
		{"friday|fri", "2025-09-12", "2025-09-13", "2025-09-19", "2025-09-20"},
		{"friday 17:00:30", "2025-09-12 17:00:30", "", "2025-09-19 17:00:30", ""},
		{"tuesday", "2025-09-16", "2025-09-17", "2025-09-23", "2025-09-24"},
		{"march", "2025-03-01", "2025-04-01", "2026-03-01", "2026-04-01"},
		{"september|sept", "2025-09-01", "2025-10-01", "2025-09-01", "2025-10-01"},
		{"december", "2024-12-01", "2025-01-01", "2025-12-01", "2026-01-01"},
		{"q1", "2025-01-01", "2025-04-01", "2026-01-01", "2026-04-01"},
		{"q3", "2025-07-01", "2025-10-01", "2025-07-01", "2025-10-01"},
		{"May 8|8 may|8th of May", "2025-05-08", "2025-05-09", "2026-05-08", "2026-05-09"},
		{"17 september", "2025-09-17", "2025-09-18", "2025-09-17", "2025-09-18"},
		{"29 february", "2024-02-29", "2024-03-01", "2028-02-29", "2028-03-01"},
		{"friday 13 june", "2025-06-13", "2025-06-14", "2031-06-13", "2031-06-14"},
		{"end of march", "2025-03-31 23:59:59.999", "", "2026-03-31 23:59:59.999", ""},
	} {
		for text := range strings.SplitSeq(c.texts, "|") {
			check(t, text, when.Past, c.past, c.pastTo)
			check(t, text, when.Future, c.future, c.to)
		}
	}
}

func check(t *testing.T, text string, toward when.Direction, from, to string) {
	t.Helper()
	checkAt(t, "Europe/Berlin", now, text, toward, from, to)
}

func checkAt(t *testing.T, zoneName, now, text string, toward when.Direction, from, to string) {
	t.Helper()
	loc := zone(t, zoneName)
	if to == "" {
		to = from
	}
	span, err := when.Parse(text, at(t, loc, now), toward)
	if err != nil {
		t.Errorf("%q: %v", text, err)
		return
	}
	// Written out, so that years of five digits and zone changes show.
	gotFrom, gotTo := span.From.In(loc).Format(layout), span.To.In(loc).Format(layout)
	if want := at(t, loc, from).Format(layout); gotFrom != want {
		t.Errorf("%q toward %d begins at %s, want %s", text, toward, gotFrom, want)
	}
	if want := to; len(want) > 10 && gotTo != want || len(want) == 10 && gotTo != want+" 00:00:00" {
		t.Errorf("%q toward %d ends at %s, want %s", text, toward, gotTo, want)
	}
}

func TestMonthsEnd(t *testing.T) {
	for _, c := range []struct{ now, text, want string }{
		{"2025-01-31 10:00:00", "in 1 month", "2025-02-28 10:00:00"},
		{"2024-01-31 10:00:00", "in 1 month", "2024-02-29 10:00:00"},
		{"2025-03-31 10:00:00", "1 month ago", "2025-02-28 10:00:00"},
		{"2025-03-31 10:00:00", "in 1mo1d", "2025-05-01 10:00:00"},
		{"2024-02-29 10:00:00", "in 1 year", "2025-02-28 10:00:00"},
		{"2024-02-29 10:00:00", "in 4 years", "2028-02-29 10:00:00"},
		{"2025-12-31 10:00:00", "in 2 months", "2026-02-28 10:00:00"},
		{"2025-01-31 10:00:00", "13 months ago", "2023-12-31 10:00:00"},
	} {
		checkAt(t, "Europe/Berlin", c.now, c.text, when.Future, c.want, "")
	}
}

func TestClockChanges(t *testing.T) {
	// Days keep the time of day over a change, hours do not.
	checkAt(t, "Europe/Berlin", "2025-10-25 12:00:00", "in 1 day", when.Future, "2025-10-26 12:00:00", "")
	checkAt(t, "Europe/Berlin", "2025-10-25 12:00:00", "in 24 hours", when.Future, "2025-10-26 11:00:00", "")
	checkAt(t, "Europe/Berlin", "2026-03-28 12:00:00", "in 24 hours", when.Future, "2026-03-29 13:00:00", "")
	checkAt(t, "Europe/Berlin", "2026-03-29 12:00:00", "today", when.Future, "2026-03-29", "2026-03-30")

	for _, c := range []struct {
		zone, day string
		hours     time.Duration
		first     string // RFC 3339
	}{
		{"Europe/Berlin", "2025-10-26", 25, "2025-10-26T00:00:00+02:00"},
		{"Europe/Berlin", "2026-03-29", 23, "2026-03-29T00:00:00+01:00"},
		// Midnight does not exist.
		{"America/Sao_Paulo", "2018-11-04", 23, "2018-11-04T01:00:00-02:00"},
		{"Africa/Cairo", "2024-04-26", 23, "2024-04-26T01:00:00+03:00"},
		// Midnight comes twice.
		{"America/Havana", "2024-11-03", 25, "2024-11-03T00:00:00-04:00"},
		{"Atlantic/Azores", "2024-10-27", 25, "2024-10-27T00:00:00Z"},
		// The day before a midnight that does not exist, or comes twice.
		{"America/Sao_Paulo", "2018-11-03", 24, "2018-11-03T00:00:00-03:00"},
		{"America/Havana", "2024-11-02", 24, "2024-11-02T00:00:00-04:00"},
	} {
		span, err := when.Parse(c.day, at(t, zone(t, c.zone), now), when.Past)
		if err != nil || span.To.Sub(span.From) != c.hours*time.Hour || span.From.Format(time.RFC3339) != c.first {
			t.Errorf("%s in %s: %v to %v, %v; want %d hours from %s", c.day, c.zone, span.From, span.To, err, c.hours, c.first)
		}
	}
}

func TestNoDates(t *testing.T) {
	for _, text := range []string{
		"", " ", ",", "soon", "7", "7x", "d", "-", "+", "- 7d", "in", "ago", "3 ago", "in 3", "a", "a week and", "and a week",
		"01/02/2025", "1.2.2025", "20250601", "2025-6-1", "2025-13-01", "2025-00-10", "0000-01-01", "25:00", "tomorrow 25:00",
		"q5 2027", "q0", "q1 q2", "march march", "may 8 9", "monday tuesday", "monday q1", "32 may 2023", "30 february 2024",
		"29 feb 2023", "tuesday 8 may 2023", "8", "may 0", "0 may", "last", "next", "last last week", "this 3 days", "last hour",
		"end", "end of", "end of now", "end of 3 days ago", "end of end of month", "3 days ago 14:30", "now 14:30", "at",
		"in in 3 days", "in 3 days ago", "1000000d", "999999y", "in 9999 years", "9999 years ago", "1.5h", "٣ days ago", "2025-06-01T10:00:00+99:99",
		"in 999999h 999999h 999999h 999999h 999999h", strings.Repeat("7d ", 40), "\x00", "\xff", "tomorrow\x00",
	} {
		for toward, example := range map[when.Direction]string{when.Past: `"start of year"`, when.Future: `"in 2 weeks"`} {
			span, err := when.Parse(text, at(t, zone(t, "Europe/Berlin"), now), toward)
			problem, _ := err.(*agmem.Error)
			if problem == nil || problem.Kind != agmem.Usage || !strings.Contains(problem.Hint, example) {
				t.Errorf("%q: %v, %v; want a usage error with examples", text, span, err)
			}
		}
	}
}

// What has the form of a date is told apart from what has none.
func TestImpossibleDates(t *testing.T) {
	for text, want := range map[string]string{
		"2025-02-30":         "there is no day 2025-02-30",
		" 2027-02-29 ":       "there is no day 2027-02-29",
		"30 February 2027":   "there is no day 30 February 2027",
		"feb 30":             "there is no day feb 30",
		"32  may 2023":       "there is no day 32 may 2023",
		"tuesday 8 may 2023": "there is no day tuesday 8 may 2023",
		"2027-13":            "there is no month 2027-13",
		"2027-13-01":         "there is no day 2027-13-01",
		"Q5 2027":            "there is no quarter Q5 2027",
		"q0":                 "there is no quarter q0",
		"soon":               `"soon" is not a date`,
		"q1 q2":              `"q1 q2" is not a date`,
	} {
		for _, toward := range []when.Direction{when.Past, when.Future} {
			if _, err := when.Parse(text, at(t, zone(t, "Europe/Berlin"), now), toward); err == nil || err.Error() != want {
				t.Errorf("%q: %v; want %s", text, err, want)
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"2025-06-01", "2025-06-01T10:00:00.5+02:00", "7d", "1y6mo", "3 days ago", "in a week", "end of next month", "Q1 2027",
		"friday 17:00", "8 May 2023", "last 3 days", "mon, 3rd of march", "29 feb", "9999-12-31", "at 2:30 pm",
	} {
		f.Add(text, int64(1758112220500))
	}
	berlin := zone(f, "Europe/Berlin")
	f.Fuzz(func(t *testing.T, text string, milliseconds int64) {
		now := time.UnixMilli(milliseconds % (250e9 * 1000)).In(berlin)
		for _, toward := range []when.Direction{when.Past, when.Future} {
			span, err := when.Parse(text, now, toward)
			if err != nil {
				problem, ok := err.(*agmem.Error)
				if !ok || problem.Kind != agmem.Usage || problem.Hint == "" || strings.ContainsAny(problem.Message, "\n\x00") {
					t.Errorf("%q: an unclear error: %v", text, err)
				}
				continue
			}
			if span.From.After(span.To) {
				t.Errorf("%q at %v: from %v to %v", text, now, span.From, span.To)
			}
		}
		if i, err := when.Expiry(text, now); err == nil && !i.Time().After(now.Truncate(time.Millisecond)) {
			t.Errorf("%q at %v: the expiry %v is in the past", text, now, i)
		}
	})
}
