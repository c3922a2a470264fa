package jq

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/rawjson"
)

func mustCompile(t testing.TB, filter string) *Filter {
	t.Helper()
	f, err := newFilter(filter, nil)
	if err != nil {
		t.Fatalf("%s: %v", filter, err)
	}
	return f
}

// results returns what the filter gives before it ends, each as JSON.
func results(t testing.TB, filter, input string) ([]string, error) {
	t.Helper()
	var all []string
	err := mustCompile(t, filter).Run(t.Context(), []byte(input), func(r banks.Result) error {
		all = append(all, string(r.JSON))
		return nil
	})
	return all, err
}

// told returns what a caller is told of an error, Internal and nothing for
// none.
func told(err error) (agmem.Kind, string) {
	if err == nil {
		return agmem.Internal, ""
	}
	return agmem.KindOf(err), err.Error()
}

func TestRunPrintsWhatIsStoredAsItIsStored(t *testing.T) {
	const stored = `{ "b" : 12345678901234567890, "a" : [ 1.0, 1e400, -0, 0.10, {"z":1,"y":{"<>&":2}} ], "e" : {}, "s" : "\u00e9\u003c\/", "t":"é" }`
	for _, test := range []struct {
		filter string
		want   []string
	}{
		{`.`, []string{`{"b":12345678901234567890,"a":[1.0,1e400,-0,0.10,{"z":1,"y":{"<>&":2}}],"e":{},"s":"\u00e9\u003c\/","t":"é"}`}},
		{`.b, .a[0], .a[1], .a[2], .a[3]`, []string{`12345678901234567890`, `1.0`, `1e400`, `-0`, `0.10`}},
		{`.a[4], .a[-1].y`, []string{`{"z":1,"y":{"<>&":2}}`, `{"<>&":2}`}},
		{`.s, .t, .s[0:1]`, []string{`"\u00e9\u003c\/"`, `"é"`, `"é"`}},
		{`.e, [.e]`, []string{`{}`, `[{}]`}},
		{`{z: .a[4], a: .s, m: .a[1]}`, []string{`{"a":"\u00e9\u003c\/","m":1e400,"z":{"z":1,"y":{"<>&":2}}}`}},
		{`.a[:2], .a[:5], .a[1:], .a[:0]`, []string{`[1.0,1e400]`, `[1.0,1e400,-0,0.10,{"z":1,"y":{"<>&":2}}]`, `[1e400,-0,0.10,{"z":1,"y":{"<>&":2}}]`, `[]`}},
		{`.a | map(.)`, []string{`[1.0,1e400,-0,0.10,{"z":1,"y":{"<>&":2}}]`}},
		{`.a[4] | .w = 1`, []string{`{"w":1,"y":{"<>&":2},"z":1}`}},
		{`.a[0] + 1, .b + 1, .a[3] * 2`, []string{`2`, `12345678901234567891`, `0.2`}},
		{`[paths(type == "object")]`, []string{`[["a",4],["a",4,"y"],["e"]]`}},
		{`.a | first, last`, []string{`1.0`, `{"z":1,"y":{"<>&":2}}`}},
		{`[.a[] | select(type == "object")] | add`, []string{`{"y":{"<>&":2},"z":1}`}},
		{`del(.a, .b, .s)`, []string{`{"e":{},"t":"é"}`}},
		{`del(.a[0]) | .a[3]`, []string{`{"z":1,"y":{"<>&":2}}`}},
		{`getpath(["a", 4])`, []string{`{"z":1,"y":{"<>&":2}}`}},
		{`.s | ascii_downcase, tojson`, []string{`"\u00e9\u003c\/"`, `"\"é</\""`}},
		{`"<\u0001\">", infinite, nan, -1e-7`, []string{`"<\u0001\">"`, `1.7976931348623157e+308`, `null`, `-1e-7`}},
		{`empty`, nil},
		{`1, halt, 2`, []string{`1`}},
	} {
		got, err := results(t, test.filter, stored)
		if err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%s: %v\ngot  %s\nwant %s", test.filter, err, got, test.want)
		}
	}
}

