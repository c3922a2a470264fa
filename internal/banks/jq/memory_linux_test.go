//go:build linux && !race

package jq

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks"
)

// memoryFilter names the filter that a process of TestNoFilterTakesMuchMemory
// runs.
const memoryFilter = "JQ_TEST_MEMORY_FILTER"

// mostMemory is how many bytes more than for a plain filter a process may ever
// hold.
const mostMemory = 300 << 20

// hungryFilters are what a filter can do to take memory: collect, double, share
// parts of a value that builtins write out, and let one builtin make much.
func hungryFilters() []string {
	const (
		tower = `reduce range(60) as $i (0; [., .])`
		many  = `[limit(3e5; repeat("x" * 1e5))]`
	)
	return []string{
		`[range(1e9)]`,
		`"x" * 1e9`,
		`"x" * 6e7 | [., ., ., .] | add`,
		`[limit(1e8; repeat("a"))] | add`,
		`reduce range(1e9) as $i (""; . + "aaaaaaaa")`,
		`last(foreach repeat(1) as $i ("x"; . + .))`,
		`"x" * 1e6 | .+.|.+.|.+.|.+.|.+.|.+.|.+.|.+.|.+.|.+.|.+.`,
		`[range(1e6)] | .+.|.+.|.+.|.+.|.+.|.+.|.+.|.+.|.+.`,
		`[range(1e7)] | combinations`,
		`[[range(1000)], [range(1000)], [range(1000)]] | [combinations]`,
		`def f: 1 + f; f`,
		`[recurse(. + 1)]`,
		`reduce range(1e8) as $i ({}; .[$i | tostring] = $i)`,
		tower + ` | tojson`, tower + ` | tostring`, tower + ` | @base64`, tower + ` | @text`, tower + ` | "\(.)"`,
		tower + ` | flatten`, tower + ` | .`, tower + ` | error`, tower + ` | debug`, tower + ` | [.. ]`, tower + ` | [paths]`,
		tower + ` | [leaf_paths]`, tower + ` | [tostream]`, tower + ` | walk(.)`, tower + ` | @json`, tower + ` | [.] | @csv`, tower + ` | [.] | @sh`,
		`reduce range(60) as $i ({a: 1}; {l: ., r: .}) | . * .`,
		`reduce range(60) as $i ({a: 1}; {l: ., r: .}) | tojson`,
		`reduce range(40) as $i ("x"; @base64)`, `reduce range(60) as $i ("x" * 1e5; @base64)`,
		`reduce range(60) as $i ("<" * 1000; @html)`, `reduce range(60) as $i ("<" * 1000; @uri)`,
		`reduce range(60) as $i ("\"" * 1000; tojson)`, `reduce range(60) as $i ("'" * 1000; @sh)`,
		`reduce range(60) as $i ("x" * 1e6; [., .] | tojson)`,
		`reduce range(60) as $i ("\"" * 1000; [., .] | @csv)`, `reduce range(60) as $i ("\n" * 1000; [., .] | @tsv)`, `reduce range(60) as $i ("'" * 1000; @sh "\(.)")`,
		`reduce range(60) as $i ("<" * 1000; @html "\(.)\(.)")`, `reduce range(60) as $i ("x" * 1000; "\(.)\(.)\(.)")`, `reduce range(60) as $i ("\"" * 1000; @json "\(.)")`,
		many + ` | add`, many + ` | join("")`, many + ` | join("x" * 1e6)`, many + ` | tojson`, many + ` | @csv`, many + ` | @tsv`, many + ` | @sh`,
		many + ` | .`, many + ` | error`, many + ` | debug | 1`, many + ` | flatten`, many + ` | @html`, many + ` | "\(.)"`, many + ` | add(.[])`,
		`[range(1e5)] | [limit(1000; repeat(.))] | add`, `[range(1e5)] | [limit(1000; repeat(.))] | flatten`,
		`[[range(1e5)], (range(1e4) | [.])] | transpose`,
		`"x" * 6e7 | explode`, `"x" * 3e7 | explode | implode`, `"x" * 6e7 | indices("x")`, `"x" * 6e7 | split("")`, `"x" * 6e7 | . / "x"`, `"x" * 6e7 | . /= "x"`,
		`"x" * 6e7 | [match("x"; "g")]`, `"x" * 6e7 | [match(""; "g")] | length`, `"x" * 6e7 | gsub("x"; "yy")`, `"x" * 6e7 | gsub(""; "yy")`,
		`"x" * 6e7 | [scan(".")]`, `"x" * 6e7 | [splits("x")]`, `"x" * 6e7 | split("x"; "g")`, `"x" * 6e7 | [capture("(?<a>x)"; "g")]`, `"x" * 6e7 | sub("x"; "y"; "g")`,
		`"x" * 1e6 | gsub("x"; "y" * 1e5)`, `"x" * 2e6 | [match("((((((((((x))))))))))"; "g")]`, `["x" * 6e7 | ltrimstr("x"), .[1:]]`,
		`[limit(60; repeat("x" * 6e7 | ltrimstr("x")))]`, `[limit(60; repeat("x" * 6e7 | ascii_downcase))]`,
		`"[" + "0," * 2e7 + "0]" | fromjson`, `"[" + "[]," * 2e7 + "0]" | fromjson`, `"[" + "{}," * 1e7 + "0]" | fromjson`,
		`.[500000000] = 1`, `.[30000000] = 1`, `setpath([500000000]; 1)`, `setpath(["a", 30000000]; 1)`, `.[range(100) * 1000000] |= 1`, `def f: .[500000000]; f = 1`,
		`pick(.[500000000])`, `fromstream([[500000000], 1], [[500000000]])`, `[limit(100; repeat([] | .[3000000] = 1))]`, `.[3e7]? // 1, .[3e7:] = [1]`,
		`reduce range(40) as $i (3; . * .)`, `reduce range(40) as $i (3; . * .) | tostring`, `"9" * 1e7 | tonumber | . * .`,
		`0 | strftime("%c" * 1e7)`, `0 | strflocaltime("%c" * 1e7)`, `now | todate | . * 1e6 | . * 100`,
		`[range(3e6)] | group_by(.)`, `[range(3e6)] | sort`, `[range(3e6)] | unique`, `[range(2e6)] | sort_by(-.)`, `[range(3e6)] | reverse`,
		`[range(3e6)] | to_entries`, `[range(1e6)] | map({a: .})`, `[range(3e6) | tostring]`, `[range(3e6)] | tojson | fromjson`,
		`[range(2e6)] | . - [1]`, `[range(1e5)] | map([range(.)])`, `[repeat(input)]`, `[inputs]`, `[limit(1e9; repeat(now))]`,
		`def r: [r, r]; r`, `[1, 2] | until(false; . + .)`, `[while(true; [., .])]`, `reduce range(1e9) as $i ([]; . + [$i])`, `reduce range(1e9) as $i ([]; [$i, .])`,
		`[range(1e6) | {key: tostring, value: .}] | from_entries`, `[range(1e9) | select(. % 2 == 0)]`, `INDEX(range(1e9); .)`, `"x" * 6e7 | [.[range(1e6):]]`,
		`[range(1e6) as $i | "x" * 1e6 | .[$i:] + "y"]`, `$__loc__ | [repeat(.)]`, `limit(3; repeat("x" * 6e7))`, `[limit(3; repeat("x" * 6e7))] | .[]`,
		`"\u0001" * 6e7`, `"\u0001" * 1e7 | tojson`, `"é" * 3e7 | @uri`, `"x" * 6e7 | @base32`, `"x" * 6e7 | @base32 | @base32d`, `"x" * 6e7 | @base64 | @base64d`,
		`reduce range(2e6) as $i (0; [.]) | tojson`, `reduce range(2e6) as $i (0; [.]) | flatten`, `reduce range(2e6) as $i (0; [.]) | . == .`,
		`reduce range(2e6) as $i (0; [.]) | [., .] | sort`, `reduce range(2e6) as $i (0; [.]) | [., .] | unique`, `reduce range(2e6) as $i (0; [.]) | [.] | contains([.])`,
		`reduce range(2e6) as $i ({}; {a: .}) | . * .`, `reduce range(2e6) as $i (0; [.]) | [.] - [.]`, `reduce range(2e6) as $i (0; [.]) | [., .] | group_by(.)`,
		`reduce range(2e6) as $i (0; [.]) | [.] | index([.])`, `reduce range(2e6) as $i (0; [.]) | [.] | indices([.])`, `reduce range(2e6) as $i (0; [.]) | [., [.]] | .[[.[0]]]`,
		`reduce range(2e6) as $i (0; [.]) | [., .] | sort_by(.)`, `reduce range(2e6) as $i (0; [.]) | [., .] | bsearch([.])`, `reduce range(2e6) as $i (0; [.]) | IN(.)`, `reduce range(2e6) as $i (0; [.]) | inside(.)`,
		`reduce range(2e6) as $i (0; [.]) | debug`, `reduce range(2e6) as $i (0; [.]) | error`, `reduce range(2e6) as $i (0; [.]) | .`, `reduce range(2e6) as $i (0; [.]) | ltrimstr(.)`, `reduce range(2e6) as $i (0; [.]) | {(.): 1}`,
		`setpath([range(2e6) | "a"]; 1)`, `delpaths([[range(2e6) | "a"]])`, `getpath([range(2e6) | "a"])`, `path(last(limit(1e5; recurse(.[0])))) | length`, `last(limit(1e5; recurse(.[0]))) |= 1`, `del(last(limit(1e5; recurse(.[0]))))`, `reduce range(2e6) as $i (0; [.]) | [., .] | max`, `reduce range(2e6) as $i (0; [.]) | . < .`,
	}
}

