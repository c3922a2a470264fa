//go:build !windows

package cli

import (
	"errors"
	"syscall"
)

// readerGone reports a write that nobody reads any more.
func readerGone(err error) bool { return errors.Is(err, syscall.EPIPE) }
