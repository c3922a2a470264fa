package sqlitedb

import (
	"errors"
	"syscall"
)

// makeEmpty makes an empty private file, unless there is one, in one step and
// under its own name.
func makeEmpty(path string) error {
	err := syscall.Mknod(path, syscall.S_IFREG|0o600, 0)
	if err == nil || errors.Is(err, syscall.EEXIST) {
		return nil
	}
	return makeLinked(path) // some file systems of users cannot do that
}
