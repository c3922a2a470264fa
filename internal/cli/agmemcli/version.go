package agmemcli

import (
	"github.com/spf13/cobra"

	"github.com/agmem/agmem/internal/cli"
)

func newVersion(a *app) *cobra.Command {
	return cli.VersionCommand(`agmem version --json`, a.printVersion)
}

func (a *app) printVersion() error { return a.Print(version{cli.ReadBuild()}) }

// version is the result of version.
type version struct{ cli.Build }

// TOON returns the line that people know of every program.
func (v version) TOON() any { return raw(v.String()) }
