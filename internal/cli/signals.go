package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// listenAfter is how long a program runs before it listens for signals. Most
// commands have ended by then, and the goroutines and threads that listening
// takes would be a tenth of their time. An earlier signal ends the process as
// it does while the process is being loaded: everything that is written has to bear
// that anyway.
const listenAfter = 20 * time.Millisecond

// Signals returns the context of a process: soon after the call it begins
// to listen and ends at an interrupt or SIGTERM; a second one ends the process
// at once. A reader that stops reading is from now on an error of a write and
// not a signal.
func Signals() context.Context {
	signal.Ignore(syscall.SIGPIPE)
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(listenAfter, func() {
		signals := make(chan os.Signal, 1)
		signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
		<-signals
		signal.Stop(signals)
		cancel()
	})
	return ctx
}
