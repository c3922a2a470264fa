package extract

import (
	"strings"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/when"
)

// expiry returns when a content says that it ends, zero if it does not: the
// first date behind "valid until", "expires" and the like, else the end of a
// quarter of the future, else 90 days from now for something temporary. What
// is in doubt is no expiry, because a memory that stays is better than one
// that is lost. So a lifetime ("expires in 15 minutes") is none.
func expiry(content string, now time.Time) agmem.Instant {
	all := termsOf(content)
	if end := first(all, now, dated); end != 0 {
		return end
	}
	if end := first(all, now, quarterEnd); end != 0 {
		return end
	}
	if isTemporary(all) {
		const days = 90
		return agmem.InstantOf(now.AddDate(0, 0, days))
	}
	return 0
}

// first returns the first date that a rule reads at one of the terms. A rule
// says whether there was something to read, which is given up after a number of
// vain attempts: reading a date takes long, beside finding a word.
func first(all []term, now time.Time, rule func([]term, int, time.Time) (end agmem.Instant, tried bool)) agmem.Instant {
	const most = 64
	for i, tries := 0, 0; i < len(all) && tries < most; i++ {
		end, tried := rule(all, i, now)
		if end != 0 {
			return end
		}
		if tried {
			tries++
		}
	}
	return 0
}

// term is a word of a content in lower case, without the signs around it.
type term struct {
	text string
	ends bool // a sentence, or what may follow cannot belong to the word
}

func termsOf(content string) []term {
	fields := strings.Fields(strings.ToLower(content))
	all := make([]term, 0, len(fields))
	for _, f := range fields {
		text := strings.Trim(f, "*_`\"'“”‘’()[]{}<>.,;:!?")
		behind := f[strings.LastIndex(f, text)+len(text):]
		const longestShortForm = 4 // Sept.
		isShortForm := behind == "." && len(text) <= longestShortForm && strings.Trim(text, letters) == ""
		all = append(all, term{text, strings.ContainsAny(behind, ".;!?)]}") && !isShortForm})
	}
	return all
}

const letters = "abcdefghijklmnopqrstuvwxyz"

// dated reads a date behind the i-th term, if that is one that dates a content.
func dated(all []term, i int, now time.Time) (end agmem.Instant, tried bool) {
	strict := anyDay
	isValid := i > 0 && !all[i-1].ends && isValidity(all[i-1].text)
	switch all[i].text {
	case "expire", "expires", "expiring", "expiry", "expiration":
	case "until", "till", "through", "thru":
		switch {
		case isValid && isNegated(all, i-1):
			return 0, false
		case isValid:
			strict = anyPeriod
		default:
			return aheadOf(now, dateBehind(all[i:], now, bare(all[i].text))), true
		}
	default:
		return 0, false
	}
	return dateBehind(all[i:], now, strict), true
}

// bare is how strictly dates are read behind a word that does not say what
// ends. "Until" is nearly always about time, "through" is not.
func bare(word string) strictness {
	if word == "until" || word == "till" {
		return anyDay
	}
	return withNumber
}

// aheadOf drops a date that has passed: "it worked until last week" is true for
// ever.
func aheadOf(now time.Time, end agmem.Instant) agmem.Instant {
	if end.Time().After(now) {
		return end
	}
	return 0
}

func isValidity(word string) bool {
	switch word {
	case "valid", "good", "available", "active", "effective", "supported":
		return true
	}
	return false
}

// isNegated says whether the i-th term has a "not" before it: what is not valid
// until March begins in March.
func isNegated(all []term, i int) bool {
	if i < 1 {
		return false
	}
	switch before := all[i-1].text; before {
	case "not", "never", "no", "longer":
		return true
	default:
		return strings.HasSuffix(before, "n't") || strings.HasSuffix(before, "n’t")
	}
}

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

func isQuarter(word string) bool {
	return len(word) == 2 && word[0] == 'q' && '1' <= word[1] && word[1] <= '4'
}

// isYear says whether a word is a year that a text of today may mean.
func isYear(word string) bool {
	return len(word) == 4 && strings.HasPrefix(word, "20") && strings.Trim(word, "0123456789") == ""
}

// quarterEnd returns the last moment of the quarter that the i-th term names
// with its year, zero if that has passed or is only where something begins.
func quarterEnd(all []term, i int, now time.Time) (end agmem.Instant, tried bool) {
	if !isQuarter(all[i].text) || all[i].ends || i+1 == len(all) || !isYear(all[i+1].text) {
		return 0, false
	}
	if i > 0 {
		switch all[i-1].text {
		case "since", "from", "after", "starting", "beginning", "of":
			return 0, false
		}
	}
	end, err := when.Expiry(all[i].text+" "+all[i+1].text, now)
	if err != nil {
		return 0, true
	}
	return end, true
}

// isTemporary looks for the word "temporary" that is said of the content, not
// of a file or a table.
func isTemporary(all []term) bool {
	for i, t := range all {
		if t.text != "temporary" || isNegated(all, i) {
			continue
		}
		if t.ends || i+1 == len(all) || !isTemporaryThing(all[i+1].text) {
			return true
		}
	}
	return false
}

func isTemporaryThing(word string) bool {
	switch word {
	case "file", "files", "filename", "directory", "directories", "dir", "dirs", "folder", "folders", "path", "paths",
		"table", "tables", "variable", "variables", "object", "objects", "buffer", "buffers", "storage":
		return true
	}
	return false
}
