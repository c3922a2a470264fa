package jq

import (
	"context"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/agmem/agmem"
)

const (
	// maxMemory is how many bytes the process may hold while a filter runs.
	maxMemory = 1 << 30
	// maxStack is how large a stack may grow before the Go runtime ends the
	// process. Builtins recurse as deep as values are nested, and a filter can
	// nest millions of arrays: with the limit that Go has by itself, 1 GB, the
	// process would die of that before maxMemory ends the filter.
	maxStack = 4 << 30
	// watchInterval is how often the memory of the process is looked at.
	watchInterval = 20 * time.Millisecond
)

// watch ends the run when the process holds more than limit bytes.
func watch(ctx context.Context, cancel context.CancelCauseFunc, limit uint64) {
	debug.SetMaxStack(maxStack)
	ticks := time.NewTicker(watchInterval)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
			if memoryInUse() > limit {
				cancel(agmem.Errorf(agmem.Invalid, "the filter was stopped: it takes more than %d MiB of memory", limit>>20))
				return
			}
		}
	}
}

// memoryInUse returns the bytes of objects, garbage that has not been swept
// included, and of stacks.
func memoryInUse() uint64 {
	var m runtime.MemStats // package runtime/metrics would cost every process a tenth of a millisecond at its start
	runtime.ReadMemStats(&m)
	return m.HeapAlloc + m.StackInuse
}