// A lone surrogate decodes to U+FFFD and must not be printed as that, nor must
// U+FFFD be printed as the surrogate.
func TestRunTellsLoneSurrogatesApart(t *testing.T) {
	got, err := results(t, `.[], .[0] + "", "\ufffd", {a: .[1]}, .[3]`, `["\ud800", "\udfff", "\ufffd", "\u0061", "a"]`)
	want := []string{`"\ud800"`, `"\udfff"`, `"\ufffd"`, `"\u0061"`, `"a"`, `"\ud800"`, `"�"`, `{"a":"\udfff"}`, `"\u0061"`}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v\ngot  %s\nwant %s", err, got, want)
	}
}

func TestResultRaw(t *testing.T) {
	var raw []string
	err := mustCompile(t, `.[]`).Run(t.Context(), []byte(`["a\nb", "", "\u00e9", 1.0, {"b":"c"}]`), func(r banks.Result) error {
		raw = append(raw, string(r.Raw()))
		return nil
	})
	if want := []string{"a\nb", "", "é", "1.0", `{"b":"c"}`}; err != nil || !slices.Equal(raw, want) {
		t.Errorf("%v: got %q, want %q", err, raw, want)
	}
}

func TestUpdate(t *testing.T) {
	for _, test := range []struct{ filter, input, want string }{
		{`.`, `{ "b" : 1.0 , "a" : [ ] }`, `{"b":1.0,"a":[]}`},
		{`.b = 2`, `{"c":1.0,"b":1,"a":"\u0061"}`, `{"c":1.0,"b":2,"a":"\u0061"}`},
		{`.y = 1 | .x = 2`, `{"z":1,"b":{"d":1,"c":2}}`, `{"z":1,"b":{"d":1,"c":2},"x":2,"y":1}`},
		{`.a.m.q += 1`, `{"z":1,"a":{"n":[{"b":1,"a":1}],"m":{"r":1e2,"q":1}}}`, `{"z":1,"a":{"n":[{"b":1,"a":1}],"m":{"r":1e2,"q":2}}}`},
		{`.[1].a = 5`, `[{"b":1,"a":2},{"b":3,"a":4}]`, `[{"b":1,"a":2},{"b":3,"a":5}]`},
		{`. += [{"y":1,"x":2}]`, `[{"b":1,"a":2}]`, `[{"b":1,"a":2},{"x":2,"y":1}]`},
		{`del(.[0])`, `[1.0,{"b":1,"a":2.0}]`, `[{"b":1,"a":2.0}]`},
		{`del(.b)`, `{"c":1.0,"b":1,"a":2}`, `{"c":1.0,"a":2}`},
		{`del(..)`, `{"c":1.0}`, `null`},
		{`walk(.)`, `{"c":[1.0,{"b":"\u00e9","a":{}}],"b":[]}`, `{"c":[1.0,{"b":"\u00e9","a":{}}],"b":[]}`},
		{`walk(if type == "number" then . + 1 else . end)`, `{"c":[1,{"b":2,"a":3}]}`, `{"c":[2,{"b":3,"a":4}]}`},
		{`with_entries(.value += 1)`, `{"b":1,"a":2}`, `{"b":2,"a":3}`},
		{`{new: .}`, `{"b":1,"a":2}`, `{"new":{"b":1,"a":2}}`},
		{`.a = .b`, `{"b":{"z":1,"y":2},"a":{"y":1}}`, `{"b":{"z":1,"y":2},"a":{"z":1,"y":2}}`},
		{`.a = [1]`, `{"b":1,"a":{"y":1}}`, `{"b":1,"a":[1]}`},
		{`.[5] = 1`, `[0.0]`, `[0.0,null,null,null,null,1]`},
		{`.count += 1`, `null`, `{"count":1}`},
		{`.["\u00e9"] = 2`, `{"z":0,"\u00e9":1,"a":0}`, `{"z":0,"\u00e9":2,"a":0}`},
		{`.b = 3`, `{"a":1,"b":1,"a":2,"b":2}`, `{"a":1,"b":1,"a":2,"b":3}`},
		{`del(.a)`, `{"a":1,"b":1,"a":2}`, `{"b":1}`},
		{`.b = 2`, `{"\ud800":1,"\ud801":2,"b":1}`, `{"\ud800":1,"\ud801":2,"b":2}`},
		{`. * 2`, `12345678901234567890`, `24691357802469135780`},
	} {
		got, err := mustCompile(t, test.filter).Update(t.Context(), []byte(test.input))
		if err != nil || string(got) != test.want {
			t.Errorf("%s over %s: %v\ngot  %s\nwant %s", test.filter, test.input, err, got, test.want)
		}
	}
}

