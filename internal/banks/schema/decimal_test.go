package schema

import (
	"math/big"
	"regexp"
	"testing"
)

// jsonNumber is a number with an exponent that big.Rat can hold.
var jsonNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]{1,3})?$`)

// exact reads a number with the library's own arithmetic.
func exact(text string) (*big.Rat, bool) {
	if !jsonNumber.MatchString(text) {
		return nil, false
	}
	return new(big.Rat).SetString(text)
}

func TestDecimalCount(t *testing.T) {
	for text, want := range map[string]int{"0": 0, "-0": 0, "7": 7, "120": 120, "1.2e2": 120, "100e-2": 1, "999999999": 999999999, "1e30": 1 << 31} {
		if got, ok := parseDecimal(text).count(); !ok || got != want {
			t.Errorf("%s: %d, %v", text, got, ok)
		}
	}
	for _, text := range []string{"-1", "0.5", "1e-1", "1.25e1"} {
		if n, ok := parseDecimal(text).count(); ok {
			t.Errorf("%s is the count %d", text, n)
		}
	}
}

func TestExponentsBeyondAll(t *testing.T) {
	huge, tiny := parseDecimal("1e99999999999999999999999"), parseDecimal("1e-99999999999999999999999")
	if huge.compare(parseDecimal("1e999999999")) != 1 || tiny.compare(parseDecimal("0")) != 1 || tiny.compare(parseDecimal("1e-999999999")) != -1 {
		t.Errorf("%v and %v are out of order", huge, tiny)
	}
}
