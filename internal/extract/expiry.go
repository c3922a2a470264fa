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
// that is lost. So a lifetime ("expires in 15 minutes") is none. Where there is no
// expiry, noDay is the day that was meant and does not exist.
func expiry(content string, now time.Time) (end agmem.Instant, noDay string) {
	all := termsOf(content)
	if end := first(all, now, dated); end != 0 {
		return end, ""
	}
	if end := first(all, now, quarterEnd); end != 0 {
		return end, ""
	}
	if isTemporary(all) {
		const days = 90
		return agmem.InstantOf(now.AddDate(0, 0, days)), ""
	}
	return 0, noDayIn(all)
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
