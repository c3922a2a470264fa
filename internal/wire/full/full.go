// Package full is the program with everything that it can be linked with. What
// this package imports and wire does not costs time at every start, which the
// light build saves.
package full

import (
	"context"
	"io"

	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/banks/jq"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/mcp/banktools"
	"github.com/agmem/agmem/internal/wire"
)

// Run is [wire.Run] with every part.
func Run(ctx context.Context, env cli.Environment) int { return wire.Run(ctx, env, parts()) }

func parts() wire.Parts {
	return wire.Parts{
		MCP: func(ctx context.Context, in io.Reader, out io.Writer, room *banks.Banks) error {
			return banktools.Server(room, cli.Version).Serve(ctx, in, out)
		},
		CompileFilter: jq.Compile,
	}
}
