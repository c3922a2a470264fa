// Command agmem is the memory of coding agents on this machine.
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
	os.Exit(wire.Agmem(ctx, cli.System()))
}
