package main

import (
	"strings"
	"testing"
	"time"
)

func TestClock(t *testing.T) {
	for line, want := range map[string]float64{
		"init internal/godebug @0.1 ms, 0.02 ms clock, 1336 bytes, 13 allocs": 0.02,
		"init regexp @1 ms, 3 ms clock, 0 bytes, 0 allocs":                    3,
		"agmem 0.1.0": 0,
		"":            0,
	} {
		if got := clock(line); got != want {
			t.Errorf("clock(%q) = %v, want %v", line, got, want)
		}
	}
}

func TestMedian(t *testing.T) {
	if got := median([]time.Duration{90, 1, 3, 2, 1000}); got != 3 {
		t.Errorf("got %d", got)
	}
}

// TestBlame shows that the trace of a real program is read: an empty one has
// packages of the runtime to initialise.
func TestBlame(t *testing.T) {
	empty, err := buildEmpty(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if trace := blame(empty); !strings.Contains(trace, "init runtime") && !strings.Contains(trace, "init internal/") {
		t.Errorf("the trace of an empty program names no package: %q", trace)
	}
}
