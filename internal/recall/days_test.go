package recall

import (
	"slices"
	"testing"
	"time"
)

func TestFindDays(t *testing.T) {
	for _, c := range []struct {
		text string
		want []Day
	}{
		{"what did we do on 8 May 2023", []Day{{2023, 5, 8}}},
		{"on May 8th, 2023?", []Day{{2023, 5, 8}}},
		{"8th of May 2023", []Day{{2023, 5, 8}}},
		{"May 8", []Day{{0, 5, 8}}},
		{"22 sept", []Day{{0, 9, 22}}},
		{"the 3rd of March", []Day{{0, 3, 3}}},
		{"May 2023", []Day{{2023, 5, 0}}},
		{"decided in May", []Day{{0, 5, 0}}},
		{"decided in 2023", []Day{{2023, 0, 0}}},
		{"2023-05-08", []Day{{2023, 5, 8}}},
		{"2023/5/8", []Day{{2023, 5, 8}}},
		{"2023-05", []Day{{2023, 5, 0}}},
		{"since 2023-05-08T10:00:00Z", []Day{{2023, 5, 8}}},
		{"between 2023-05-08 and 2023-05-10", []Day{{2023, 5, 8}, {2023, 5, 10}}},
		{"8-10 May 2023", []Day{{2023, 5, 0}}}, // of a range the month is read
		{"2023年5月8日", []Day{{2023, 5, 8}}},
		{"我们在2023年5月8日决定了什么", []Day{{2023, 5, 8}}},
		{"2023年5月的会议", []Day{{2023, 5, 0}}},
		{"5月8号说了什么", []Day{{0, 5, 8}}},
		{"2022年和2023年", []Day{{2022, 0, 0}, {2023, 0, 0}}},
		{"January 1, 2024 and 2 Feb 2025", []Day{{2024, 1, 1}, {2025, 2, 2}}},

		{"you may 2 times", []Day{{0, 5, 2}}}, // not to be told from May 2
		{"may I ask", nil},
		{"May I ask", nil}, // a first word has a capital anyway
		{"we may ask", nil},
		{"the long march", nil},
		{"5/8/2023", nil}, // in May or in August
		{"version 1.2.3", nil},
		{"port 8080", nil},
		{"2023-13-01", nil},
		{"2023-05-32", nil},
		{"8日", nil},
		{"一月", nil},
		{"岁月如歌", nil},
		{"", nil},
	} {
		if got := FindDays(c.text); !slices.Equal(got, c.want) {
			t.Errorf("FindDays(%q) = %v, want %v", c.text, got, c.want)
		}
	}
}

func TestDaySpan(t *testing.T) {
	zone := time.FixedZone("", 9*3600)
	for _, c := range []struct {
		day      Day
		from, to string
	}{
		{Day{2023, 5, 8}, "2023-05-08", "2023-05-09"},
		{Day{2023, 12, 31}, "2023-12-31", "2024-01-01"},
		{Day{2024, 2, 0}, "2024-02-01", "2024-03-01"},
		{Day{2023, 12, 0}, "2023-12-01", "2024-01-01"},
	} {
		from, to := c.day.Span(zone)
		if f, u := from.Format(time.DateOnly), to.Format(time.DateOnly); f != c.from || u != c.to || from.Location() != zone {
			t.Errorf("%v spans %s to %s", c.day, f, u)
		}
	}
}

// The nearer a date comes to the day of writing, the better it matches; one
// that contradicts it in anything does not.
func TestDayMatch(t *testing.T) {
	written := time.Date(2023, 5, 8, 23, 0, 0, 0, time.UTC)
	better := []Day{{2023, 5, 8}, {2023, 5, 0}, {0, 5, 0}, {2023, 0, 0}}
	for i, d := range better[1:] {
		if a, b := better[i].match(written), d.match(written); a <= b || b <= 0 {
			t.Errorf("%v matches %v, %v matches %v", better[i], a, d, b)
		}
	}
	for _, d := range []Day{{2023, 5, 9}, {2022, 5, 8}, {0, 6, 8}, {2024, 0, 0}, {0, 4, 0}} {
		if m := d.match(written); m != 0 {
			t.Errorf("%v matches %v", d, m)
		}
	}
}

func FuzzFindDays(f *testing.F) {
	for _, s := range []string{"8 May 2023", "2023年5月8日", "5月", "年月日", "May 8th, 2023", "2023-05-08T", "of of May"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, d := range FindDays(text) {
			if d == (Day{}) || d.Month > 12 || d.Day > 31 || d.Year != 0 && (d.Year < 1900 || d.Year > 2199) || d.Day != 0 && d.Month == 0 {
				t.Errorf("%q names %v", text, d)
			}
		}
	})
}
