//go:build !windows

package cli

import (
	"errors"
	"syscall"
)

// readerGone reports a write to a pipe without a reader.
func readerGone(err error) bool { return errors.Is(err, syscall.EPIPE) }
