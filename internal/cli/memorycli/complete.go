package memorycli

import (
	"context"
	"slices"

	"github.com/agmem/agmem/internal/banks"
	"github.com/spf13/cobra"
)

// completeBank offers the banks for the first argument.
func (a *app) completeBank(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return a.bankNames(cmd.Context()), cobra.ShellCompDirectiveNoFileComp
}

// completeKey offers the banks for the first argument and their keys for the
// second.
func (a *app) completeKey(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(args) != 1 {
		return a.completeBank(cmd, args, typed)
	}
	return a.keys(cmd.Context(), args[0]), cobra.ShellCompDirectiveNoFileComp
}

// completeBankFile offers the banks for the first argument and files for what
// follows.
func (a *app) completeBankFile(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return a.completeBank(cmd, args, typed)
}

// bankNames returns the names of all banks that can be read.
func (a *app) bankNames(ctx context.Context) []string {
	list, _ := a.banks().Finder.List(ctx, banks.AllScopes, false) // errors are not reported here
	var names []string
	for _, b := range list {
		names = append(names, b.Name)
	}
	return slices.Compact(names)
}

func (a *app) keys(ctx context.Context, bank string) []string {
	list, _ := a.banks().Finder.Keys(ctx, banks.Ref{Bank: bank}, false)
	var keys []string
	for _, k := range list {
		keys = append(keys, k.Key)
	}
	return slices.Compact(keys)
}
