package toon_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/harmless"
	"github.com/agmem/agmem/internal/toon"
	"github.com/agmem/agmem/internal/toon/toontest"
)

// object makes an Object from keys and values in turn.
func object(pairs ...any) toon.Object {
	obj := toon.Object{}
	for i := 0; i < len(pairs); i += 2 {
		obj = append(obj, toon.Field{Key: pairs[i].(string), Value: pairs[i+1]})
	}
	return obj
}

// TestShapes pins the documents that commands print, in both directions.
func TestShapes(t *testing.T) {
	tests := map[string]struct {
		value any
		text  string
	}{
		"table of results": {
			object("results", []toon.Object{
				object("id", "m1", "score", 0.75, "tags", "go", "digest", "use errgroup"),
				object("id", "m2", "score", 1, "tags", "go,db", "digest", "pin: the driver"),
			}),
			"results[2]{id,score,tags,digest}:\n  m1,0.75,go,use errgroup\n  m2,1,\"go,db\",\"pin: the driver\"",
		},
		"list of results with arrays in them": {
			object("results", []toon.Object{
				object("id", "m1", "tags", []string{"go", "db"}),
				object("id", "m2", "tags", []string{}),
			}),
			"results[2]:\n  - id: m1\n    tags[2]: go,db\n  - id: m2\n    tags: []",
		},
		"memories with null cells": {
			object("count", 3, "memories", []toon.Object{
				object("id", "a", "kind", "note", "supersedes", nil),
				object("id", "b", "kind", "rule", "supersedes", "a"),
				object("id", "007", "kind", "", "supersedes", nil),
			}),
			"count: 3\nmemories[3]{id,kind,supersedes}:\n  a,note,null\n  b,rule,a\n  \"007\",\"\",null",
		},
		"content with line breaks": {
			object("id", "m1", "content", "# Title\n\n- one\r\n- \"two\"\tend\\"),
			`id: m1` + "\n" + `content: "# Title\n\n- one\r\n- \"two\"\tend\\"`,
		},
		"nothing found": {
			object("query", "x", "results", []toon.Object{}, "meta", toon.Object{}),
			"query: x\nresults: []\nmeta:",
		},
		"keyed table": {
			object("stores", object("main", object("n", 1, "ok", true), "old store", object("n", 2, "ok", false))),
			"stores[2:]{n,ok}:\n  main: 1,true\n  \"old store\": 2,false",
		},
		"CJK and emoji": {
			object("見出し", "記憶", "values", []string{"日本語", "한국어", "🚀 go", "a　b"}),
			"\"見出し\": 記憶\nvalues[4]: 日本語,한국어,🚀 go,a　b",
		},
		"strings that need quotes": {
			toon.Array{"#1", "-x", "a:b", "a,b", "42", "-3.5", "1e9", "05", "+1", "true", "null", "", " a", "a ", "[x]"},
			`[15]: "#1","-x","a:b","a,b","42","-3.5","1e9","05","+1","true","null",""," a","a ","[x]"`,
		},
		"strings that need none": {
			toon.Array{"True", "a-b", "a#b", "a b", "1.", ".5", "v1.2", "0x10", "1_000", "a|b", "it's", "NaN", "\u00a0x"},
			"[13]: True,a-b,a#b,a b,1.,.5,v1.2,0x10,1_000,a|b,it's,NaN,\u00a0x",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := toon.Marshal(test.value)
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != test.text {
				t.Errorf("got\n%s\nwant\n%s", got, test.text)
			}
			back, err := toontest.Unmarshal([]byte(test.text))
			if err != nil {
				t.Fatal(err)
			}
			if again, _ := toon.Marshal(back); string(again) != test.text {
				t.Errorf("reads as %s", show(back))
			}
		})
	}
}

