//go:build !windows

package atomicfile

import (
	"errors"
	"os"
	"syscall"
)

func replace(from, to string) error { return os.Rename(from, to) }

// syncFolder puts the names in a folder on the disk. File systems that cannot
// do that for a folder say EINVAL or ENOTSUP; they have nothing to sync.
func syncFolder(folder string) error {
	d, err := os.Open(folder)
	if err != nil {
		return err
	}
	err = d.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		err = nil
	}
	return errors.Join(err, d.Close())
}

// nonBlocking makes opening a named pipe fail if it has no reader.
const nonBlocking = syscall.O_NONBLOCK

func isWithoutReader(err error) bool { return errors.Is(err, syscall.ENXIO) }

func isFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

func isReadOnly(err error) bool { return errors.Is(err, syscall.EROFS) }

func isCrossDevice(err error) bool { return errors.Is(err, syscall.EXDEV) }
