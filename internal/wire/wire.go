// Package wire puts the program together: it is the only package that knows
// the faces, the use cases and the stores, and it opens a store when a command
// asks for it.
package wire

import (
	"context"

	"github.com/agmem/agmem/internal/cli"
	agmemcli "github.com/agmem/agmem/internal/cli/agmem"
)

// Agmem executes the command line of the program agmem and returns its exit
// code.
func Agmem(ctx context.Context, env cli.Environment) int {
	return agmemcli.Run(ctx, env, newSettings(env).services())
}
