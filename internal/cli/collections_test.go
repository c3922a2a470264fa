package cli

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// After the first collection garbage is collected as usual, but for what a command
// chose itself.
func TestDelayGC(t *testing.T) {
	t.Setenv("GOGC", "")
	defer debug.SetGCPercent(debug.SetGCPercent(usualGC))
	percent := func() int {
		now := debug.SetGCPercent(usualGC)
		debug.SetGCPercent(now)
		return now
	}
	DelayGC()
	if got := percent(); got != firstGC {
		t.Errorf("at the start the percentage is %d", got)
	}
	for deadline := time.Now().Add(time.Minute); percent() != usualGC; runtime.GC() {
		if time.Now().After(deadline) {
			t.Fatalf("after collections it is still %d", percent())
		}
	}
	debug.SetGCPercent(40)
	if asUsual(); percent() != 40 {
		t.Errorf("what a command chose became %d", percent())
	}
}

// What is in the environment counts.
func TestGOGC(t *testing.T) {
	t.Setenv("GOGC", "50")
	defer debug.SetGCPercent(debug.SetGCPercent(50))
	if DelayGC(); debug.SetGCPercent(50) != 50 {
		t.Error("GOGC did not count")
	}
}
