package atomicfile

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// Error codes of Windows that package syscall does not name.
const (
	errorWriteProtect     = syscall.Errno(19)
	errorSharingViolation = syscall.Errno(32)
	errorNotSameDevice    = syscall.Errno(17)
	errorHandleDiskFull   = syscall.Errno(39)
	errorDiskFull         = syscall.Errno(112)
)

// replace renames, and waits up to about a second for a reader that has the
// target open: on Windows an open file cannot be replaced.
func replace(from, to string) error {
	const attempts = 10
	wait := time.Millisecond
	for range attempts {
		err := os.Rename(from, to)
		if !errors.Is(err, errorSharingViolation) && !errors.Is(err, syscall.ERROR_ACCESS_DENIED) {
			return err
		}
		time.Sleep(wait)
		wait *= 2
	}
	return os.Rename(from, to)
}

// syncFolder does nothing: Windows keeps names durable by itself and has no
// call to force it.
func syncFolder(string) error { return nil }

const nonBlocking = 0

func isWithoutReader(error) bool { return false }

func isFull(err error) bool {
	return errors.Is(err, errorDiskFull) || errors.Is(err, errorHandleDiskFull)
}

func isReadOnly(err error) bool { return errors.Is(err, errorWriteProtect) }

func isCrossDevice(err error) bool { return errors.Is(err, errorNotSameDevice) }