func TestErrorsSayWhatJqSays(t *testing.T) {
	for _, test := range []struct{ filter, input, want string }{
		{`.foo & .bar`, `null`, `the filter is not valid jq: unexpected token "&" at offset 5`},
		{`.a |`, `null`, `the filter is not valid jq: unexpected EOF at offset 4`},
		{`nope(1)`, `null`, `the filter does not compile: function not defined: nope/1`},
		{`input`, `null`, `the filter does not compile: input(s)/0 is not allowed`},
		{`input_filename`, `null`, `the filter does not compile: function not defined: input_filename/0`},
		{`$__prog_args`, `null`, `the filter does not compile: variable not defined: $__prog_args`},
		{`import "a" as a; 1`, `null`, `the filter does not compile: cannot load module: "a"`},
		{`break $x`, `null`, `the filter does not compile: label not defined: $x`},
		{`.a`, `[1]`, `the filter failed: expected an object but got: array ([1])`},
		{`error("no")`, `null`, `the filter failed: error: no`},
		{`error`, `{"b":1.0,"a":2}`, `the filter failed: error: {"b":1.0,"a":2}`},
		{`error(null)`, `null`, `the filter failed: error: null`},
		{`"bye\n" | halt_error`, `null`, `the filter failed: halt_error: bye`},
		{`null | halt_error(1)`, `null`, `the filter failed: halt_error: null`},
		{`"ab" * 1e8`, `null`, `the filter failed: repeat string result too large: "ab" * 100000000`},
		{`. *= 1e9`, `"a"`, `the filter failed: repeat string result too large: "a" * 1000000000`},
		{`{} * 2`, `null`, `the filter failed: cannot multiply: object ({}) and number (2)`},
		{`reduce range(10001) as $i (0; [.])`, `null`, `the result of the filter is nested deeper than 10000 levels`},
		{strings.Repeat("(", MaxFilter) + ")", `null`, `the filter has 65537 bytes, the limit is 65536`},
	} {
		f, err := newFilter(test.filter, nil)
		if err == nil {
			err = f.Run(t.Context(), []byte(test.input), func(banks.Result) error { return nil })
		}
		if kind, message := told(err); kind != agmem.Invalid || message != test.want {
			t.Errorf("%.40s: %s: %s\nwant %s", test.filter, kind, message, test.want)
		}
	}
}

func TestUpdateNeedsOneResult(t *testing.T) {
	for filter, want := range map[string]string{
		`empty`:                              "the filter gives no result, an update needs exactly one",
		`1, halt, 2`:                         "",
		`.a, .b`:                             "the filter gives 2 results, an update needs exactly one",
		`repeat(.)`:                          "the filter gives more than 1000 results, an update needs exactly one",
		`1, error(2)`:                        "the filter failed: error: 2",
		`reduce range(10001) as $i (0; [.])`: "the result of the filter is nested deeper than 10000 levels",
	} {
		_, err := mustCompile(t, filter).Update(t.Context(), []byte(`{"a":1}`))
		if want == "" {
			if err != nil {
				t.Errorf("%s: %v", filter, err)
			}
		} else if kind, message := told(err); kind != agmem.Invalid || message != want {
			t.Errorf("%s: %s: %s, want %q", filter, kind, message, want)
		}
	}
}

