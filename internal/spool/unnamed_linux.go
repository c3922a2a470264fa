package spool

import (
	"os"
	"syscall"
)

// createUnnamed makes a private temporary file without a name. Some file systems
// cannot do that.
func createUnnamed() (*os.File, error) {
	const unnamed = 0x400000 | syscall.O_DIRECTORY // O_TMPFILE, which package syscall lacks
	return os.OpenFile(os.TempDir(), os.O_RDWR|os.O_EXCL|unnamed, 0o600)
}
