package table

import (
	"bytes"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/uuid"
)

// ID is an id as the file holds it.
type ID uuid.ID

// minPrefix is how many hex digits of an id must be given, and shortPrefix
// how many are shown.
const (
	minPrefix   = 4
	shortPrefix = 8
)

// NewID returns a random UUID (version 4).
func NewID() ID { return ID(uuid.New()) }

// String returns the id in lower case with hyphens.
func (u ID) String() string { return uuid.ID(u).String() }

// ParseID reads a whole UUID, in any case.
func ParseID(text string) (ID, error) {
	p, err := ParsePrefix(text)
	if err != nil {
		return ID{}, err
	}
	if p.digits != 32 {
		return ID{}, agmem.Errorf(agmem.Invalid, "%s is not a whole UUID", Quoted(text))
	}
	return p.Low, nil
}

// Prefix is the ids that begin in one way: those from low to high.
type Prefix struct {
	digits    int
	Low, High ID
}

// ParsePrefix reads the beginning of a UUID, in any case, with the hyphens of
// one or with none.
func ParsePrefix(text string) (Prefix, error) {
	var p Prefix
	digits, ok := hexDigits(text)
	if !ok {
		return p, agmem.Errorf(agmem.NotFound, "there is no memory %s", Quoted(text)).
			WithHint("an id is a UUID or its first %d or more characters; the listing shows them", minPrefix).
			WithStep(agmem.ActionList, "")
	}
	if len(digits) < minPrefix {
		return p, agmem.Errorf(agmem.Usage, "the id %s is too short", Quoted(text)).
			WithHint("give at least %d characters of it", minPrefix)
	}
	p.digits = len(digits)
	copy(p.Low[:], pad(digits, '0'))
	copy(p.High[:], pad(digits, 'f'))
	return p, nil
}

func pad(digits string, with byte) []byte {
	full := append([]byte(digits), bytes.Repeat([]byte{with}, 32-len(digits))...)
	b := make([]byte, 16)
	_, _ = hex.Decode(b, full) // hex by construction
	return b
}

// hexDigits returns the digits of a UUID's beginning; false for other text.
func hexDigits(text string) (string, bool) {
	if strings.Contains(text, "-") {
		for i := range len(text) {
			if hyphen := i == 8 || i == 13 || i == 18 || i == 23; hyphen != (text[i] == '-') {
				return "", false
			}
		}
		text = strings.ReplaceAll(text, "-", "")
	}
	digits := strings.ToLower(text)
	isHex := func(r rune) bool { return r >= '0' && r <= '9' || r >= 'a' && r <= 'f' }
	ok := len(digits) <= 32 && !strings.ContainsFunc(digits, func(r rune) bool { return !isHex(r) })
	return digits, ok
}

// Abbreviate returns the shortest beginning of u that none of the others has,
// each of which is an id or empty, and that is not a number: formats that know
// numbers would have to quote it.
func (u ID) Abbreviate(others ...[]byte) string {
	digits := shortPrefix
	if isNumber(u.String()[:shortPrefix]) {
		digits++ // which brings in a hyphen
	}
	for _, other := range others {
		if len(other) == len(u) {
			digits = max(digits, u.common(other)+1)
		}
	}
	length := digits
	for _, hyphenAfter := range [...]int{8, 12, 16, 20} {
		if digits > hyphenAfter {
			length++
		}
	}
	return u.String()[:min(length, 36)]
}

// isNumber says whether hex digits are also those of a decimal number, perhaps
// with an exponent.
func isNumber(digits string) bool {
	_, err := strconv.ParseFloat(digits, 64)
	return err == nil || errors.Is(err, strconv.ErrRange)
}

// common returns how many hex digits u and another id have in common.
func (u ID) common(other []byte) int {
	for i, b := range u {
		if b != other[i] {
			n := 2 * i
			if b>>4 == other[i]>>4 {
				n++
			}
			return n
		}
	}
	return 2 * len(u)
}

// Quoted returns what someone typed, fit for a message of one line.
func Quoted(text string) string {
	const limit = 80
	if len(text) > limit {
		cut := limit
		for cut > 0 && !utf8.RuneStart(text[cut]) {
			cut--
		}
		text = text[:cut] + "…"
	}
	return strconv.Quote(text)
}
