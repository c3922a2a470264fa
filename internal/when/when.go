// Package when reads dates as people type them: 2025-06-01, 7d, yesterday,
// "next friday", "end of month", "Q1 2027", "8 May 2023".
//
// Days, weeks (from Monday), months and years are those of the time zone of
// now. A span such as 7d counts from now: days and longer units by the
// calendar, at the same time of day, hours and shorter ones exactly.
//
// The grammar is our own. Libraries search for a date within a text and ignore
// the words around it, so a misspelt expiry would become another one.
package when

import (
	"strings"
	"time"

	"github.com/agmem/agmem"
)

// Span is the time that a text names, from From up to but not including To.
// A text that names an instant has To equal to From.
type Span struct {
	From, To time.Time
}

// isInstant says that the span has no length.
func (s Span) isInstant() bool { return s.From.Equal(s.To) }

func instant(t time.Time) Span { return Span{t, t} }

// Direction says on which side of now a text is that does not say so
// itself: 7d, march, friday, "8 may".
type Direction int

// The directions.
const (
	Past   Direction = -1
	Future Direction = +1
)

// maxText is the longest text that is read, in bytes.
const maxText = 80

// Parse returns the time that text names. Case and the number of blanks do
// not matter. A text that names none is Usage: the error names the text, and
// the hint has the forms. docs/dates.md explains them all.
//
// A bare weekday, month, quarter or day of a year is the last one that has
// begun or the next one that has not ended, so today's counts in both
// directions; "last friday" and "next friday" are never today, "this friday"
// is in this week. 14:30 or "at 2pm" may follow a day.
func Parse(text string, now time.Time, toward Direction) (Span, error) {
	p := parser{now: now, toward: toward}
	words := wordsOf(text)
	if len(words) == 0 || len(text) > maxText {
		return Span{}, p.refuse(text)
	}
	span, ok := p.phrase(words)
	if !ok || span.From.UTC().Year() < 1 || span.From.UTC().Year() > 9999 {
		return Span{}, p.refuse(text)
	}
	// RFC 3339 has four digits for the year, and 9999-12-31 is a common "never".
	if end := time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC); span.To.After(end) {
		span.To = end
	}
	return span, nil
}

// parser knows what relative texts relate to. Each of its rules takes all the
// words of a text, in lower case, and says whether it could read them.
type parser struct {
	now    time.Time
	toward Direction
}

func (p parser) phrase(words []string) (Span, bool) {
	if len(words) == 0 {
		return Span{}, false
	}
	for _, rule := range []func([]string) (Span, bool){
		p.written, p.named, p.distance, p.period, p.stretch, p.calendar, p.edge, p.clock,
	} {
		if span, ok := rule(words); ok {
			return span, true
		}
	}
	return Span{}, false
}

func (p parser) refuse(text string) error {
	forms := `forms: 2025-06-01, 2025-06-01T14:30, 7d, "3 days ago", yesterday, "last monday", "last month", "start of year", "Q1 2025", "8 May 2025"`
	if p.toward == Future {
		forms = `forms: 2027-01-15, 2027-01-15T14:30, 7d, "in 2 weeks", tomorrow, "next friday", "next month", "end of month", "Q1 2027", "15 March 2027"`
	}
	if len(text) > maxText {
		return agmem.Errorf(agmem.Usage, "a date of %d bytes is too long", len(text)).WithHint("%s", forms)
	}
	if p.skipped(text) {
		return agmem.Errorf(agmem.Usage, "there is no time %s: clocks go forward over it", strings.Join(strings.Fields(text), " "))
	}
	if unit := impossible(text); unit != "" {
		return agmem.Errorf(agmem.Usage, "there is no %s %s", unit, strings.Join(strings.Fields(text), " ")).WithHint("%s", forms)
	}
	return agmem.Errorf(agmem.Usage, "%q is not a date", text).WithHint("%s", forms)
}

// skipped says whether a text that could not be read names a time that clocks go
// forward over: where they never do, it can be read.
func (p parser) skipped(text string) bool {
	words := wordsOf(text)
	_, here := p.phrase(words)
	_, elsewhere := parser{p.now.UTC(), p.toward}.phrase(words)
	return elsewhere && !here
}

// impossible returns "day", "month" or "quarter" for a text that has the form
// of one, and an empty string for one that could not be a date on any calendar.
// It is only asked about texts that could not be read.
func impossible(text string) string {
	words := wordsOf(text)
	if d, ok := partsOf(words); ok {
		if d.hasQuarter {
			return "quarter"
		}
		return "day"
	}
	switch shape := strings.Map(digitsToZero, strings.Join(words, " ")); shape {
	case "0000-00-00":
		return "day"
	case "0000-00":
		return "month"
	}
	return ""
}

func digitsToZero(r rune) rune {
	if '0' <= r && r <= '9' {
		return '0'
	}
	return r
}

// wordsOf returns the words of a text in lower case. Commas separate words.
func wordsOf(text string) []string {
	return strings.Fields(strings.ToLower(strings.ReplaceAll(text, ",", " ")))
}
