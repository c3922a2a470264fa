// Command agmem is the memory of coding agents on this machine, and the other
// programs of agmem where it is called by their names.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/wire"
)

func main() {
	// A reader that stops reading is an error of a write, not a signal.
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	os.Exit(wire.Run(ctx, cli.System()))
}
