package jq

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks"
)

// A stored object has the order in which it is stored, one that the filter
// built the sorted one, in which it is printed.
func TestObjectsHaveTheirOrder(t *testing.T) {
	const stored = `{"z":{"y":1,"b":[{"d":1,"c":"é"}]},"a":2,"m":"t"}`
	for _, test := range []struct {
		filter string
		want   []string
	}{
		{`keys_unsorted`, []string{`["z","a","m"]`}},
		{`keys`, []string{`["a","m","z"]`}},
		{`.z.b | keys_unsorted`, []string{`[0]`}},
		{`[.[] | type]`, []string{`["object","number","string"]`}},
		{`.z[] | type`, []string{`"number"`, `"array"`}},
		{`[.[]?[]?]`, []string{`[1,[{"d":1,"c":"é"}]]`}},
		{`to_entries | map(.key)`, []string{`["z","a","m"]`}},
		{`tojson`, []string{`"{\"z\":{\"y\":1,\"b\":[{\"d\":1,\"c\":\"é\"}]},\"a\":2,\"m\":\"t\"}"`}},
		{`"\(.z.b[0])", @json "<\(.z.b[0])>", (.z.b | tostring)`,
			[]string{`"{\"d\":1,\"c\":\"é\"}"`, `"<{\"d\":1,\"c\":\"é\"}>"`, `"[{\"d\":1,\"c\":\"é\"}]"`}},
		{`[paths | join("/")?] | first`, []string{`"z"`}},
		{`.[] |= "x" | keys_unsorted`, []string{`["a","m","z"]`}},
		{`. + {b: 1} | keys_unsorted, tojson[:12]`, []string{`["a","b","m","z"]`, `"{\"a\":2,\"b\":1"`}},
		{`{b: 1, a: 2} | keys_unsorted, to_entries[0].key, tojson`, []string{`["a","b"]`, `"a"`, `"{\"a\":2,\"b\":1}"`}},
		{`def map(f): "mine"; map(.)`, []string{`"mine"`}},
		{`def tostring: "mine"; .z.b[0] | @html`, []string{`"{&quot;d&quot;:1,&quot;c&quot;:&quot;é&quot;}"`}},
		{`def f: [.[]]; .z | f | length`, []string{`2`}},
	} {
		got, err := results(t, test.filter, stored)
		if err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%s: %v\ngot  %s\nwant %s", test.filter, err, got, test.want)
		}
	}
}

func TestNamesThatRepeatHaveTheFirstPlace(t *testing.T) {
	got, err := results(t, `keys_unsorted, [.[]], tojson`, `{"b":1,"a":2,"b":3}`)
	if want := []string{`["b","a"]`, `[3,2]`, `"{\"b\":3,\"a\":2}"`}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v: %s, want %s", err, got, want)
	}
}

// What .[] was as a path it is still.
func TestIterationIsAPath(t *testing.T) {
	for filter, want := range map[string]string{
		`[path(.[])]`:                `[["b"],["a"]]`,
		`[path(.b[], .a[]?)]`:        `[["b",0],["b",1]]`,
		`del(.b[0])`:                 `{"a":5,"b":[2]}`,
		`del(.[] | numbers)`:         `{"b":[1,2]}`,
		`(.b[] | select(. > 1)) = 7`: `{"a":5,"b":[1,7]}`,
		`.b[] += 1`:                  `{"a":5,"b":[2,3]}`,
		`[limit(1; .[][]?)]`:         `[1]`,
		`[..] | length`:              `5`,
		`[path(1 | .[])?]`:           `[]`,
	} {
		got, err := results(t, filter, `{"b":[1,2],"a":5}`)
		if err != nil || !slices.Equal(got, []string{want}) {
			t.Errorf("%s gives %s, %v, want %s", filter, got, err, want)
		}
	}
}

func TestErrorsOfIterationStay(t *testing.T) {
	for filter, want := range map[string]string{
		`1[]`:           `the filter failed: cannot iterate over: number (1)`,
		`.[]`:           `the filter failed: cannot iterate over: null`,
		`map(.)`:        `the filter failed: cannot iterate over: null`,
		`keys_unsorted`: `the filter failed: keys cannot be applied to: null`,
		`add`:           `the filter failed: add cannot be applied to: null`,
		`toarray(1)`:    `the filter does not compile: function not defined: toarray/1`,
		`_order`:        `the filter does not compile: function not defined: _order/0`,
		`format("x")`:   `the filter failed: format not defined: @x`,
	} {
		f, err := newFilter(filter, nil)
		if err == nil {
			err = f.Run(t.Context(), []byte(`null`), func(banks.Result) error { return nil })
		}
		if kind, message := told(err); kind != agmem.Invalid || message != want {
			t.Errorf("%s: %s: %s\nwant %s", filter, kind, message, want)
		}
	}
}

