package cli

import (
	"errors"
	"syscall"
)

// noData is ERROR_NO_DATA: the reader of a pipe is gone.
const noData = syscall.Errno(232)

// readerGone reports a write to a pipe without a reader.
func readerGone(err error) bool {
	return errors.Is(err, noData) || errors.Is(err, syscall.ERROR_BROKEN_PIPE)
}
