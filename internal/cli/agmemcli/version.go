package agmemcli

import (
	"github.com/spf13/cobra"

	"github.com/agmem/agmem/internal/cli"
)

func newVersion(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Long:    `Print the version of agmem, of the commit it was built from and of Go.`,
		Example: `agmem version --json`,
		Args:    cli.Arguments(0, 0, ""),
		RunE:    func(*cobra.Command, []string) error { return a.printVersion() },
	}
}

func (a *app) printVersion() error { return a.Print(version{cli.ReadBuild()}) }

// version is the result of version.
type version struct{ cli.Build }

// TOON returns the line that people know of every program.
func (v version) TOON() any { return raw(v.String()) }
