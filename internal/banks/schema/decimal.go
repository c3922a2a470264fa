package schema

import (
	"cmp"
	"math/big"
	"strconv"
	"strings"
)

// decimal is a number as JSON writes it, exactly: ±0.digits × 10^exponent,
// where digits neither begin nor end with a zero. Zero has no digits.
//
// It is compared without being computed, so that 1e999999999 costs no more
// than it is long.
type decimal struct {
	negative bool
	digits   string
	exponent int64
}

// maxExponent is the largest exponent that is distinguished from larger ones;
// it leaves room to add the length of any text.
const maxExponent = 1 << 60

// parseDecimal reads a valid JSON number.
func parseDecimal(literal string) decimal {
	rest, negative := strings.CutPrefix(literal, "-")
	mantissa, exponent := rest, int64(0)
	if i := strings.IndexAny(rest, "eE"); i >= 0 {
		mantissa = rest[:i]
		exponent = parseExponent(rest[i+1:])
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := whole + fraction
	significant := strings.TrimLeft(digits, "0")
	exponent += int64(len(whole) - (len(digits) - len(significant)))
	significant = strings.TrimRight(significant, "0")
	if significant == "" {
		return decimal{}
	}
	return decimal{negative, significant, exponent}
}

// parseExponent reads an exponent, one that is too large as the largest.
func parseExponent(digits string) int64 {
	n, _ := strconv.ParseInt(digits, 10, 64)
	return min(max(n, -maxExponent), maxExponent)
}

// String returns the one form of the number that equal numbers share.
func (d decimal) String() string {
	if d.digits == "" {
		return "0"
	}
	sign := ""
	if d.negative {
		sign = "-"
	}
	return sign + "." + d.digits + "e" + strconv.FormatInt(d.exponent, 10)
}

func (d decimal) sign() int {
	switch {
	case d.digits == "":
		return 0
	case d.negative:
		return -1
	}
	return 1
}

// compare returns -1, 0 or 1 as d is less than, equal to or greater than o.
func (d decimal) compare(o decimal) int {
	if s := cmp.Compare(d.sign(), o.sign()); s != 0 || d.digits == "" {
		return s
	}
	// Digits end without zeros, so that they order as texts do.
	magnitude := cmp.Or(cmp.Compare(d.exponent, o.exponent), strings.Compare(d.digits, o.digits))
	if d.negative {
		return -magnitude
	}
	return magnitude
}

// integer says whether there is no fraction.
func (d decimal) integer() bool { return d.exponent >= int64(len(d.digits)) || d.digits == "" }

// multipleOf says whether d is a whole number of times o, which is positive.
func (d decimal) multipleOf(o decimal) bool {
	if d.digits == "" {
		return true
	}
	shift := (d.exponent - int64(len(d.digits))) - (o.exponent - int64(len(o.digits)))
	if shift < 0 {
		return false // d would have to be a multiple of ten in its last digit, which it is not
	}
	divisor, _ := new(big.Int).SetString(o.digits, 10)
	rest, _ := new(big.Int).SetString(d.digits, 10)
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(shift), divisor)
	return rest.Mul(rest, power).Mod(rest, divisor).Sign() == 0
}

// count returns a number that is the limit of a length; one that no length
// reaches as a large one, false for what is not such a number.
func (d decimal) count() (int, bool) {
	const most = 1 << 31
	switch {
	case d.negative || !d.integer():
		return 0, false
	case d.digits == "":
		return 0, true
	case d.exponent > 9:
		return most, true
	}
	n, err := strconv.Atoi(d.digits + strings.Repeat("0", int(d.exponent)-len(d.digits)))
	return n, err == nil
}
