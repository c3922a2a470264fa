package memorycli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/cli"
)

type deleteOptions struct {
	scope   scopeFlag
	bank    bool
	confirm bool
}

func newDelete(a *app) *cobra.Command {
	var o deleteOptions
	cmd := &cobra.Command{
		Use:   "delete BANK [KEY]",
		Short: "Delete an entry, or a whole bank",
		Long: `Delete an entry (an expired one too), or with --bank the whole bank.

On a terminal --bank asks first; otherwise it needs --confirm. What is in both
scopes is deleted only with --scope.`,
		Example: `
			memory-cli delete session context
			memory-cli delete session --bank --confirm`,
		Annotations:       cli.FreeText(),
		Args:              cli.Arguments(1, 2, "BANK and KEY, or BANK and --bank"),
		ValidArgsFunction: a.completeKey,
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ref := banks.Ref{Bank: args[0], Scope: o.scope.scope}
		if o.bank {
			return o.deleteBank(cmd, a, ref, args[1:])
		}
		return o.deleteKey(cmd, a, ref, args[1:])
	}
	o.scope.add(cmd, "where it is")
	cmd.Flags().BoolVar(&o.bank, "bank", false, "delete the whole bank")
	cmd.Flags().BoolVar(&o.confirm, "confirm", false, "delete the bank without asking")
	return cmd
}

func (o *deleteOptions) deleteKey(cmd *cobra.Command, a *app, ref banks.Ref, keys []string) error {
	if err := needless(cmd, "confirm", "without --bank"); err != nil {
		return err
	}
	if len(keys) == 0 {
		return agmem.Errorf(agmem.Usage, "%s needs a KEY", cmd.CommandPath()).
			WithHint("to delete the whole bank: %s %s --bank", cmd.CommandPath(), ref.Bank)
	}
	done, err := a.banks().Entries.Delete(cmd.Context(), ref, keys[0])
	if err != nil {
		return err
	}
	return a.print(done)
}

func (o *deleteOptions) deleteBank(cmd *cobra.Command, a *app, ref banks.Ref, keys []string) error {
	if len(keys) > 0 {
		return agmem.Errorf(agmem.Usage, "--bank deletes the whole bank, but a KEY was given").
			WithHint("leave out one of them")
	}
	if !o.confirm {
		if err := a.confirm(cmd.Context(), ref.Bank); err != nil {
			return err
		}
	}
	done, err := a.banks().Entries.DeleteBank(cmd.Context(), ref, banks.DeleteBankRequest{})
	if err != nil {
		return err
	}
	return a.print(done)
}

// confirm asks whether a bank is to be deleted, if there is a user to ask.
func (a *app) confirm(ctx context.Context, bank string) error {
	if !a.CanAsk() {
		return banks.About(banks.Errorf(banks.ConfirmationRequired, "a whole bank would be deleted").
			WithHint("to delete it, repeat the command with --confirm"), bank, banks.AnyScope)
	}
	yes, err := a.Ask(ctx, "Delete the bank "+bank+" with all its entries?")
	if yes || ctx.Err() != nil {
		return err
	}
	declined := banks.Errorf(banks.ConfirmationRequired, "the bank was not deleted")
	declined.Err = err // the end of the input is an answer too
	return banks.About(declined, bank, banks.AnyScope)
}
