package memex

import (
	"github.com/spf13/cobra"

	"github.com/agmem/agmem/internal/cli"
)

// Root returns the tree of commands, of which nothing can be run.
func Root() *cobra.Command { return newApp(cli.Environment{}, Name).root() }
