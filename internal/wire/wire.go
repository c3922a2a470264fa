// Package wire puts the program together: it is the only package that knows
// the faces, the use cases and the stores, and it opens a store when a command
// asks for it. What only the full build is linked with comes from package full.
package wire

import (
	"context"

	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/cli/agmemcli"
)

// Run executes the command line of env as the program that it was called as,
// and returns the exit code. Whatever is not called like one of the other
// programs is agmem, and that is another program too where its first argument
// names one: agmem memory-cli list is memory-cli list.
//
// A command that needs a part which is not there is handed over to the full
// build of the program.
func Run(ctx context.Context, env cli.Environment, parts Parts) int {
	s := newSettings(env)
	s.parts = parts
	others := programs()
	for _, p := range others {
		if isCalled(env.Called, p.Name) {
			return p.run(s, ctx, env, p.Name)
		}
	}
	for _, p := range others {
		if args, ok := passedOn(env.Args, p.Name); ok {
			env.Args = args
			return p.run(s, ctx, env, "agmem "+p.Name)
		}
	}
	services := s.services()
	for _, p := range others {
		services.Programs = append(services.Programs, p.Program)
	}
	defer s.release()
	return agmemcli.Run(ctx, env, services)
}
