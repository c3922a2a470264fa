package jq

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks"
)

func TestDeadline(t *testing.T) {
	for _, filter := range []string{
		`repeat(empty)`,
		`last(range(1e12))`,
		`def f: f; f`,
		`[range(1e12) | select(false)]`,
		`try repeat(empty) catch "caught"`,
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		err := mustCompile(t, filter).Run(ctx, []byte(`null`), func(banks.Result) error { return nil })
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) || agmem.KindOf(err) != agmem.Unavailable {
			t.Errorf("%s: %v", filter, err)
		}
	}
}

func TestMemoryLimit(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for _, filter := range []string{
		`[repeat(1)]`,
		`def f: 1 + f; f`,
		`last(foreach repeat(1) as $i ("x"; . + .))`,
		`[limit(1e9; repeat("x" * 1000))]`,
	} {
		f := mustCompile(t, filter)
		f.memory = 32 << 20
		err := f.Run(ctx, []byte(`null`), func(banks.Result) error { return nil })
		if kind, message := told(err); kind != agmem.Invalid || !strings.Contains(message, "MiB of memory") {
			t.Errorf("%s: %v", filter, err)
		}
	}
}

// What is compared is walked through, with a part of the stack for each level.
func TestDeepValuesAreNotCompared(t *testing.T) {
	const deep = `reduce range(20000) as $i (0; [.]) | `
	for _, filter := range []string{
		`. == .`, `. != 1`, `1 < .`, `. <= 1`, `. > .`, `. >= .`, `[.] - [.]`, `. as $x | [$x] | . -= [$x]`, `IN(.)`, `IN(1; .)`,
		`[., .] | sort`, `[., .] | sort_by(.)`, `[., .] | group_by(.)`, `[., .] | unique`, `[., .] | unique_by(.)`,
		`[., .] | min`, `[., .] | min_by(.)`, `[., .] | max`, `[., .] | max_by(.)`, `[., .] | bsearch(.)`,
		`contains(.)`, `inside(.)`, `index(.)`, `rindex(.)`, `indices(.)`, `.[.]`,
	} {
		_, err := mustCompile(t, `map(`+deep+filter+`)`).Update(t.Context(), []byte(`[1]`))
		if kind, message := told(err); kind != agmem.Invalid || !strings.Contains(message, "nested deeper than") {
			t.Errorf("%s: %v", filter, err)
		}
	}
	long := `[limit(20000; repeat("a"))]`
	for _, filter := range []string{`setpath(` + long + `; 1)`, `getpath(` + long + `)`} {
		_, err := mustCompile(t, filter).Update(t.Context(), []byte(`null`))
		if kind, message := told(err); kind != agmem.Invalid || !strings.Contains(message, "nested deeper than") {
			t.Errorf("%s: %v", filter, err)
		}
	}
}

// stuckFilter names the filter that a process of TestBuiltinsThatCannotBeStopped
// runs.
const stuckFilter = "JQ_TEST_STUCK_FILTER"

// Each of these would be stuck for hours in one builtin, most of them while it
// takes memory. That the processes end says that the caller was answered.
func TestBuiltinsThatCannotBeStopped(t *testing.T) {
	if filter := os.Getenv(stuckFilter); filter != "" {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		err := mustCompile(t, filter).Run(ctx, []byte(`null`), func(banks.Result) error { return nil })
		if kind := agmem.KindOf(err); !errors.Is(err, context.DeadlineExceeded) && kind != agmem.Invalid {
			t.Errorf("%s: %v", filter, err)
		}
		return
	}
	const shared = `reduce range(60) as $i (0; [., .]) | `
	for _, filter := range []string{
		shared + `tojson`,
		shared + `. == .`,
		shared + `flatten`,
		shared + `.`,
		shared + `error`,
		shared + `debug`,
		`reduce range(60) as $i (3; . * .)`,
	} {
		command := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestBuiltinsThatCannotBeStopped$")
		command.Env = append(os.Environ(), stuckFilter+"="+filter)
		if out, err := command.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", filter, err, out)
		}
	}
}

// A text for each of the levels of what a filter nests needs a part of the
// stack, and a stack that overflows ends the process.
func TestDeepNestingDoesNotEndTheProcess(t *testing.T) {
	const deep = `reduce range(2e6) as $i (0; [.]) | `
	if testing.Short() {
		t.Skip("NOT TESTED: values nested two million levels deep need a gigabyte for a moment")
	}
	if filter := os.Getenv(stuckFilter); filter != "" {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		err := mustCompile(t, filter).Run(ctx, []byte(`null`), func(banks.Result) error { return nil })
		if kind := agmem.KindOf(err); err != nil && kind != agmem.Invalid && kind != agmem.Unavailable {
			t.Errorf("%s: %v", filter, err)
		}
		return
	}
	for _, filter := range []string{deep + `tojson | length`, deep + `. == .`, deep + `flatten`} {
		command := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestDeepNestingDoesNotEndTheProcess$")
		command.Env = append(os.Environ(), stuckFilter+"="+filter)
		if out, err := command.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%.2000s", filter, err, out)
		}
	}
}
