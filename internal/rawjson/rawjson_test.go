package rawjson_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/agmem/agmem/internal/rawjson"
)

// texts are JSON and nearly JSON.
func texts() []string {
	deep := strings.Repeat("[", rawjson.MaxDepth)
	return []string{
		`null`, `true`, `false`, ` 1 `, `-0`, `-0.0e-0`, `1E+2`, `12345678901234567890`, `1e400`, `0.1`,
		`""`, `"a\"\\\/\b\f\n\r\t\u00e9"`, `"\ud83d\ude00"`, `"\ud83d"`, `"\ude00\ud83d"`, `"é日本😀"`, `"0123456\"89abcdef"`,
		`{}`, `[]`, `[ ]`, `{ }`, `{"a":1,"a":2}`, `[1,[2,{"b":[]}]]`, "\t[\r\n1 , 2 ]\n", `{"a" : {"b":"<&>"} }`,
		deep + strings.Repeat("]", rawjson.MaxDepth),

		``, ` `, `nul`, `True`, `01`, `-`, `+1`, `1.`, `.5`, `1e`, `1e+`, `0x1`, `NaN`, `'a'`, `"`, `"a`, `"\x"`, `"\u12g4"`, `"\u12"`, "\"\x01\"", "\"\n\"",
		"\"\xff\"", "\"\xed\xa0\x80\"", "\xef\xbb\xbf1", `{`, `}`, `[`, `]`, `{"a"}`, `{"a":}`, `{"a":1,}`, `[1,]`, `[,]`, `{a:1}`, `{"a":1 "b":2}`, `[1 2]`, `1 2`, `{}{}`,
		`"a" "b"`, `[1}`, `{"a":1]`, "1\x00", "\v1", `{"a":1,,"b":2}`, `{1:2}`, `/*c*/1`, deep + "[",
	}
}

func TestCheckAgreesWithTheStandardLibrary(t *testing.T) {
	for _, text := range texts() {
		if got, want := rawjson.Check([]byte(text)) == nil, isJSON([]byte(text)); got != want {
			t.Errorf("Check(%.60q) is %v, want %v", text, got, want)
		}
	}
}

// isJSON is json.Valid, which lets bytes pass that are not UTF-8.
func isJSON(text []byte) bool { return json.Valid(text) && utf8.Valid(text) }

func TestErrorsSayWhere(t *testing.T) {
	for text, want := range map[string]int{
		``: 0, `  `: 2, `{"a":1,}`: 7, `[1,2`: 4, `{"a": nul}`: 6, `"ab`: 3, `1 2`: 2, "[\"a\x01\"]": 3, `{"key" 1}`: 7,
	} {
		err := rawjson.Check([]byte(text))
		e, ok := errors.AsType[*rawjson.SyntaxError](err)
		if !ok || e.Offset != want {
			t.Errorf("Check(%q) = %v, want offset %d", text, err, want)
		}
	}
}

func TestUnquoteAgreesWithTheStandardLibrary(t *testing.T) {
	for _, text := range texts() {
		var want string
		if json.Unmarshal([]byte(text), &want) == nil && strings.HasPrefix(text, `"`) && utf8.ValidString(text) {
			if got := rawjson.Unquote([]byte(text)); got != want {
				t.Errorf("Unquote(%s) = %q, want %q", text, got, want)
			}
		}
	}
}

func TestAppendQuotedIsReadBack(t *testing.T) {
	for _, text := range []string{"", "a", "\"\\\b\f\n\r\t\x00\x1f\x7f", "<&>", "é日本😀\u2028", strings.Repeat("x", 100)} {
		quoted := rawjson.AppendQuoted(nil, text)
		var got string
		if err := json.Unmarshal(quoted, &got); err != nil || got != text {
			t.Errorf("AppendQuoted(%q) = %s, read back as %q (%v)", text, quoted, got, err)
		}
	}
	if got := string(rawjson.AppendQuoted(nil, "a\xffb")); got != "\"a\uFFFDb\"" {
		t.Errorf("a byte that is not UTF-8 becomes %s", got)
	}
}

func TestMembersAndElements(t *testing.T) {
	text := []byte(` {"a": [1, {"x": 2}], "b\u0031": "v"} `)
	var seen []string
	end, err := rawjson.Members(text, 1, func(name []byte, at int) (int, error) {
		end, err := rawjson.Value(text, at)
		seen = append(seen, rawjson.Unquote(name)+"="+string(text[at:end]))
		return end, err
	})
	if want := `a=[1, {"x": 2}] b1="v"`; err != nil || end != len(text)-1 || strings.Join(seen, " ") != want {
		t.Errorf("Members: %v to %d (%v), want %s", seen, end, err, want)
	}
	stop := errors.New("stop")
	if _, err := rawjson.Elements([]byte(`[1,2]`), 0, func(i, at int) (int, error) { return at + 1, stop }); !errors.Is(err, stop) {
		t.Errorf("an error of the callback becomes %v", err)
	}
	for _, text := range []string{`[]`, `1`, ``} {
		if _, err := rawjson.Members([]byte(text), 0, nil); err == nil {
			t.Errorf("Members takes %q for an object", text)
		}
	}
}

func TestDeepValuesStayShort(t *testing.T) {
	deep := []byte(strings.Repeat("[", rawjson.MaxDepth) + "1" + strings.Repeat("]", rawjson.MaxDepth))
	indented := rawjson.AppendIndented(nil, deep, 0)
	if len(indented) > 3*len(deep) {
		t.Errorf("%d bytes become %d", len(deep), len(indented))
	}
	if got := rawjson.AppendCompact(nil, indented); !bytes.Equal(got, deep) {
		t.Error("the value changed")
	}
}

func FuzzText(f *testing.F) {
	for _, text := range texts() {
		if len(text) < 1000 {
			f.Add([]byte(text))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		valid := rawjson.Check(text) == nil
		if want := isJSON(text); valid != want {
			t.Fatalf("Check(%q) is %v, want %v", text, valid, want)
		}
		if !valid {
			return
		}
		compact := rawjson.AppendCompact(nil, text)
		var want bytes.Buffer
		if err := json.Compact(&want, text); err != nil || !bytes.Equal(compact, want.Bytes()) {
			t.Fatalf("AppendCompact(%q) = %q, want %q", text, compact, &want)
		}
		if n := rawjson.CompactSize(text); n != len(compact) {
			t.Fatalf("CompactSize(%q) = %d, want %d", text, n, len(compact))
		}
		indented := rawjson.AppendIndented(nil, text, 0)
		if bytes.Count(text, []byte("["))+bytes.Count(text, []byte("{")) > 100 {
			return // deeper than what has its own lines, perhaps
		}
		want.Reset()
		if err := json.Indent(&want, compact, "", "  "); err != nil || !bytes.Equal(indented, want.Bytes()) {
			t.Fatalf("AppendIndented(%q) = %q, want %q", text, indented, &want)
		}
	})
}
