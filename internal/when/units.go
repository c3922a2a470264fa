package when

import "time"

// unit is a length of the calendar or the clock.
type unit int

const (
	second unit = iota
	minute
	hour
	day
	week
	month
	quarter
	year
)

func unitOf(word string) (unit, bool) {
	switch word {
	case "s", "sec", "secs", "second", "seconds":
		return second, true
	case "m", "min", "mins", "minute", "minutes":
		return minute, true
	case "h", "hr", "hrs", "hour", "hours":
		return hour, true
	case "d", "day", "days":
		return day, true
	case "w", "wk", "wks", "week", "weeks":
		return week, true
	case "mo", "mos", "month", "months":
		return month, true
	case "quarter", "quarters":
		return quarter, true
	case "y", "yr", "yrs", "year", "years":
		return year, true
	}
	return 0, false
}

// date returns the first instant of a day. That is not always 00:00: where
// clocks go forward at midnight the day begins later, and where they go back
// over midnight there are two of it.
func (p parser) date(y int, m time.Month, d int) time.Time {
	t := time.Date(y, m, d, 0, 0, 0, 0, p.now.Location())
	start, end := t.ZoneBounds()
	if t.Day() != time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Day() {
		return end
	}
	if start.IsZero() {
		return t
	}
	_, offset := t.Zone()
	_, before := start.Add(-time.Second).Zone()
	if first := t.Add(time.Duration(offset-before) * time.Second); first.Before(start) && first.Day() == t.Day() {
		return first
	}
	return t
}

func (p parser) today() time.Time { return p.date(p.now.Date()) }

// span returns the unit that begins at start.
func (p parser) span(u unit, start time.Time) Span { return Span{start, p.shift(u, start, 1)} }

// floor returns the beginning of the day, week, month, quarter or year that t
// is in.
func (p parser) floor(u unit, t time.Time) time.Time {
	y, m, d := t.Date()
	switch u {
	case week:
		sinceMonday := (int(t.Weekday()) + 6) % 7
		return p.date(y, m, d-sinceMonday)
	case month:
		return p.date(y, m, 1)
	case quarter:
		return p.date(y, m-(m-1)%3, 1)
	case year:
		return p.date(y, time.January, 1)
	default:
		return p.date(y, m, d)
	}
}

// shift returns the beginning of the day, week, month, quarter or year that
// comes n after the one that begins at start.
func (p parser) shift(u unit, start time.Time, n int) time.Time {
	y, m, d := start.Date()
	switch u {
	case week:
		return p.date(y, m, d+7*n)
	case month:
		return p.date(y, m+time.Month(n), 1)
	case quarter:
		return p.date(y, m+time.Month(3*n), 1)
	case year:
		return p.date(y+n, time.January, 1)
	default:
		return p.date(y, m, d+n)
	}
}
