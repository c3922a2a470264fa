//go:build linux || darwin

package main

import (
	"math/rand/v2"
	"sync"
)

// filters are jq filters that end soon.
var filters = sync.OnceValue(func() words {
	return words{".", ".", ".", ".", ".", ".", ".", ".", ".a?", ".[0]?", "type", "tojson", "[.]", "{a: .}", ".a", ".[]", ".items += [1]", ".count += 1", "keys", "length", ".entries | keys", "empty", "1,2", "error", "error(null)",
		"halt", "halt_error", "env", "$ENV", "input", "inputs", "debug", "input_filename", "$__loc__", `import "a" as a; 1`, `include "x"; .`,
		"@base64d", "@sh", "@json", `"\(.)"`, ".[1e9] = 1", "setpath([1e9]; 1)", "del(..)", "..", "[..]", "paths", "tojson|fromjson", "limit(-1; .)",
		"[limit(5; repeat(1))]", `test("(a+)+$")`, `[splits("")]`, "implode", "[1114112]|implode", "[-1]|implode", "now|todate", "1e300|todate",
		`"x"|strptime("%Y")`, ".[-1:]", ".[:1e18]", "walk(.)", "getpath([1e18])", "[combinations]", `ltrimstr(1)`, "first(empty)", "nan", "infinite|floor",
		"-infinite|tostring", "pow(10;1000)", "1e1000", "[.[]?]", "(((((", "|", "", "def f: f; 1", "label $out | break $out", "break $x", "try error catch .",
		"to_entries", "with_entries(.)", "group_by(.)", "min_by(.)", "tojson*3", ".a.b.c.d.e", `."a"."b"`, ".[\"\\u0000\"]", "ascii", "@uri", "splits(1)", "ltrimstr",
		"[range(1e5)]", `"ab" * 1e4 | length`, "[range(1e5)] | sort | length", "reduce range(1e5) as $i (0; . + $i)", "[range(1e4)|tostring]|add|length"}
})

// heavyFilters would never end, or take all memory, without a limit.
var heavyFilters = sync.OnceValue(func() words {
	return words{"[range(1e9)]", "[range(1e8)] | length", "[limit(1e9; repeat(1))]", `"a" * 1e9`, `"abcdefgh" * 1e8 | length`, "[range(5e6)] | map(tostring) | add",
		"def f: f; f", "last(range(1e12))", "reduce range(1e9) as $i ([]; . + [$i])", "until(false; .)", "def f: 1 + f; f", "[range(3e7)] | sort | .[0]",
		"[[range(1e4)], [range(1e4)]] | [combinations] | length", "[range(1e7)|tostring] | join(\",\") | length", `[recurse(. + "x")]`, "[repeat([1])]",
		".[99999999] = 1", "[range(1e7)] | tojson | length", `reduce range(60) as $i ("a"; . + .) | length`, "[range(2e6)|{a: .}] | group_by(.a) | length"}
})

// filter returns a filter. Few are heavy: most of those run until
// a limit of seconds ends them.
func filter(r *rand.Rand) string {
	if r.IntN(40) == 0 {
		return heavyFilters().one(r)
	}
	return filters().one(r)
}
