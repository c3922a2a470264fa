package when

import (
	"strconv"
	"strings"
	"time"
)

// maxSeconds keeps the clock part of a distance within a time.Duration.
const maxSeconds = 200 * 365 * 24 * 3600

// length is a distance in time. Its parts differ in kind: a month has no
// fixed number of days, and a day none of seconds.
type length struct {
	months, days, seconds int
}

// distance reads how far from now something is: 7d, 1y6mo, -2w, "3 days
// ago", "in a week", "2 hours from now".
func (p parser) distance(words []string) (Span, bool) {
	sign := int(p.toward)
	last := len(words) - 1
	switch {
	case words[0] == "in":
		sign, words = +1, words[1:]
	case words[last] == "ago":
		sign, words = -1, words[:last]
	case last > 1 && words[last-1] == "from" && words[last] == "now":
		sign, words = +1, words[:last-1]
	case words[0][0] == '-', words[0][0] == '+':
		sign = +1
		if words[0][0] == '-' {
			sign = -1
		}
		words = append([]string{words[0][1:]}, words[1:]...)
	}
	l, ok := parseLength(words)
	if !ok {
		return Span{}, false
	}
	return instant(p.move(l, sign)), true
}

// stretch reads the time on one side of now: "last 3 days", "next 2 weeks".
func (p parser) stretch(words []string) (Span, bool) {
	which, ok := offsetOf(words[0])
	if !ok || which == 0 || len(words) < 2 {
		return Span{}, false
	}
	l, ok := parseLength(words[1:])
	if !ok {
		return Span{}, false
	}
	if which < 0 {
		return Span{p.move(l, -1), p.now}, true
	}
	return Span{p.now, p.move(l, +1)}, true
}

// parseLength reads amounts with their units: "7d", "1y6mo", "3 days", "a
// week and 2 hours".
func parseLength(words []string) (length, bool) {
	var l length
	text := strings.Join(words, " ")
	for rest := text; rest != ""; {
		amount, after, ok := cutAmount(rest)
		if !ok {
			return length{}, false
		}
		name := after[:prefix(after, isLetter)]
		u, ok := unitOf(name)
		if !ok {
			return length{}, false
		}
		l.add(u, amount)
		rest = strings.TrimLeft(after[len(name):], " ")
		rest = strings.TrimPrefix(rest, "and ")
	}
	return l, text != "" && l.seconds <= maxSeconds
}

// cutAmount takes a number, or a word for one, from the beginning of text.
func cutAmount(text string) (amount int, rest string, ok bool) {
	if word, rest, found := strings.Cut(text, " "); found {
		if n, ok := numberOf(word); ok {
			return n, strings.TrimLeft(rest, " "), true
		}
	}
	const maxDigits = 6
	n := prefix(text, isDigit)
	if n == 0 || n > maxDigits {
		return 0, "", false
	}
	amount, err := strconv.Atoi(text[:n])
	return amount, strings.TrimLeft(text[n:], " "), err == nil
}

func numberOf(word string) (int, bool) {
	if word == "a" || word == "an" {
		return 1, true
	}
	for i, w := range strings.Fields("one two three four five six seven eight nine ten eleven twelve") {
		if w == word {
			return i + 1, true
		}
	}
	for i, w := range strings.Fields("twenty thirty forty fifty sixty seventy eighty ninety") {
		if w == word {
			return 10 * (i + 2), true
		}
	}
	return 0, false
}

func (l *length) add(u unit, n int) {
	switch u {
	case second:
		l.seconds += n
	case minute:
		l.seconds += 60 * n
	case hour:
		l.seconds += 3600 * n
	case day:
		l.days += n
	case week:
		l.days += 7 * n
	case month:
		l.months += n
	case quarter:
		l.months += 3 * n
	case year:
		l.months += 12 * n
	}
}

// move returns now plus or minus a length: months first, where a day that
// the month does not have becomes its last, then days, then seconds.
func (p parser) move(l length, sign int) time.Time {
	t := p.now
	if l.months != 0 {
		first := t.AddDate(0, sign*l.months, 1-t.Day())
		lastDay := first.AddDate(0, 1, -1).Day()
		t = first.AddDate(0, 0, min(t.Day(), lastDay)-1)
	}
	if l.days != 0 {
		t = t.AddDate(0, 0, sign*l.days)
	}
	return t.Add(time.Duration(sign*l.seconds) * time.Second)
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' }

// prefix returns how many bytes at the beginning of text are of a class.
func prefix(text string, is func(byte) bool) int {
	n := 0
	for n < len(text) && is(text[n]) {
		n++
	}
	return n
}
