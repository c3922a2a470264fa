package jq

import (
	"context"
	"runtime"
	"time"

	"github.com/agmem/agmem"
)

const (
	// ownMemory is how many bytes a filter may hold beside its input, and
	// memoryPerByte how many more for each byte of that.
	ownMemory     = 96 << 20
	memoryPerByte = 4
	// meterEvery is how many instructions of a filter pass between two looks at
	// the clock, and meterInterval the time between two looks at the memory.
	meterEvery    = 16
	meterInterval = time.Millisecond
	// reserveFrom is what a builtin may make without asking.
	reserveFrom = 1 << 20
)

// meter keeps one run within its memory. The goroutine that runs the filter
// asks it between instructions, and before a builtin makes something large: what
// watches from outside comes too late for a builtin that fills a gigabyte.
type meter struct {
	limit  uint64 // what the process may hold
	margin int    // of it, what must be free after a collection: else collecting is all that is done
	cancel context.CancelCauseFunc
	steps  uint
	began  time.Time
	last   time.Duration // since it began
}

func newMeter(cancel context.CancelCauseFunc, allowed uint64) *meter {
	return &meter{limit: memoryInUse() + allowed, margin: int(allowed / 16), cancel: cancel, began: time.Now()}
}

// errMemory is the error of a filter that takes too much.
func errMemory() error {
	return agmem.Errorf(agmem.Invalid, "the filter was stopped: it takes more than %d MiB of memory", ownMemory>>20).
		WithHint("a filter has %d MiB beside its input: work on a part of the value, or in several steps", ownMemory>>20)
}

// tick is called before each instruction.
func (m *meter) tick() {
	if m.steps++; m.steps%meterEvery != 0 {
		return
	}
	if time.Since(m.began)-m.last >= meterInterval {
		_ = m.reserve(reserveFrom) // it ends the run
		m.last = time.Since(m.began)
	}
}

// reserve ends the run if so many bytes more are too many, and returns why.
func (m *meter) reserve(size int) error {
	if size < reserveFrom {
		return nil
	}
	if !m.fits(size) {
		runtime.GC() // most of what is in use may be garbage
		if !m.fits(max(size, m.margin)) {
			err := errMemory()
			m.cancel(err)
			return err
		}
	}
	return nil
}

func (m *meter) fits(size int) bool { return memoryInUse()+uint64(size) <= m.limit }

// left returns how many bytes may still be reserved.
func (m *meter) left() int {
	if used := memoryInUse(); used < m.limit {
		return int(m.limit - used)
	}
	return 0
}

// memoryInUse returns the bytes of objects, garbage that has not been swept
// included, and of stacks.
func memoryInUse() uint64 {
	var m runtime.MemStats // package runtime/metrics would cost every process a tenth of a millisecond at its start
	runtime.ReadMemStats(&m)
	return m.HeapAlloc + m.StackInuse
}

// metered is a context that asks a meter whenever it is asked: gojq asks for
// the end of the context before each instruction.
type metered struct {
	context.Context
	meter *meter
}

func (m metered) Done() <-chan struct{} {
	m.meter.tick()
	return m.Context.Done()
}
