package memory

import (
	"github.com/spf13/cobra"

	"github.com/agmem/agmem/internal/cli"
)

func newVersion(a *app) *cobra.Command {
	return cli.VersionCommand(`memory version --json`, a.printVersion)
}

func (a *app) printVersion() error { return a.Print(version{cli.ReadBuild()}) }

// version is the result of version.
type version struct{ cli.Build }

func (v version) Markdown(p *cli.Page) { v.Human(p) }
