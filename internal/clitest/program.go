package clitest

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/wire/full"
)

// Program is the main function of a test binary that is called like one of the
// programs, with one seam more than the shipped one: $AGMEM_NOW sets the clock
// to a time in RFC 3339. Called is what the first argument of the process was.
// It returns the exit code.
func Program(called string) int {
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	env := cli.System()
	env.Called = called
	if text := os.Getenv("AGMEM_NOW"); text != "" {
		now, err := time.Parse(time.RFC3339, text)
		if err != nil {
			fmt.Fprintln(os.Stderr, "AGMEM_NOW:", err)
			return 3
		}
		env.Now = func() time.Time { return now.In(time.Local) }
	}
	return full.Run(ctx, env)
}
