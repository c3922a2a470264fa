package banksource_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/agmem/agmem/internal/banks/banksource"
	"github.com/agmem/agmem/internal/rawjson"
)

func TestReadable(t *testing.T) {
	for value, want := range map[string]string{
		`"a \"word\"\nand more"`:                        "a \"word\"\nand more",
		`{"topic":"x","files":["main.go","b.go"]}`:      "topic: x, files: main.go, b.go",
		`{"a":{"b":{"c":[1,2.50,true]}},"d":[],"e":{}}`: "a: b: c: 1, 2.50, true, d, e",
		`[{"name":"Ann"},{"name":"Bob","age":null}]`:    "name: Ann, name: Bob, age",
		`12345678901234567890`:                          "12345678901234567890",
		`null`:                                          "",
		`[ ]`:                                           "",
		`""`:                                            "",
		`{"a":"","":"b"}`:                               "a: , : b",
	} {
		if got := banksource.Readable([]byte(value)); got != want {
			t.Errorf("%s reads %q, want %q", value, got, want)
		}
	}
}

func TestDigest(t *testing.T) {
	long := strings.Repeat("é ", 5000)
	for _, test := range []struct{ key, value, want string }{
		{"context", "{\n  \"topic\": \"a  b\"\n}", `context: {"topic":"a b"}`},
		{"plan", `"first\n\tsecond  "`, "plan: first second"},
		{"a\nb", `1`, "a b: 1"},
		{"k", `""`, "k: "},
		{"k", `"` + strings.Repeat("x", 120) + `"`, "k: " + strings.Repeat("x", 120)},
		{"k", `"` + strings.Repeat("x", 121) + `"`, "k: " + strings.Repeat("x", 120) + "…"},
		{"k", `"` + long + `"`, "k: " + strings.TrimSpace(long[:60*3]) + "…"},
		{"k", `"` + strings.Repeat(" ", 3000) + `end"`, "k: …"},
	} {
		if got := banksource.Digest(test.key, []byte(test.value)); got != test.want {
			t.Errorf("the digest of %.40q is %q, want %q", test.value, got, test.want)
		}
	}
}

// Whatever a value is, every word of it is indexed, and its digest is one
// short line.
func FuzzSourceText(f *testing.F) {
	for _, seed := range []string{`{"a":["b",1,null]}`, `"x\ud800y"`, `[[[]]]`, ` 1e5`, `{"a":1,"a":2}`, "\"\u2028\""} {
		f.Add("key", seed)
	}
	f.Fuzz(func(t *testing.T, key, text string) {
		start, end, err := rawjson.Trim([]byte(text))
		if err != nil || !utf8.ValidString(key) {
			return
		}
		value := []byte(text)[start:end]
		line := banksource.Digest(key, value)
		if !utf8.ValidString(line) || strings.ContainsAny(line, "\n\r") || utf8.RuneCountInString(line) > utf8.RuneCountInString(key)+130 {
			t.Errorf("the digest of %q is %q", text, line)
		}
		read := banksource.Readable(value)
		var decoded any
		if json.Unmarshal(value, &decoded) != nil {
			return // nested deeper than the decoder goes, or a number beyond a float
		}
		eachText(decoded, func(s string) {
			if !strings.Contains(read, s) {
				t.Errorf("%q reads %q, without %q", text, read, s)
			}
		})
	})
}

// eachText calls yield for every string and name in a decoded value.
func eachText(v any, yield func(string)) {
	switch v := v.(type) {
	case string:
		yield(v)
	case []any:
		for _, e := range v {
			eachText(e, yield)
		}
	case map[string]any:
		for name, e := range v {
			yield(name)
			eachText(e, yield)
		}
	}
}
