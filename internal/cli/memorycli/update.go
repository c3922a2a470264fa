package memorycli

import (
	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/cli"
)

type updateOptions struct {
	scope  scopeFlag
	create bool
}

func newUpdate(a *app) *cobra.Command {
	var o updateOptions
	cmd := &cobra.Command{
		Use:   "update BANK KEY FILTER",
		Short: "Change an entry with a jq filter",
		Long: `Replace a value with the result of a jq filter, and print it. The filter must
give exactly one result. No other process can write to the bank in between. If
the entry has a ttl, the ttl starts again.`,
		Example: `
			memory-cli update tasks items '.items += ["new task"]'
			memory-cli update stats visits '.count += 1' --create`,
		Annotations:       cli.FreeText(),
		Args:              cli.Arguments(3, 3, "BANK, KEY and FILTER"),
		ValidArgsFunction: a.completeKey,
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		done, err := a.banks().Entries.Update(cmd.Context(), banks.Ref{Bank: args[0], Scope: o.scope.scope},
			banks.UpdateRequest{Key: args[1], Filter: args[2], Create: o.create, Debug: a.Stderr})
		if agmem.KindOf(err) == agmem.NotFound && banks.FoundIn(err) == banks.AnyScope {
			return banks.AsError(err).WithHint("--create begins with null")
		}
		if err != nil {
			return err
		}
		return a.print(done)
	}
	o.scope.add(cmd, "the project if there is one, else user")
	a.AddAllowSecretFlag(cmd)
	cmd.Flags().BoolVar(&o.create, "create", false, "start from null if the key does not exist")
	return cmd
}
