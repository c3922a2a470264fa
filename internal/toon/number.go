package toon

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// Plain decimal notation covers values from 1e-6 up to below 1e21 (section 2).
// Written as 0.DIGITS times a power of ten, with a first digit that is not
// zero, these are the powers from minPoint to maxPoint.
const (
	minPoint = -5
	maxPoint = 21
)

// maxExponent ends the numeric domain of this package on both sides.
const maxExponent = 999_999_999

// decimal is the text of a number taken apart.
type decimal struct {
	negative bool
	whole    string // at least one digit
	frac     string // the digits after the point, if there is one
	exp      string // the exponent with its sign, if there is one
}

// parseNumber takes a token apart if it is a number as section 4 defines it.
func parseNumber(s string) (decimal, bool) {
	digits, negative := strings.CutPrefix(s, "-")
	d, ok := parseDecimal(digits)
	if !ok || len(d.whole) > 1 && d.whole[0] == '0' {
		return decimal{}, false
	}
	d.negative = negative
	return d, true
}

// looksNumeric reports whether an unquoted string could be taken for a number
// by this or an older decoder, which section 7.2 draws wider than section 4.
func looksNumeric(s string) bool {
	if s != "" && (s[0] == '+' || s[0] == '-') {
		s = s[1:]
	}
	_, ok := parseDecimal(s)
	return ok
}

// parseDecimal takes apart digits, an optional fraction and an optional
// exponent, without a sign in front.
func parseDecimal(s string) (d decimal, ok bool) {
	if d.whole, s = cutDigits(s); d.whole == "" {
		return d, false
	}
	if s != "" && s[0] == '.' {
		if d.frac, s = cutDigits(s[1:]); d.frac == "" {
			return d, false
		}
	}
	if s != "" && (s[0] == 'e' || s[0] == 'E') {
		d.exp = s[1:]
		unsigned := d.exp
		if unsigned != "" && (unsigned[0] == '+' || unsigned[0] == '-') {
			unsigned = unsigned[1:]
		}
		var digits string
		if digits, s = cutDigits(unsigned); digits == "" {
			return d, false
		}
	}
	return d, s == ""
}

// cutDigits splits the leading ASCII digits off s.
func cutDigits(s string) (digits, rest string) {
	i := 0
	for i < len(s) && '0' <= s[i] && s[i] <= '9' {
		i++
	}
	return s[:i], s[i:]
}

// Number returns the canonical number that a token stands for, and false if
// the token is not a number or is outside the numeric domain.
func Number(s string) (json.Number, bool) {
	d, ok := parseNumber(s)
	if !ok {
		return "", false
	}
	if d.canonical() {
		return json.Number(s), true
	}
	text, ok := d.format()
	return json.Number(text), ok
}

// canonical recognises the common numbers that are written canonically already.
func (d decimal) canonical() bool {
	switch {
	case d.exp != "" || len(d.whole) > maxPoint || strings.HasSuffix(d.frac, "0"):
		return false
	case d.whole == "0":
		return d.frac == "" && !d.negative || d.frac != "" && !strings.HasPrefix(d.frac, "000000")
	}
	return true
}

// format writes a number canonically: in plain decimal notation where section 2
// asks for it, otherwise with one digit before the point and a signed exponent.
// It returns false if the number is outside the numeric domain.
func (d decimal) format() (string, bool) {
	digits := strings.TrimLeft(d.whole+d.frac, "0")
	point := len(digits) - len(d.frac)
	digits = strings.TrimRight(digits, "0")
	if digits == "" {
		return "0", true
	}
	exp, ok := parseExponent(d.exp)
	if !ok {
		return "", false
	}
	point += exp
	sign := ""
	if d.negative {
		sign = "-"
	}
	switch {
	case point-1 < -maxExponent || point-1 > maxExponent:
		return "", false
	case point < minPoint || point > maxPoint:
		return sign + scientific(digits, point-1), true
	case point <= 0:
		return sign + "0." + strings.Repeat("0", -point) + digits, true
	case point >= len(digits):
		return sign + digits + strings.Repeat("0", point-len(digits)), true
	}
	return sign + digits[:point] + "." + digits[point:], true
}

// parseExponent reads an exponent; false means that it is too long to matter.
func parseExponent(s string) (int, bool) {
	if s == "" {
		return 0, true
	}
	digits := strings.TrimLeft(strings.TrimLeft(s, "+-"), "0")
	if digits == "" {
		return 0, true
	}
	if len(digits) > 18 {
		return 0, false
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if s[0] == '-' {
		n = -n
	}
	return int(n), err == nil
}

// scientific writes digits with the point behind the first of them.
func scientific(digits string, exp int) string {
	mantissa := digits[:1]
	if len(digits) > 1 {
		mantissa += "." + digits[1:]
	}
	sign := "+"
	if exp < 0 {
		sign, exp = "-", -exp
	}
	return mantissa + "e" + sign + strconv.Itoa(exp)
}

// appendFloat appends a float in canonical form, with as many digits as it
// takes to read the same float back.
func appendFloat(dst []byte, f float64) []byte {
	abs := math.Abs(f)
	switch {
	case math.IsNaN(f) || math.IsInf(f, 0):
		return append(dst, "null"...)
	case f == 0:
		return append(dst, '0')
	case abs >= 1e-6 && abs < 1e21:
		return strconv.AppendFloat(dst, f, 'f', -1, 64)
	}
	return appendNumber(dst, json.Number(strconv.FormatFloat(f, 'e', -1, 64)))
}

// appendNumber appends a valid json.Number in canonical form, or quoted and as
// it is if it is outside the numeric domain.
func appendNumber(dst []byte, n json.Number) []byte {
	if canonical, ok := Number(string(n)); ok {
		return append(dst, canonical...)
	}
	return appendQuoted(dst, string(n))
}

// appendInteger appends one of the integer types.
func appendInteger(dst []byte, v any) []byte {
	switch v := v.(type) {
	case int:
		return strconv.AppendInt(dst, int64(v), 10)
	case int32:
		return strconv.AppendInt(dst, int64(v), 10)
	case int64:
		return strconv.AppendInt(dst, v, 10)
	case uint:
		return strconv.AppendUint(dst, uint64(v), 10)
	case uint32:
		return strconv.AppendUint(dst, uint64(v), 10)
	case uint64:
		return strconv.AppendUint(dst, v, 10)
	}
	return dst
}
