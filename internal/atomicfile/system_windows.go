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

// findsKilled says whether a temporary file shows that its writer was killed.
// Here it has to be closed before it is renamed, so it is judged by its age.
const findsKilled = false

func claim(*os.File) bool { return true }

// abandoned calls act with a temporary file, which fails for one that is open,
// and says whether that succeeded.
func abandoned(name string, act func(name string) error) bool {
	info, err := os.Lstat(name)
	return err == nil && info.Mode().IsRegular() && act(name) == nil
}

// become gives the file the name of its target, in place of what has it. It is
// closed first: a file that is open cannot be renamed.
func (t temporary) become(target string) error {
	if err := t.Close(); err != nil {
		return err
	}
	return replace(t.Name(), target)
}

// drop removes the file, whether it is closed already or not.
func (t temporary) drop() {
	_ = t.Close()
	_ = os.Remove(t.Name())
}

const nonBlocking = 0

func isWithoutReader(error) bool { return false }

// IsFull reports an error of the system about a full disk or a used-up quota.
func IsFull(err error) bool {
	return errors.Is(err, errorDiskFull) || errors.Is(err, errorHandleDiskFull)
}

func isReadOnly(err error) bool { return errors.Is(err, errorWriteProtect) }

func isCrossDevice(err error) bool { return errors.Is(err, errorNotSameDevice) }