func TestBuiltinsThatGojqLacks(t *testing.T) {
	for filter, want := range map[string]string{
		`[1, [2], null] | map(toarray)`:               `[[1],[2],[null]]`,
		`"foobar" | @base32, (@base32 | @base32d)`:    `"MZXW6YTBOI======" "foobar"`,
		`"MZXW6" | @base32d, format("base32d")`:       `"foo" "foo"`,
		`@base32d "<\("MZXW6")>"`:                     `"<foo>"`,
		`try ("m1" | @base32d) catch .`:               `"string (\"m1\") is not valid base32 data"`,
		`[{b: [1, {a: 2, c: null}]} | leaf_paths]`:    `[["b",0],["b",1,"a"]]`,
		`[1, {a: 2}] | @base32 | @base32d | fromjson`: `[1,{"a":2}]`,
	} {
		got, err := results(t, filter, `null`)
		if joined := strings.Join(got, " "); err != nil || joined != want {
			t.Errorf("%s gives %s, %v, want %s", filter, joined, err, want)
		}
	}
}

// oracleFilters go over the members of objects. What they build has its
// members in sorted order in the first place.
func oracleFilters() []string {
	return []string{
		`.`, `.[]`, `.[]?`, `[.[]]`, `.[] | .[]?`, `.[][]?`, `map(.)`, `[.[] as $x | $x]`, `keys_unsorted`, `[.. | keys_unsorted?]`,
		`[to_entries[] | .key, .value]`, `[.. | objects | to_entries[] | .key]`, `with_entries(.key |= "x")`,
		`[..]`, `[recurse]`, `[recurse(.[]?)]`, `[paths]`, `[paths(type == "number")]`, `[leaf_paths]`, `[path(..)]`, `[path(.[])]`, `[tostream]`,
		`tojson`, `tostring`, `@json`, `@text`, `@html`, `@uri`, `@base64`, `"\(.)"`, `"\(.[])"`, `@html "<\(.)>"`, `[.] | tojson`, `[.[] | tojson]`,
		`format("json")`, `format("html")`, `format("text")`, `@sh "\([.[] | tojson])"`,
		`first(.[])`, `[limit(2; .[])]`, `reduce .[] as $x (""; . + ($x | tojson))`, `[foreach .[] as $x (0; . + 1; [., $x])]`,
		`[.[] | select(type == "object") | .[]]`, `[walk(.) | type]`, `map(tojson) | add`, `map(tojson) | join("-")`,
		`[.[] | numbers] | add`, `any(.[]; . == 1)`, `[.[] | arrays | .[]?]`, `to_entries | map(.value) | tojson`,
		`. as {a: $x} | [$x, .[]]`, `[.[]?, .a[]?, .b[0:2]?]`, `try error catch .`, `[getpath(["a"], ["b"])?]`, `INDEX(.[]; type) | keys`,
		`[splits("x")?]`, `del(.a) | length`, `[.[] | tojson | fromjson | length]`, `(.[] | numbers) |= . + 1 | [.[]] | length`,
	}
}

// TestOrderIsThatOfJq compares with the jq of this machine.
func TestOrderIsThatOfJq(t *testing.T) {
	oracle, err := exec.LookPath("jq")
	if err != nil {
		t.Skip("NOT TESTED: there is no jq to compare with (Debian: apt-get install jq)")
	}
	random := rand.New(rand.NewPCG(1, 2))
	var inputs []string
	for range 60 {
		inputs = append(inputs, randomObject(random, 3))
	}
	for _, filter := range oracleFilters() {
		// One process for all inputs; a line with the marker ends what one gives.
		const marker = `"end of input"`
		command := exec.CommandContext(t.Context(), oracle, "-c", fmt.Sprintf(`try (%s) catch "failed", %s`, filter, marker))
		command.Stdin = strings.NewReader(strings.Join(inputs, "\n"))
		out, err := command.Output()
		if err != nil {
			t.Errorf("jq %s: %v", filter, err)
			continue
		}
		wanted := strings.Split(string(out), marker+"\n")
		for i, input := range inputs {
			got, err := results(t, fmt.Sprintf(`try (%s) catch "failed"`, filter), input)
			if joined := lines(t, got); err != nil || joined != lines(t, slices.Collect(strings.Lines(wanted[i]))) {
				t.Errorf("%s over %s: %v\ngot  %swant %s", filter, input, err, joined, wanted[i])
				break
			}
		}
	}
}

// lines writes results below each other, in one spelling of strings.
func lines(t *testing.T, results []string) string {
	t.Helper()
	var b bytes.Buffer
	for _, r := range results {
		decoded := json.NewDecoder(strings.NewReader(r))
		for {
			token, err := decoded.Token()
			if err != nil {
				break
			}
			fmt.Fprintf(&b, "%#v ", token)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// randomObject returns the text of an object whose names are in any order.
func randomObject(r *rand.Rand, depth int) string {
	var members []string
	for _, i := range r.Perm(4)[:r.IntN(5)] {
		members = append(members, fmt.Sprintf("%q:%s", []string{"b", "a", "é", "zz"}[i], randomValue(r, depth-1)))
	}
	return "{" + strings.Join(members, ",") + "}"
}

func randomValue(r *rand.Rand, depth int) string {
	switch n := r.IntN(6); {
	case n < 2 && depth > 0:
		return randomObject(r, depth)
	case n == 2 && depth > 0:
		return "[" + randomValue(r, depth-1) + "," + randomValue(r, depth-1) + "]"
	case n == 3:
		return `"t<é"`
	case n == 4:
		return "null"
	}
	return fmt.Sprint(r.IntN(5))
}
