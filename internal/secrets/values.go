package secrets

import (
	"math"
	"strings"
)

// The least lengths of values, in bytes.
const (
	passwordLength = 8
	tokenLength    = 16
	strictLength   = 20
)

// isPassword says whether the value of a name for a password is one, and not a
// word, a variable or a placeholder. Without quotes a value may also be code.
func isPassword(text string, quoted bool) bool {
	if len(text) < passwordLength-1 || len(text) > maxValue || strings.ContainsAny(text, " \t") {
		return false
	}
	c := classesOf(text)
	if c.kinds() < 2 || c.letters() == 0 || c.others > 0 || strings.HasPrefix(text, "0x") {
		return false
	}
	if !quoted && (looksLikeCode(text) || c.digits == 0 || c.lower == 0 && c.others == 0 && strings.Contains(text, "_")) {
		return false
	}
	if c.digits > 0 && c.symbols > 0 && c.letters() >= 4 && strings.ContainsAny(text, "!@#$%^&*?+~") {
		return distinct(text) >= 6 && !isPlaceholder(text)
	}
	return distinct(text) >= 5 && (c.digits > 0 || c.odd > 0 || len(text) >= 12 && c.lower > 0 && c.upper > 0) && !isWordy(text) && !isPlaceholder(text)
}

// isURLPassword is isPassword for a URL, in which the words of examples stand much
// more often than elsewhere.
func isURLPassword(text, user string) bool {
	if len(text) < 6 || strings.EqualFold(text, user) || strings.ContainsAny(text, "{}[]()$,;|") {
		return false
	}
	c := classesOf(text)
	if c.letters() == 0 || c.digits == 0 && c.kinds() < 3 && len(text) < 16 {
		return false
	}
	return distinct(text) >= 5 && !isWordy(text) && !isPlaceholder(text)
}

// isRandom says whether a text of at least so many bytes looks like a token that a
// machine made.
func isRandom(text string, least int) bool {
	if len(text) < least || len(text) > maxValue {
		return false
	}
	c := classesOf(text)
	if c.others > 0 || c.letters() == 0 || c.spaces > 0 || c.odd > 0 {
		return false
	}
	if c.digits == 0 && (len(text) < 24 || c.lower == 0 || c.upper == 0) {
		return false
	}
	if isUUID(text) && least > tokenLength || isWordy(text) || c.lower == 0 && strings.Contains(text, "_") {
		return false // the last is the name of a constant
	}
	if isHex(text) {
		return entropy(text) >= 2.6 && c.digits > 2 && !isPlaceholder(text)
	}
	return entropy(text) >= 3.1 && !looksLikePath(text) && !isPlaceholder(text)
}

// isMixed says whether a text that a sentence tells is no word of it.
func isMixed(text string) bool {
	c := classesOf(text)
	return c.digits > 0 && c.kinds() >= 2 && !isUUID(text) && !isDigest(text)
}

// isDigest says whether a text may be a hash: as many digits of base 16 as one has.
func isDigest(text string) bool {
	switch len(text) {
	case 32, 40, 56, 64, 96, 128:
		return isHex(text)
	}
	return isUUID(text)
}

// classes counts the kinds of bytes of a text.
type classes struct{ lower, upper, digits, symbols, spaces, odd, others int }

func classesOf(text string) classes {
	var c classes
	for i := range len(text) {
		switch b := text[i]; {
		case isLower(b):
			c.lower++
		case isUpper(b):
			c.upper++
		case isDigit(b):
			c.digits++
		case b == ' ':
			c.spaces++
		case strings.IndexByte("+/=_-.~:", b) >= 0:
			c.symbols++
		case b > ' ' && b < 0x7f:
			c.symbols++
			c.odd++ // in a password, but in no token
		default:
			c.others++
		}
	}
	return c
}

func (c classes) letters() int { return c.lower + c.upper }

// kinds says how many kinds of bytes there are.
func (c classes) kinds() int {
	n := 0
	for _, count := range []int{c.lower, c.upper, c.digits, c.symbols} {
		if count > 0 {
			n++
		}
	}
	return n
}

// entropy is that of the bytes of a text, in bits for each.
func entropy(text string) float64 {
	var counts [256]int
	for i := range len(text) {
		counts[text[i]]++
	}
	bits := 0.0
	for _, n := range counts {
		if n > 0 {
			p := float64(n) / float64(len(text))
			bits -= p * math.Log2(p)
		}
	}
	return bits
}

// distinct counts the different bytes of a text.
func distinct(text string) int {
	var seen [256]bool
	n := 0
	for i := range len(text) {
		if !seen[text[i]] {
			seen[text[i]] = true
			n++
		}
	}
	return n
}

func isHex(text string) bool {
	for i := range len(text) {
		if c := text[i] | 0x20; !isDigit(text[i]) && !('a' <= c && c <= 'f') {
			return false
		}
	}
	return text != ""
}

// isUUID reports five groups of digits of base 16.
func isUUID(text string) bool {
	if len(text) != 36 {
		return false
	}
	for i := range len(text) {
		dash := i == 8 || i == 13 || i == 18 || i == 23
		if dash != (text[i] == '-') || !dash && !isHex(text[i:i+1]) {
			return false
		}
	}
	return true
}

func isLower(c byte) bool         { return 'a' <= c && c <= 'z' }
func isUpper(c byte) bool         { return 'A' <= c && c <= 'Z' }
func isDigit(c byte) bool         { return '0' <= c && c <= '9' }
func isLetterOrDigit(c byte) bool { return isLower(c|0x20) || isDigit(c) }
func isWordByte(c byte) bool      { return isLetterOrDigit(c) || c == '_' }

// isTokenByte reports a byte that tokens are made of.
func isTokenByte(c byte) bool { return isWordByte(c) || strings.IndexByte("-./+=~:%", c) >= 0 }

// hasRun says whether a text begins with so many bytes of tokens.
func hasRun(text string, least int) bool {
	if len(text) < least {
		return false
	}
	for i := range least {
		if !isTokenByte(text[i]) {
			return false
		}
	}
	return true
}
