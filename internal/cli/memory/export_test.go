package memory

import (
	"github.com/spf13/cobra"

	"github.com/agmem/agmem/internal/cli"
)

// Root returns all commands of the program.
func Root() *cobra.Command {
	a := &app{Console: cli.NewConsole(cli.Environment{}, dialect(Name))}
	return a.root()
}
