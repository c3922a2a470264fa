package recall

import (
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Day is a date as a question names it: a day, a month, a year or a part of
// them. Zero fields were not named.
type Day struct{ Year, Month, Day int }

// Whole reports whether the date names a month and its year, so that texts
// may be found by it alone.
func (d Day) Whole() bool { return d.Year != 0 && d.Month != 0 }

// Span returns the local days that a whole date covers, to excluding.
func (d Day) Span(loc *time.Location) (from, to time.Time) {
	if d.Day == 0 {
		from = time.Date(d.Year, time.Month(d.Month), 1, 0, 0, 0, 0, loc)
		return from, from.AddDate(0, 1, 0)
	}
	from = time.Date(d.Year, time.Month(d.Month), d.Day, 0, 0, 0, 0, loc)
	return from, from.AddDate(0, 0, 1)
}

// match says how well a time fits: 1 for a whole day, less for less.
func (d Day) match(t time.Time) float64 {
	if d.Year != 0 && t.Year() != d.Year || d.Month != 0 && int(t.Month()) != d.Month || d.Day != 0 && t.Day() != d.Day {
		return 0
	}
	switch {
	case d.Whole() && d.Day != 0:
		return 1
	case d.Whole() || d.Day != 0:
		return 0.7
	case d.Month != 0:
		return 0.4
	default:
		return 0.2
	}
}

// FindDays returns the dates that a text names: 8 May 2023, May 8th, May 2023,
// in May, 2023, 2023-05-08, 2023/5, 2023年5月8日.
func FindDays(text string) []Day {
	words := dayWords(text)
	var days []Day
	for i := 0; i < len(words); {
		if d, n := dayAt(words[i:], i > 0); n > 0 {
			days = append(days, d)
			i += n
			continue
		}
		i++
	}
	return days
}

// dayWords cuts a text at blanks and commas and drops what surrounds words.
func dayWords(text string) []string {
	fields := strings.FieldsFunc(apart(text), func(r rune) bool { return unicode.IsSpace(r) || r == ',' || r == '，' })
	for i, f := range fields {
		fields[i] = strings.Trim(f, `.?!:;"'()[]？。！`)
	}
	return fields
}

// apart sets blanks around the dates of a text that has none: 在2023年5月8日改.
func apart(text string) string {
	if !strings.ContainsAny(text, "年月") {
		return text
	}
	var b strings.Builder
	var prev rune
	for _, r := range text {
		digit := unicode.IsDigit(r)
		if digit && isUnspaced(prev) && !isDayUnit(prev) || !digit && isDayUnit(prev) {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		prev = r
	}
	return b.String()
}

func isDayUnit(r rune) bool { return r == '年' || r == '月' || r == '日' || r == '号' }

// dayAt reads a date at the beginning of words and returns how many it took.
func dayAt(words []string, inside bool) (Day, int) {
	if d, ok := numericDay(words[0]); ok {
		return d, 1
	}
	if d, ok := chineseDay(words[0]); ok {
		return d, 1
	}
	word := func(i int) string {
		if i < len(words) {
			return words[i]
		}
		return ""
	}
	if month := monthOf(words[0]); month != 0 {
		if day := dayNumber(word(1)); day != 0 {
			if year := yearOf(word(2)); year != 0 {
				return Day{year, month, day}, 3
			}
			return Day{0, month, day}, 2
		}
		if year := yearOf(word(1)); year != 0 {
			return Day{year, month, 0}, 2
		}
		if inside && isName(words[0]) {
			return Day{0, month, 0}, 1
		}
		return Day{}, 0
	}
	if day := dayNumber(words[0]); day != 0 {
		n := 1
		if word(n) == "of" {
			n++
		}
		if month := monthOf(word(n)); month != 0 {
			if year := yearOf(word(n + 1)); year != 0 {
				return Day{year, month, day}, n + 2
			}
			return Day{0, month, day}, n + 1
		}
	}
	if year := yearOf(words[0]); year != 0 {
		return Day{Year: year}, 1
	}
	return Day{}, 0
}

// isName reports whether a month alone is written as a name, so that "may"
// and "march" stay verbs.
func isName(word string) bool { return word != "" && unicode.IsUpper(rune(word[0])) }

func monthOf(word string) int {
	w := strings.ToLower(word)
	if len(w) < 3 {
		return 0
	}
	for m := time.January; m <= time.December; m++ {
		name := strings.ToLower(m.String())
		if w == name || w == name[:3] || w == "sept" && m == time.September {
			return int(m)
		}
	}
	return 0
}

func dayNumber(word string) int {
	w := strings.ToLower(word)
	for _, suffix := range []string{"st", "nd", "rd", "th"} {
		w = strings.TrimSuffix(w, suffix)
	}
	return number(w, 2, 1, 31)
}

func yearOf(word string) int {
	if len(word) != 4 {
		return 0
	}
	return number(word, 4, 1900, 2199)
}

// number reads up to digits decimal digits as a number in low..high, else 0.
func number(s string, digits, low, high int) int {
	if s == "" || len(s) > digits || strings.ContainsFunc(s, func(r rune) bool { return r < '0' || r > '9' }) {
		return 0
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < low || n > high {
		return 0
	}
	return n
}

// numericDay reads 2023-05-08, 2023/5/8 and 2023-05, also with a time of day.
func numericDay(word string) (Day, bool) {
	date, _, _ := strings.Cut(word, "T")
	parts := strings.Split(strings.ReplaceAll(date, "/", "-"), "-")
	if len(parts) < 2 || len(parts) > 3 {
		return Day{}, false
	}
	d := Day{Year: yearOf(parts[0]), Month: number(parts[1], 2, 1, 12)}
	if !d.Whole() {
		return Day{}, false
	}
	if len(parts) == 3 {
		if d.Day = number(parts[2], 2, 1, 31); d.Day == 0 {
			return Day{}, false
		}
	}
	return d, true
}

// chineseDay reads 2023年5月8日, 2023年5月, 5月8日 and 2023年.
func chineseDay(word string) (d Day, ok bool) {
	year, rest, ok := strings.Cut(word, "年")
	if !ok {
		rest = word
	} else if d.Year = yearOf(year); d.Year == 0 {
		return Day{}, false
	}
	if month, after, ok := strings.Cut(rest, "月"); ok {
		rest = after
		if d.Month = number(month, 2, 1, 12); d.Month == 0 {
			return Day{}, false
		}
		if day := strings.TrimRight(rest, "日号"); day != "" {
			d.Day, rest = number(day, 2, 1, 31), ""
			return d, d.Day != 0
		}
	}
	return d, rest == "" && d != Day{}
}

// asksWhen reports whether a question asks for a time.
func asksWhen(text string) bool {
	asked := strings.ToLower(text)
	for _, how := range []string{"when ", "what time", "what day", "what date", "which day", "what year", "how long ago",
		"什么时候", "何时", "几点", "哪天", "哪一天", "いつ", "언제"} {
		if strings.Contains(asked, how) {
			return true
		}
	}
	return false
}

// tellsTime reports whether a folded word is one that people tell a time with.
func tellsTime(word string) bool {
	switch word {
	case "yesterday", "today", "tonight", "tomorrow", "ago", "last", "next", "recently", "morning",
		"week", "weekend", "month", "year",
		"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
		"january", "february", "march", "april", "june", "july", "august", "september",
		"october", "november", "december":
		return true
	}
	return false
}
