package mcp

import (
	"math"
	"strconv"
	"strings"

	"github.com/agmem/agmem/internal/rawjson"
)

// floatsHold reports valid JSON text whose numbers all mean the same after a
// client has read them into a 64-bit float.
func floatsHold(text []byte) bool {
	hold := true
	var value func(at int) (int, error)
	value = func(at int) (int, error) {
		switch KindOf(text[at:]) {
		case "object":
			return rawjson.Members(text, at, func(_ []byte, at int) (int, error) { return value(at) })
		case "array":
			return rawjson.Elements(text, at, func(_, at int) (int, error) { return value(at) })
		case "number":
			end, err := rawjson.Value(text, at)
			hold = hold && floatHolds(string(text[at:end]))
			return end, err
		default:
			return rawjson.Value(text, at)
		}
	}
	_, err := value(0)
	return hold && err == nil
}

const (
	floatDigits = 15                      // a float holds every decimal number of so many digits
	minNormal   = 2.2250738585072014e-308 // below it, it holds fewer
)

func floatHolds(number string) bool {
	f, err := strconv.ParseFloat(number, 64)
	mantissa, _, _ := strings.Cut(strings.ToLower(strings.TrimPrefix(number, "-")), "e")
	digits := strings.Trim(strings.Replace(mantissa, ".", "", 1), "0")
	if digits == "" {
		return true // zero
	}
	return err == nil && math.Abs(f) >= minNormal && len(digits) <= floatDigits
}
