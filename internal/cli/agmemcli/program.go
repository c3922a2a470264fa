package agmemcli

import (
	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
)

// newProgram lists another program in the help of agmem. Anyone who calls it by
// its first argument gets that program itself; what arrives here has flags of
// agmem in front, which it does not know.
func newProgram(a *app, p Program) *cobra.Command {
	return &cobra.Command{
		Use:                p.Name + " COMMAND [flags]",
		Short:              p.Short,
		DisableFlagParsing: true,
		RunE: func(*cobra.Command, []string) error {
			return agmem.Errorf(agmem.Usage, "the flags of %s do not apply to %s", a.Program, p.Name).
				WithHint("give it its own flags: %s %s COMMAND [flags]", a.Program, p.Name)
		},
	}
}
