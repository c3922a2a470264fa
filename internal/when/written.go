package when

import (
	"strings"
	"time"
)

// written reads dates and times in digits: RFC 3339 and what ISO 8601 allows
// to leave out at its end. Without an offset they are local. "+0200" and "+02"
// are offsets too.
func (p parser) written(words []string) (Span, bool) {
	text := strings.ToUpper(strings.Join(words, " "))
	if !isDigit(text[0]) {
		return Span{}, false
	}
	for _, form := range []struct {
		layout string
		unit   unit
	}{{time.DateOnly, day}, {"2006-01", month}, {"2006", year}} {
		if t, err := time.Parse(form.layout, text); err == nil {
			return p.span(form.unit, p.date(t.Date())), true
		}
	}
	text = strings.NewReplacer(" +", "+", " -", "-").Replace(text)
	text = strings.Replace(text, " ", "T", 1)
	for _, clock := range []string{"2006-01-02T15:04:05", "2006-01-02T15:04"} {
		for _, offset := range []string{"", "Z07:00", "Z0700", "Z07"} {
			t, err := time.Parse(clock+offset, text)
			if err == nil && offset == "" {
				return p.local(t)
			}
			if err == nil {
				return instant(t), true
			}
		}
	}
	return Span{}, false
}

// clock reads a day and a time of it, or a time of today: "14:30",
// "tomorrow at 9am", "friday 17:00:30".
func (p parser) clock(words []string) (Span, bool) {
	last := len(words) - 1
	if half := words[last]; last > 0 && (half == "am" || half == "pm") {
		words = append(words[:last-1:last-1], words[last-1]+half)
		last--
	}
	t, ok := timeOfDay(words[last])
	if !ok {
		return Span{}, false
	}
	words = words[:last]
	if n := len(words); n > 0 && words[n-1] == "at" {
		words = words[:n-1]
	}
	of := p.span(day, p.today())
	if len(words) > 0 {
		if of, ok = p.phrase(words); !ok || !p.isDay(of) {
			return Span{}, false
		}
	}
	y, m, d := of.From.Date()
	return p.local(time.Date(y, m, d, t.Hour(), t.Minute(), t.Second(), 0, time.UTC))
}

// local returns the instant at which local clocks show what those in UTC show at
// t; false for a time that they skip.
func (p parser) local(t time.Time) (Span, bool) {
	y, m, d := t.Date()
	at := time.Date(y, m, d, t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), p.now.Location())
	return instant(at), at.Format(time.DateTime) == t.Format(time.DateTime)
}

func timeOfDay(word string) (time.Time, bool) {
	for _, layout := range []string{"15:04", "15:04:05", "3pm", "3:04pm"} {
		if t, err := time.Parse(layout, word); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

func (p parser) isDay(s Span) bool {
	return s.From.Equal(p.date(s.From.Date())) && s.To.Equal(p.shift(day, s.From, 1))
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
