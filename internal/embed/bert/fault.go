package bert

import (
	"runtime/debug"

	"github.com/agmem/agmem"
)

// guarded runs work that reads mapped weights. Where the file became shorter
// since it was mapped, or its disk fails, the system stops the process; here it
// is an error.
func guarded(work func()) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		switch problem := recover().(type) {
		case nil:
		case *agmem.Error: // of a goroutine that shared the work
			err = problem
		case interface{ Addr() uintptr }:
			err = agmem.Errorf(agmem.Corrupt, "the weights of the model cannot be read any more")
		default:
			panic(problem)
		}
	}()
	work()
	return nil
}