// The process that runs a hungry filter, and goes on for a while as a server
// does, never holds much more than one that runs a plain filter.
func TestNoFilterTakesMuchMemory(t *testing.T) {
	if filter := os.Getenv(memoryFilter); filter != "" {
		runHungry(t, filter)
		return
	}
	filters := hungryFilters()
	if testing.Short() {
		filters = filters[:12]
	}
	plain := peakOf(t, `.`)
	for _, filter := range filters {
		if peak := peakOf(t, filter); peak > plain+mostMemory {
			t.Errorf("%s: %d MiB, %d more than a plain filter", filter, peak>>20, (peak-plain)>>20)
		}
	}
}

// peakOf returns how many bytes a process that runs the filter holds at most.
func peakOf(t *testing.T, filter string) int64 {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestNoFilterTakesMuchMemory$")
	cmd.Env = append(os.Environ(), memoryFilter+"="+filter)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%.2000s", filter, err, out)
	}
	return cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10
}

func runHungry(t *testing.T, filter string) {
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	f, err := Compile(filter, nil)
	if err != nil {
		return // it is refused
	}
	err = f.Run(ctx, []byte(`null`), func(banks.Result) error { return nil })
	if kind := agmem.KindOf(err); err != nil && kind != agmem.Invalid && kind != agmem.Unavailable && !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%s: %v", filter, err)
	}
	for end := time.Now().Add(500 * time.Millisecond); runtime.NumGoroutine() > before && time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond) // a builtin that cannot be stopped goes on
	}
}
