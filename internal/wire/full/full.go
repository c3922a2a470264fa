// Package full is the program with everything that it can be linked with. What
// this package imports and wire does not costs time at every start, which the
// light build saves.
package full

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/banks/jq"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/embed/fetch"
	"github.com/agmem/agmem/internal/embed/remote"
	"github.com/agmem/agmem/internal/mcp"
	"github.com/agmem/agmem/internal/mcp/banktools"
	"github.com/agmem/agmem/internal/mcp/memorytools"
	"github.com/agmem/agmem/internal/wire"
)

// Run is [wire.Run] with every part.
func Run(ctx context.Context, env cli.Environment) int { return wire.Run(ctx, env, parts()) }

func parts() wire.Parts {
	services := remote.New()
	return wire.Parts{
		MCP: func(ctx context.Context, in io.Reader, out io.Writer, room *banks.Banks) error {
			return banktools.Server(room, cli.Version).Serve(ctx, in, out)
		},
		ServeMemories: serveMemories,
		CompileFilter: jq.Compile,
		Embeddings:    services,
		PullModel:     services.Pull,
		FetchModel:    fetch.New().Install,
	}
}

// serveMemories serves the tools that are asked for, on the streams or over HTTP.
func serveMemories(ctx context.Context, s wire.Served) error {
	services := memorytools.Services{Library: s.Library, Origin: s.Origin, Now: s.Now}
	offered := []memorytools.Group{{Name: "banks", Tools: banktools.Tools(s.Banks)}}
	server, err := memorytools.Server(services, s.Tools, offered, cli.Version)
	if err != nil {
		return err
	}
	if s.Address == "" {
		return server.Serve(ctx, s.In, s.Out)
	}
	token, place, err := s.Token()
	if err != nil {
		return err
	}
	listener, err := mcp.Listen(s.Address, s.Remote)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM) // cli.Signals listens later
	defer stop()
	s.Ready("http://"+listener.Addr().String()+mcp.Path, place)
	return server.ServeHTTP(ctx, listener, mcp.HTTPOptions{Token: token, Hosts: s.Hosts})
}
