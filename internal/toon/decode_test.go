package toon_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/toon"
	"github.com/agmem/agmem/internal/toon/toontest"
)

func TestUnmarshalNumbers(t *testing.T) {
	tests := map[string]string{
		"1.50": "1.5", "-0": "0", "-0e5": "0", "1E3": "1000", "2.5e-3": "0.0025", "100e-2": "1", "0.000001": "0.000001",
		"0.0000001": "1e-7", "999999999999999999999": "999999999999999999999", "1000000000000000000000": "1e+21",
		"123456789012345678901234.5": "1.234567890123456789012345e+23", "1e400": "1e+400", "-12e-400": "-1.2e-399",
		"0e99999999999999999999": "0", "1e999999999": "1e+999999999",
	}
	for token, want := range tests {
		if got, err := toontest.Unmarshal([]byte(token)); err != nil || show(got) != want {
			t.Errorf("%s: got %s, %v, want %s", token, show(got), err, want)
		}
	}
	for _, token := range []string{"1e1000000000", "1e-99999999999999999999", "10e999999999"} {
		if got, err := toontest.Unmarshal([]byte(token)); err != nil || got != token {
			t.Errorf("%s: got %v, %v, want it as a string", token, got, err)
		}
	}
}

func TestUnmarshalErrors(t *testing.T) {
	tests := map[string]string{
		"a: 1\n\nb: \"x":             "toon: line 3: the quoted string does not end on its line",
		"[1]: \"\\q\"":               `toon: line 1: the escape sequence "\\q" is not known`,
		"\"\\q\": 1":                 `toon: line 1: the escape sequence "\\q" is not known`,
		"a[1:]{\"x\"":                "toon: line 1: a brace of the fields is not closed",
		"a[1:]{\"x":                  "toon: line 1: a quoted field name does not end on its line",
		"a: \"\\q\"":                 `toon: line 1: the escape sequence "\\q" is not known`,
		"a: \"\\ud83d\\ude00\"":      `toon: line 1: the escape sequence "\\ud83d" is a lone surrogate`,
		"a: \"\\u+041\"":             `toon: line 1: the escape sequence "\\u+041" needs four hex digits`,
		"a:\r\n  b: \"\"\r\r\n":      `toon: line 2: the text "\r" follows the closing quote`,
		"a: \"x\x01\"":               "toon: line 1: the control character U+0001 must be escaped",
		"a: 1\n# b\nc: \xff":         "toon: line 3: the text is not valid UTF-8",
		"a: 1\nb: 2\na: 3":           `toon: line 3: the key "a" occurs twice in one object`,
		"a[3]: 1,2":                  "toon: line 1: the header declares 3 values and 2 were found",
		"a[2]:\n  - 1\nb: 2":         "toon: line 1: the header declares 2 items and 1 were found",
		"a[1]{x,y}:\n  1":            "toon: line 2: the row has fewer cells than the header has leaf fields",
		"a[1]{x}:\n  1,2":            "toon: line 2: the row has more cells than the header has fields",
		"a[2]{x}:\n  1\n  b: 2":      `toon: line 3: the line "b: 2" is a field and not a row of the table above`,
		"a:\n   b: 1":                "toon: line 2: the indentation of 3 spaces is not a multiple of 2",
		"a:\n\tb: 1":                 "toon: line 2: there is a tab in the indentation",
		"a: 1\n  b: 2":               "toon: line 2: the line stands at depth 1 where depth 0 is expected",
		"a[2]:\n  - 1\n\n  - 2":      "toon: line 3: a blank line stands inside an array or a keyed table",
		"a[1]:\n  b: 1":              "toon: line 2: the line is not a list item: it does not begin with a hyphen and a space",
		"a[2|]{x,y}:\n  1|2":         `toon: line 1: the field name "x,y" needs quotes, or its delimiter is not the declared one`,
		"a[1]{x,x}:\n  1,2":          `toon: line 1: the field "x" occurs twice in one group`,
		"a[1]{x{y}z}:\n  1":          `toon: line 1: the field "x" is followed by "z" instead of a delimiter or a brace`,
		"a[1]{x {y}}:\n  1":          `toon: line 1: the field "x" is followed by "{" instead of a delimiter or a brace`,
		"a[1]{x,}:\n  1":             "toon: line 1: a field has no name",
		"a[1]{x y}:\n  1":            `toon: line 1: the field "x" is followed by "y" instead of a delimiter or a brace`,
		"a[07]: 1":                   "toon: line 1: the brackets of a header must begin with a length without leading zeros",
		"[1]: 1\nb: 2":               "toon: line 2: the line does not belong to the value that the document began with",
		"hello\nworld":               "toon: line 2: the line does not belong to the value that the document began with",
		"a: 1\nhello":                `toon: line 2: the line "hello" has no key that ends in a colon`,
		"a: 1\n[1]: x":               "toon: line 2: a header without a key stands where a field is expected",
		"a[99999999999999999999]: 1": "toon: line 1: the header declares 9223372036854775807 values and 1 were found",
		"  a: 1":                     "toon: line 1: the first line of a document must not be indented",
		"a[1]{" + strings.Repeat("x{", 200) + ":": "toon: line 1: the field groups nest deeper than 128 levels",
	}
	for text, want := range tests {
		v, err := toontest.Unmarshal([]byte(text))
		var syntaxError *toontest.SyntaxError
		if !errors.As(err, &syntaxError) || err.Error() != want {
			t.Errorf("%q: got %s, %v\nwant %s", text, show(v), err, want)
		}
	}
}

