package memorycli

import (
	"github.com/spf13/cobra"

	"github.com/agmem/agmem/internal/cli"
)

// Root returns the tree of commands, of which nothing can be run.
func Root() *cobra.Command {
	a := &app{Console: cli.NewConsole(cli.Environment{}, dialect(Name))}
	return a.root()
}
