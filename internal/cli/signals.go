package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// Signals returns the context of a process: it ends at an interrupt or SIGTERM,
// and a second one ends the process at once. A reader that stops reading is
// from then on an error of a write and not a signal.
func Signals() context.Context {
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx
}