func TestRunReachesNothingOutside(t *testing.T) {
	t.Setenv("JQ_TEST_SECRET", "seen")
	got, err := results(t, `env, $ENV, env.JQ_TEST_SECRET, $ENV.PATH`, `null`)
	if want := []string{`{}`, `{}`, `null`, `null`}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v: %s, want %s", err, got, want)
	}
	if _, err := results(t, `"a" | modulemeta`, `null`); agmem.KindOf(err) != agmem.Invalid {
		t.Errorf("modulemeta: %v", err)
	}
}

func TestDebugGoesToTheWriter(t *testing.T) {
	f := mustCompile(t, `debug | .b | debug("b is \(.)") | stderr | "\(.)\n" | stderr | 7`)
	var said bytes.Buffer
	f.debug = &said
	if _, err := f.Update(t.Context(), []byte(`{"b":1.0,"a":"\u003c"}`)); err != nil {
		t.Fatal(err)
	}
	want := `["DEBUG:",{"b":1.0,"a":"\u003c"}]` + "\n" + `["DEBUG:","b is 1.0"]` + "\n1.01.0\n"
	if said.String() != want {
		t.Errorf("got %q, want %q", said.String(), want)
	}
	f.debug = failingWriter{}
	if _, err := f.Update(t.Context(), []byte(`{"b":1}`)); !errors.Is(err, errFull) {
		t.Errorf("an error of the writer: %v", err)
	}
	f.debug = nil
	if got, err := f.Update(t.Context(), []byte(`{"b":1}`)); err != nil || string(got) != "7" {
		t.Errorf("without a writer: %s, %v", got, err)
	}
}

var errFull = errors.New("full")

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errFull }

func TestRunEndsWithYield(t *testing.T) {
	calls := 0
	err := mustCompile(t, `repeat(1)`).Run(t.Context(), []byte(`null`), func(banks.Result) error {
		if calls++; calls == 3 {
			return errFull
		}
		return nil
	})
	if !errors.Is(err, errFull) || calls != 3 {
		t.Errorf("%d calls: %v", calls, err)
	}
}

func TestInputThatIsNoJSON(t *testing.T) {
	err := mustCompile(t, `.`).Run(t.Context(), []byte(`{"a":}`), func(banks.Result) error { return nil })
	if at, ok := errors.AsType[*rawjson.SyntaxError](err); !ok || at.Offset != 5 || agmem.KindOf(err) != agmem.Invalid {
		t.Errorf("%v", err)
	}
}

func TestCancelledRun(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	err := mustCompile(t, `1, repeat(empty)`).Run(ctx, []byte(`null`), func(banks.Result) error {
		cancel()
		return nil
	})
	if err != context.Canceled {
		t.Errorf("%v", err)
	}
}

// What is defined in front of an operator is known on both of its sides.
func TestDefinitionsInFrontOfOperators(t *testing.T) {
	for _, filter := range []string{
		`def f: 2; f + f`, `def f: 2; f * f`, `def f: 8; f / 2`, `def f: 2; 2 | (def g: f; . += g)`, `2 | (def f: 2; . *= f)`, `8 | (def f: 2; . /= f)`,
	} {
		err := mustCompile(t, filter).Run(t.Context(), []byte(`null`), func(r banks.Result) error {
			if string(r.JSON) != "4" {
				t.Errorf("%s: %s", filter, r.JSON)
			}
			return nil
		})
		if err != nil {
			t.Errorf("%s: %v", filter, err)
		}
	}
}
