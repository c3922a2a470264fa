package memorycli

import (
	"github.com/spf13/cobra"

	"github.com/agmem/agmem/internal/cli"
)

func newVersion(a *app) *cobra.Command {
	return cli.VersionCommand(`memory-cli version`, func() error { return a.print(cli.ReadBuild()) })
}