// TestUnmarshalLenient covers the leniencies that the package comment lists and
// the fixtures leave open.
func TestUnmarshalLenient(t *testing.T) {
	tests := map[string]string{
		"a:\n\tb: 1\n\t\n\tc: 2":       `{"a":{"b":1 "c":2 } }`,
		"a:\n      b: 1\n      c: 2":   `{"a":{"b":1 "c":2 } }`,
		"a: \xffx":                     "{\"a\":\"\uFFFDx\" }",
		"a: \"x\x01\"":                 `{"a":"x\x01" }`,
		"a: 1\nb: 2\na: 3":             `{"a":3 "b":2 }`,
		"a[3]: 1,2":                    `{"a":[1 2 ] }`,
		"a: 1\n[1]: x":                 `{"a":1 "[1]":"x" }`,
		"a[1]:\n  - [1]{x}: y":         `{"a":[{"[1]{x}":"y" } ] }`,
		"a[1]{x,y{z,z},x}:\n  1,2,3,4": `{"a":[{"x":4 "y":{"z":3 } } ] }`,
	}
	for text, want := range tests {
		got, err := toontest.UnmarshalOptions{Lenient: true}.Unmarshal([]byte(text))
		if err != nil || show(got) != want {
			t.Errorf("%q: got %s, %v\nwant %s", text, show(got), err, want)
		}
		if v, err := toontest.Unmarshal([]byte(text)); err == nil {
			t.Errorf("%q: reads strictly as %s, want an error", text, show(v))
		}
	}
}

// TestUnmarshalCorners covers documents on which the specification is explicit
// and readers tend to differ.
func TestUnmarshalCorners(t *testing.T) {
	tests := map[string]string{
		"foo [2]: bar":                  `{"foo [2]":"bar" }`,
		"foo-bar[2]: a,b":               `{"foo-bar[2]":"a,b" }`,
		"a:b[2]: x":                     `{"a":"b[2]: x" }`,
		"items[2]{id}":                  `"items[2]{id}"`,
		"a[1]{ x , \"y z\" }:\n  1 ,":   `{"a":[{"x":1 "y z":"" } ] }`,
		"a[2]:\n  -\n  - ":              `{"a":[{} {} ] }`,
		"a[2]:\n  - [x] done\n  - - b":  `{"a":["[x] done" "- b" ] }`,
		"\ufeffa: \ufeff":               "{\"a\":\"\\ufeff\" }",
		"[1]: []":                       `["[]" ]`,
		"a[1]:\n\n  - b[1]:\n      - c": `{"a":[{"b":["c" ] } ] }`,
	}
	for text, want := range tests {
		got, err := toontest.Unmarshal([]byte(text))
		if err != nil || show(got) != want {
			t.Errorf("%q: got %s, %v\nwant %s", text, show(got), err, want)
		}
	}
}

func TestUnmarshalDepth(t *testing.T) {
	nested := func(depth int) []byte {
		var b strings.Builder
		for i := range depth - 1 {
			b.WriteString(strings.Repeat("  ", i) + "k:\n")
		}
		return []byte(b.String() + strings.Repeat("  ", depth-1) + "k: []")
	}
	if _, err := toontest.Unmarshal(nested(toon.MaxDepth - 1)); err != nil {
		t.Error(err)
	}
	var syntaxError *toontest.SyntaxError
	if _, err := toontest.Unmarshal(nested(toon.MaxDepth)); !errors.As(err, &syntaxError) || syntaxError.Line != toon.MaxDepth {
		t.Errorf("got %v, want an error on line %d", err, toon.MaxDepth)
	}
}

// TestUnmarshalBudget covers a small document that asks for a huge tree.
func TestUnmarshalBudget(t *testing.T) {
	const depth = 100
	header := "[100000]{a" + strings.Repeat("{a", depth) + strings.Repeat("}", depth) + "}:"
	_, err := toontest.Unmarshal([]byte(header + strings.Repeat("\n  1", 100000)))
	if err == nil || !strings.Contains(err.Error(), "more objects than") {
		t.Errorf("got %v, want an error about the number of objects", err)
	}
}