func TestMarshalScalars(t *testing.T) {
	tests := map[string][]any{
		"7":                     {7, int32(7), int64(7), uint(7), uint32(7), uint64(7), 7.0, json.Number("7.00"), json.Number("0.7e1")},
		"0":                     {0, math.Copysign(0, -1), json.Number("-0.0"), json.Number("0e99999999999999999999")},
		"18446744073709551615":  {uint64(math.MaxUint64)},
		"null":                  {nil, math.NaN(), math.Inf(1), math.Inf(-1)},
		"0.000001":              {1e-6, json.Number("1E-6")},
		"1e-7":                  {1e-7, json.Number("0.00000010")},
		"100000000000000000000": {1e20, json.Number("1e20")},
		"1e+21":                 {1e21, json.Number("1000000000000000000000")},
		"-1.5e+300":             {-1.5e300},
		"5e-324":                {math.SmallestNonzeroFloat64},
		"123456789012345678901": {json.Number("123456789012345678901.000")},
		`"1e9999999999"`:        {json.Number("1e9999999999")},
		"\"\\u0000\\u001f\"":    {"\x00\x1f"},
	}
	for want, values := range tests {
		for _, v := range values {
			if got, err := toon.Marshal(v); err != nil || string(got) != want {
				t.Errorf("%T %v: got %s, %v, want %s", v, v, got, err, want)
			}
		}
	}
}

func TestMarshalErrors(t *testing.T) {
	tests := map[string]struct {
		value any
		want  string
	}{
		"a map": {
			object("results", toon.Array{1, object("meta", map[string]any{})}),
			"toon: results[1].meta: a value of type map[string]interface {} cannot be encoded",
		},
		"a struct":        {struct{}{}, "toon: a value of type struct {} cannot be encoded"},
		"a repeated key":  {object("a", 1, "b", 2, "a", 3), `toon: the key "a" occurs twice in one object`},
		"a broken string": {[]string{"ok", "\xff"}, `toon: [1]: the string "\xff" is not valid UTF-8`},
		"a broken key":    {object("\xff", 1), `toon: the key "\xff" is not valid UTF-8`},
		"no number":       {json.Number("007"), `toon: the json.Number "007" is not a number`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := toon.Marshal(test.value)
			var valueError *toon.ValueError
			if !errors.As(err, &valueError) || err.Error() != test.want {
				t.Errorf("got %v\nwant %s", err, test.want)
			}
		})
	}
}

func TestMarshalOptionErrors(t *testing.T) {
	for _, options := range []toon.MarshalOptions{{Delimiter: ';'}, {IndentSize: -1}, {IndentSize: 65}} {
		if _, err := options.Marshal("x"); err == nil {
			t.Errorf("%+v: want an error", options)
		}
	}
}

// TestMarshalDepth covers values at the limit, beyond it, and without an end.
func TestMarshalDepth(t *testing.T) {
	nested := func(depth int) any {
		v := any(toon.Object{})
		for i := 1; i < depth; i++ {
			if i%2 == 0 {
				v = toon.Array{v}
			} else {
				v = object("k", v)
			}
		}
		return v
	}
	text, err := toon.Marshal(nested(toon.MaxDepth))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := toontest.Unmarshal(text); err != nil {
		t.Error(err)
	}
	endless := toon.Array{nil}
	endless[0] = endless
	for _, v := range []any{nested(toon.MaxDepth + 1), endless} {
		if _, err := toon.Marshal(v); err == nil || !strings.Contains(err.Error(), "deeper than") {
			t.Errorf("got %v, want an error about the depth", err)
		}
	}
}

// What a terminal would obey is escaped wherever it stands, and read back.
func TestControlsAreEscaped(t *testing.T) {
	for r := rune(0x7f); r < 0x2100; r++ {
		if !harmless.Obeyed(r) {
			continue
		}
		text := "a" + string(r) + "é"
		tree := object(text, text, "list", toon.Array{text, string(r)}, "table", toon.Array{object(text, text), object(text, "b")})
		document, err := toon.Marshal(tree)
		if err != nil {
			t.Fatal(err)
		}
		if strings.ContainsFunc(string(document), func(r rune) bool { return r != '\n' && harmless.Obeyed(r) }) {
			t.Errorf("U+%04X is in %q", r, document)
		}
		back, err := toontest.Unmarshal(document)
		if err != nil || show(back) != show(tree) {
			t.Errorf("U+%04X: %q is read as %s, %v", r, document, show(back), err)
		}
	}
	if document, err := toon.Marshal(object("k", "é 記憶 \u2028\u00a0\u200b")); err != nil || string(document) != "k: é 記憶 \u2028\u00a0\u200b" {
		t.Errorf("more is escaped than has to be: %q, %v", document, err)
	}
}
