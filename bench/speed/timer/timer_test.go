package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agmem/agmem/bench/speed/result"
)

func TestFill(t *testing.T) {
	s := series{lines: [][]string{{"a", "b"}, {"c d", "{1}"}}}
	for run, want := range map[int][]string{
		0: {"x", "a", "b a", "{3}"},
		1: {"x", "c d", "{1} c d", "{3}"},
		2: {"x", "a", "b a", "{3}"},
	} {
		if got := s.fill([]string{"x", "{1}", "{2} {1}", "{3}"}, run); !slices.Equal(got, want) {
			t.Errorf("run %d: %q, want %q", run, got, want)
		}
	}
}

// TestMain lets the test's own program, which exists on every platform, stand
// for a command that is measured: it says what its argument says, and fails
// where that is "fail".
func TestMain(m *testing.M) {
	if os.Getenv("TIMER_TEST_COMMAND") == "" {
		os.Exit(m.Run())
	}
	if len(os.Args) > 1 {
		fmt.Println(os.Args[1])
		if os.Args[1] == "fail" {
			os.Exit(1)
		}
	}
}

func TestMeasuresProcesses(t *testing.T) {
	t.Setenv("TIMER_TEST_COMMAND", "1")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "rows")
	measure := func(flags ...string) error {
		return run(append([]string{"-out", out, "-set", "s", "-runs", "3", "-warm", "1"}, flags...))
	}
	if err := measure("-name", "a,b", "-empty", self, "--", self, "some", "--", self); err != nil {
		t.Fatal(err)
	}
	rows, err := result.Read[result.Row](out)
	if err != nil || len(rows) != 2 || rows[0].Name != "a" || rows[1].Name != "b" {
		t.Fatalf("%v, %v", rows, err)
	}
	for _, r := range rows {
		if r.Set != "s" || r.Runs != 3 || r.Min <= 0 || r.Min > r.Median || r.Median > r.P95 || r.Empty <= 0 {
			t.Errorf("an impossible row: %+v", r)
		}
	}
	for want, flags := range map[string][]string{
		"exit status": {"-name", "a", "--", self, "fail"},
		"nothing to":  {"-name", "a", "-refuse", "none", "--", self, "none"},
		"usage":       {"-name", "a,b", "--", self},
	} {
		if err := measure(flags...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", flags, err, want)
		}
	}
}
