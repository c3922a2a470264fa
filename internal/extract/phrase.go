package extract

import (
	"strings"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/when"
)

// strictness says how clearly a phrase has to be a date.
type strictness int

const (
	anyPeriod  strictness = iota // a year too
	anyDay                       // or month, or quarter
	withNumber                   // one of these with a number in it
)

// dateBehind reads the longest date behind the first term, in its sentence.
func dateBehind(all []term, now time.Time, strict strictness) agmem.Instant {
	if all[0].ends {
		return 0
	}
	all = all[1:]
	for len(all) > 0 && isFiller(all[0].text) && !all[0].ends {
		all = all[1:]
	}
	var phrases []string
	const most = 6
	for i := 0; i < min(most, len(all)) && (i == 0 || !all[i-1].ends); i++ {
		phrase := all[i].text
		if i > 0 {
			phrase = phrases[i-1] + " " + phrase
		}
		phrases = append(phrases, phrase)
	}
	for i := len(phrases) - 1; i >= 0; i-- {
		if end := dateIn(phrases[i], now, strict); end != 0 {
			return end
		}
	}
	return 0
}

// isFiller knows what may be between "expires" and the date.
func isFiller(word string) bool {
	switch word {
	case "", "on", "at", "by", "in", "is", "date", "the", "=", "-", "–":
		return true
	}
	return false
}

// dateIn reads a phrase. A distance is not a date: it is a lifetime.
func dateIn(phrase string, now time.Time, strict strictness) agmem.Instant {
	const digits = "0123456789"
	span, err := when.Parse(phrase, now, when.Future)
	if err != nil || phrase == "may" {
		return 0
	}
	first, _, _ := strings.Cut(phrase, " ")
	isNumber := strings.Trim(phrase, digits) == ""
	namesDay := strings.IndexAny(phrase, digits) == 0 && strings.Contains(first, "-") || first == "end" ||
		strings.Contains(phrase, ":") && !strings.Contains(first, ":")
	switch {
	case span.From.Equal(span.To) && !namesDay,
		isNumber && (strict != anyPeriod || !isYear(phrase)),
		strict == withNumber && !strings.ContainsAny(phrase, digits):
		return 0
	}
	end, err := when.End(phrase, now)
	if err != nil {
		return 0
	}
	return end
}
