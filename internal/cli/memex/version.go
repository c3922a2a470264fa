package memex

import (
	"github.com/spf13/cobra"

	"github.com/agmem/agmem/internal/cli"
)

func newVersion(a *app) *cobra.Command { return cli.VersionCommand(`memex version`, a.printVersion) }

func (a *app) printVersion() error {
	build := cli.ReadBuild()
	return a.print(build, build.String()+"\n")
}
