package sqlitedb

import (
	"errors"
	"os"
	"syscall"
)

// modesMatter says that the mode of a file decides who may read it.
const modesMatter = false

// writable says whether the file may be written.
func writable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().Perm()&0o200 != 0
}

func isReadOnlyFileSystem(err error) bool {
	const writeProtect = syscall.Errno(19)
	return errors.Is(err, writeProtect)
}

func isFull(err error) bool {
	const handleDiskFull, diskFull = syscall.Errno(39), syscall.Errno(112)
	return errors.Is(err, handleDiskFull) || errors.Is(err, diskFull)
}
