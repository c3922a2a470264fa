package when

import (
	"strconv"
	"time"
)

// parts are the pieces of a date that its words name; zero for none.
type parts struct {
	weekday    time.Weekday
	hasName    bool // a weekday was named
	year       int
	month      time.Month
	quarter    int
	hasQuarter bool // a quarter was named, which may be one that no year has
	day        int
	repeated   bool // something was named twice
}

// calendar reads dates with names in any order: "8 May 2023", "May 8",
// "Q1 2027", "mon, 3rd of March", "march".
func (p parser) calendar(words []string) (Span, bool) {
	d, ok := partsOf(words)
	switch {
	case !ok:
		return Span{}, false
	case d.year != 0:
		return p.inYear(d, d.year)
	}
	return p.nearest(d)
}

// partsOf returns the pieces of a date that words name; false where they are
// not those of one. The date itself may not exist: 30 February, Q5.
func partsOf(words []string) (parts, bool) {
	var d parts
	for _, word := range words {
		if word != "of" && word != "the" && !d.add(word) {
			return parts{}, false
		}
	}
	switch {
	case d.repeated, d.hasQuarter && (d.month != 0 || d.day != 0 || d.hasName):
		return parts{}, false
	case d.month == 0 && !d.hasQuarter, d.hasName && d.day == 0:
		return parts{}, false
	}
	return d, true
}

// add takes a word in; false for one that is not a part of a date.
func (d *parts) add(word string) bool {
	if m, ok := monthOf(word); ok {
		d.repeated = d.repeated || d.month != 0
		d.month = m
		return true
	}
	if wd, ok := weekdayOf(word); ok {
		d.repeated = d.repeated || d.hasName
		d.weekday, d.hasName = wd, true
		return true
	}
	if len(word) == 2 && word[0] == 'q' && isDigit(word[1]) {
		d.repeated = d.repeated || d.hasQuarter
		d.quarter, d.hasQuarter = int(word[1]-'0'), true
		return true
	}
	return d.addNumber(word)
}

func (d *parts) addNumber(word string) bool {
	digits := prefix(word, isDigit)
	n, err := strconv.Atoi(word[:digits])
	if err != nil || n == 0 {
		return false
	}
	ending := word[digits:]
	switch {
	case digits == 4 && ending == "":
		d.repeated = d.repeated || d.year != 0
		d.year = n
	case digits <= 2 && (ending == "" || ending == "." || isOrdinal(ending)):
		d.repeated = d.repeated || d.day != 0
		d.day = n
	default:
		return false
	}
	return true
}

func isOrdinal(ending string) bool {
	return ending == "st" || ending == "nd" || ending == "rd" || ending == "th"
}

// inYear returns the span that the parts name in a year; false where that
// year has no such day, or one of another weekday.
func (p parser) inYear(d parts, y int) (Span, bool) {
	switch {
	case d.hasQuarter:
		exists := 1 <= d.quarter && d.quarter <= 4
		return p.span(quarter, p.date(y, time.Month(3*d.quarter-2), 1)), exists
	case d.day == 0:
		return p.span(month, p.date(y, d.month, 1)), true
	}
	start := p.date(y, d.month, d.day)
	if start.Day() != d.day || d.hasName && start.Weekday() != d.weekday {
		return Span{}, false
	}
	return p.span(day, start), true
}

// nearest returns the nearest span of the year in the direction.
// A 29 February can be eight years away, one on a given weekday forty.
func (p parser) nearest(d parts) (Span, bool) {
	const years = 40
	for away := range years + 1 {
		span, ok := p.inYear(d, p.now.Year()+away*int(p.toward))
		if !ok {
			continue
		}
		hasBegun, hasEnded := !span.From.After(p.now), !span.To.After(p.now)
		if p.toward == Past && hasBegun || p.toward == Future && !hasEnded {
			return span, true
		}
	}
	return Span{}, false
}

func monthOf(word string) (time.Month, bool) {
	for m := time.January; m <= time.December; m++ {
		if isShortFor(word, m.String()) {
			return m, true
		}
	}
	return 0, false
}
