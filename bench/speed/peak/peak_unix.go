//go:build linux || darwin

package peak

import (
	"os"
	"runtime"
	"syscall"
)

// Memory returns the highest resident memory of a process that has ended,
// in bytes. On Linux a child begins with its parent's figure, so nothing
// smaller than this program can be seen.
func Memory(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "linux" { // counts in KiB, where macOS counts in bytes
		return int64(usage.Maxrss) * 1024
	}
	return int64(usage.Maxrss)
}
