package jq

import (
	"context"
	"runtime"
	"runtime/debug"
	"time"
)

const (
	// maxStack is how large a stack may grow before the Go runtime ends the
	// process. Builtins recurse as deep as values are nested, and a filter can
	// nest millions of arrays: with the limit that Go has by itself, 1 GB, the
	// process would die of that before the meter ends the filter.
	maxStack = 4 << 30
	// watchInterval is how often the memory of the process is looked at from
	// outside of the filter.
	watchInterval = 5 * time.Millisecond
)

// watchSlack is how much over the limit the process is before the watch acts:
// the meter comes first.
const watchSlack = 16 << 20

// watch ends the run when the process holds too much. The meter asks for itself
// at every place that it knows; this is for a builtin that it does not know.
func (m *meter) watch(ctx context.Context) {
	debug.SetMaxStack(maxStack)
	ticks := time.NewTicker(watchInterval)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
			if memoryInUse() <= m.limit+watchSlack {
				continue
			}
			runtime.GC()
			if memoryInUse() > m.limit {
				m.cancel(errMemory())
				return
			}
		}
	}
}
