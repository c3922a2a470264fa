//go:build !windows

package sqlitedb

import (
	"errors"
	"syscall"
)

// modesMatter says that the mode of a file decides who may read it.
const modesMatter = true

// writable says whether the file may be written. It is not opened for that:
// see createPrivate.
func writable(path string) bool {
	const canWrite = 2
	return syscall.Access(path, canWrite) == nil
}

func isReadOnlyFileSystem(err error) bool { return errors.Is(err, syscall.EROFS) }

func isFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}
