package wire

import (
	"context"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/cli/agmemcli"
	"github.com/agmem/agmem/internal/cli/memex"
	"github.com/agmem/agmem/internal/cli/memory"
	"github.com/agmem/agmem/internal/cli/memorycli"
	"github.com/agmem/agmem/internal/cli/metamemory"
)

// program is one of the programs that the executable is besides agmem. Called
// is how its user called it, for messages and help.
type program struct {
	agmemcli.Program
	run func(s *settings, ctx context.Context, env cli.Environment, called string) int
}

func programs() []program {
	return []program{
		{agmemcli.Program{Name: memory.Name, Short: memory.Short}, (*settings).runMemory},
		{agmemcli.Program{Name: memorycli.Name, Short: memorycli.Short, NeedsFull: true}, (*settings).runMemoryCLI},
		{agmemcli.Program{Name: memex.Name, Short: memex.Short}, (*settings).runMemex},
		{agmemcli.Program{Name: metamemory.Name, Short: metamemory.Short}, (*settings).runMetaMemory},
	}
}

func (s *settings) runMemoryCLI(ctx context.Context, env cli.Environment, called string) int {
	return memorycli.Run(ctx, env, called, memorycli.Services{
		Banks: s.banks,
		MCP: func(ctx context.Context, in io.Reader, out io.Writer, room *banks.Banks) error {
			if err := s.need(s.parts.MCP != nil, "the MCP server"); err != nil {
				return err
			}
			return s.parts.MCP(ctx, in, out, room)
		},
	})
}

func (s *settings) runMemex(ctx context.Context, env cli.Environment, called string) int {
	return memex.Run(ctx, env, called, memex.Services{Cards: s.cards, MatchLabel: s.matchLabel})
}

// isCalled says whether a program was called by this name, in any folder,
// with or without a version after the name.
func isCalled(called, name string) bool {
	base := filepath.Base(called)
	if ext := filepath.Ext(base); strings.EqualFold(ext, ".exe") {
		base = strings.TrimSuffix(base, ext)
	}
	rest, ok := strings.CutPrefix(base, name)
	version := strings.TrimLeft(rest, "-_.@v")
	return ok && (rest == "" || version != "" && '0' <= version[0] && version[0] <= '9')
}

// passedOn returns the command line of another program that comes after
// agmem: NAME ARG..., help NAME ARG..., or what a shell asks while NAME ARG...
// is being typed.
func passedOn(args []string, name string) ([]string, bool) {
	at := slices.Index(args, name)
	switch {
	case at == 0:
		return args[1:], true
	case at != 1:
		return nil, false
	case args[0] != "help" && !cli.Completing(args):
		return nil, false
	case len(args) == 2 && cli.Completing(args): // the name itself is being typed
		return nil, false
	}
	return slices.Concat(args[:1], args[2:]), true
}
