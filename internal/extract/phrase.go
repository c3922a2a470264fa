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
	all = behind(all)
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

// behind returns the terms behind the first one and the fillers after it, none
// where its sentence ends.
func behind(all []term) []term {
	if all[0].ends {
		return nil
	}
	all = all[1:]
	for len(all) > 0 && isFiller(all[0].text) && !all[0].ends {
		all = all[1:]
	}
	return all
}

// noDayIn returns the first YYYY-MM-DD behind a word that dates a content which
// is not a day, as 2027-02-30. The terms have no expiry.
func noDayIn(all []term) string {
	for i := range all {
		switch all[i].text {
		case "expire", "expires", "expiring", "expiry", "expiration", "until", "till", "through", "thru":
			if rest := behind(all[i:]); len(rest) > 0 && isNoDay(rest[0].text) {
				return rest[0].text
			}
		}
	}
	return ""
}

func isNoDay(text string) bool {
	const form = "0000-00-00"
	digits := strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return '0'
		}
		return r
	}, text)
	_, err := time.Parse(time.DateOnly, text)
	return digits == form && err != nil
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
