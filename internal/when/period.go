package when

import (
	"strings"
	"time"
)

// named reads now, today, tonight, yesterday and tomorrow. Tonight is all of
// today, so that as an expiry it ends with the day.
func (p parser) named(words []string) (Span, bool) {
	if len(words) != 1 {
		return Span{}, false
	}
	switch words[0] {
	case "now":
		return instant(p.now), true
	case "today", "tonight":
		return p.span(day, p.today()), true
	case "yesterday":
		return p.span(day, p.shift(day, p.today(), -1)), true
	case "tomorrow":
		return p.span(day, p.shift(day, p.today(), 1)), true
	}
	return Span{}, false
}

// period reads a weekday, and "last", "this" or "next" before a weekday, a
// day, week, month, quarter or year.
func (p parser) period(words []string) (Span, bool) {
	switch len(words) {
	case 1:
		if wd, ok := weekdayOf(words[0]); ok {
			return p.weekday(wd, 0), true
		}
	case 2:
		which, ok := offsetOf(words[0])
		if !ok {
			return Span{}, false
		}
		if wd, ok := weekdayOf(words[1]); ok && which == 0 {
			return p.span(day, p.shift(day, p.floor(week, p.now), (int(wd)+6)%7)), true
		} else if ok {
			return parser{p.now, Direction(which)}.weekday(wd, 1), true
		}
		if u, ok := unitOf(words[1]); ok && u >= day {
			return p.span(u, p.shift(u, p.floor(u, p.now), which)), true
		}
	}
	return Span{}, false
}

// weekday returns the day of that name that is nearest in the direction and
// at least so many days away.
func (p parser) weekday(wd time.Weekday, atLeast int) Span {
	for away := atLeast; ; away++ {
		if start := p.shift(day, p.today(), away*int(p.toward)); start.Weekday() == wd {
			return p.span(day, start)
		}
	}
}

// edge reads the beginning or the end of something: "end of month", "start of
// next week", "end of march 2027".
func (p parser) edge(words []string) (Span, bool) {
	side := words[0]
	if side != "end" && side != "start" && side != "beginning" {
		return Span{}, false
	}
	words = words[1:]
	for len(words) > 0 && (words[0] == "of" || words[0] == "the") {
		words = words[1:]
	}
	if len(words) == 1 {
		if _, ok := unitOf(words[0]); ok {
			words = []string{"this", words[0]}
		}
	}
	of, ok := p.phrase(words)
	if !ok || of.isInstant() {
		return Span{}, false
	}
	if side == "end" {
		return instant(of.To.Add(-time.Millisecond)), true
	}
	return instant(of.From), true
}

// offsetOf reads which of several, counted from the present one.
func offsetOf(word string) (int, bool) {
	switch word {
	case "last", "past", "previous":
		return -1, true
	case "this", "current":
		return 0, true
	case "next", "coming":
		return 1, true
	}
	return 0, false
}

func weekdayOf(word string) (time.Weekday, bool) {
	for wd := time.Sunday; wd <= time.Saturday; wd++ {
		if isShortFor(word, wd.String()) {
			return wd, true
		}
	}
	return 0, false
}

// isShortFor says whether word is the name or three or more of its first
// letters, with or without a period: mon, sept., thurs.
func isShortFor(word, name string) bool {
	word = strings.TrimSuffix(word, ".")
	return len(word) >= 3 && strings.HasPrefix(strings.ToLower(name), word)
}
