package table

import (
	"encoding/binary"
	"strings"
	"testing"
	"unicode"

	"github.com/agmem/agmem"
)

func TestParsePrefix(t *testing.T) {
	const whole = "12345678-9abc-4def-8123-456789abcdef"
	for _, c := range []struct {
		text      string
		low, high string
		kind      agmem.Kind // Internal: none
	}{
		{whole, whole, whole, 0},
		{strings.ToUpper(whole), whole, whole, 0},
		{strings.ReplaceAll(whole, "-", ""), whole, whole, 0},
		{"1234", "12340000-0000-0000-0000-000000000000", "1234ffff-ffff-ffff-ffff-ffffffffffff", 0},
		{"12345", "12345000-0000-0000-0000-000000000000", "12345fff-ffff-ffff-ffff-ffffffffffff", 0},
		{"12345678-", "12345678-0000-0000-0000-000000000000", "12345678-ffff-ffff-ffff-ffffffffffff", 0},
		{"123456789", "12345678-9000-0000-0000-000000000000", "12345678-9fff-ffff-ffff-ffffffffffff", 0},
		{"", "", "", agmem.Usage}, {"abc", "", "", agmem.Usage},
		{"1234-5678", "", "", agmem.NotFound}, {"12345678-9abc4def-", "", "", agmem.NotFound}, {whole + "0", "", "", agmem.NotFound},
		{"xyzw", "", "", agmem.NotFound}, {"12 34", "", "", agmem.NotFound}, {"١٢٣٤", "", "", agmem.NotFound}, {"\x00\xff", "", "", agmem.NotFound},
	} {
		p, err := ParsePrefix(c.text)
		if c.kind != agmem.Internal {
			if agmem.KindOf(err) != c.kind || err == nil {
				t.Errorf("%q: %v, want %v", c.text, err, c.kind)
			}
			continue
		}
		if err != nil || p.Low.String() != c.low || p.High.String() != c.high {
			t.Errorf("%q: %v to %v, %v", c.text, p.Low, p.High, err)
		}
	}
}

func isSentence(text string) bool {
	return len(text) < 500 && !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })
}

func FuzzPrefix(f *testing.F) {
	for _, seed := range []string{"", "1234", "12345678-9abc-4def-8123-456789abcdef", "12345678-", "-", "ABCDEF", "é"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePrefix(text)
		if err != nil {
			if !isSentence(err.Error()) {
				t.Fatalf("%q", err)
			}
			return
		}
		if binary.BigEndian.Uint64(p.Low[:8]) > binary.BigEndian.Uint64(p.High[:8]) {
			t.Fatalf("%v to %v", p.Low, p.High)
		}
		bare := strings.ReplaceAll(strings.ToLower(text), "-", "")
		for _, end := range []ID{p.Low, p.High} {
			if !strings.HasPrefix(strings.ReplaceAll(end.String(), "-", ""), bare) {
				t.Fatalf("%v does not begin with %q", end, text)
			}
		}
		short := p.Low.Abbreviate(nil, p.High[:])
		if p.Low != p.High && (strings.HasPrefix(p.High.String(), short) || !strings.HasPrefix(p.Low.String(), short) || strings.HasSuffix(short, "-")) {
			t.Fatalf("%q is short for %v beside %v", short, p.Low, p.High)
		}
	})
}

// A short form is never read as a number.
func TestAbbreviateIsNotANumber(t *testing.T) {
	for text, want := range map[string]string{
		"12345678-9abc-4def-8123-456789abcdef": "12345678-9",
		"1234e567-0abc-4def-8123-456789abcdef": "1234e567-0",
		"1e999999-0abc-4def-8123-456789abcdef": "1e999999-0",
		"1234567e-0abc-4def-8123-456789abcdef": "1234567e",
		"a2345678-9abc-4def-8123-456789abcdef": "a2345678",
	} {
		id, err := ParseID(text)
		if err != nil || id.Abbreviate() != want {
			t.Errorf("%s is cut to %s, %v; want %s", text, id.Abbreviate(), err, want)
		}
	}
}
