package memory

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/numbered"
)

type deleteOptions struct {
	selection   selectionFlags
	query       string
	expiredOnly bool
	removal     removalFlags
}

func newDelete(a *app) *cobra.Command {
	var o deleteOptions
	cmd := &cobra.Command{
		Use:   "delete [NUMBER...]",
		Short: "Delete memories",
		Long: `Delete memories by their numbers, or all that the flags select, and show which.

On a terminal it asks first; elsewhere it needs --force. Either all of them are
deleted or none. For 30 days agmem undo can bring them back.`,
		Example: `
			memory delete 12 15
			memory delete --tags staging --dry-run
			memory delete --query "old server" --before 2025-01-01 --force`,
		Args: cli.Arguments(0, -1, ""),
	}
	o.selection.add(cmd)
	flags := cmd.Flags()
	flags.Var(cli.TextFlag{Value: &o.query}, "query", "only memories with all words of this `QUERY`")
	flags.BoolVar(&o.expiredOnly, "expired-only", false, "only memories that have expired")
	o.removal.add(flags)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), a, args) }
	return cmd
}

func (o *deleteOptions) run(ctx context.Context, a *app, args []string) error {
	deletion, err := o.deletion(a, args)
	if err != nil {
		return err
	}
	memories, err := a.memories()
	if err != nil {
		return err
	}
	doomed, err := memories.FindDoomed(ctx, deletion)
	if err != nil {
		return err
	}
	if err := a.warnOfTags(ctx, memories, deletion.Selection); err != nil {
		return err
	}
	return o.removal.remove(ctx, a, doomed, memories.Delete)
}

func (o *deleteOptions) deletion(a *app, args []string) (numbered.Deletion, error) {
	filtered := o.selection.given() || o.query != "" || o.expiredOnly
	d := numbered.Deletion{Query: o.query}
	switch {
	case len(args) == 0 && !filtered:
		return d, agmem.Errorf(agmem.Usage, "nothing says which memories to delete").
			WithHint("give numbers, or flags such as --tags; %s delete --help lists them", a.Program)
	case len(args) > 0 && filtered:
		return d, agmem.Errorf(agmem.Usage, "numbers and flags that select memories contradict each other").
			WithHint("delete by one of them")
	}
	var err error
	if d.Selection, err = o.selection.selection(a); err != nil {
		return d, err
	}
	if o.expiredOnly {
		d.Selection.Expired = agmem.OnlyExpired
	}
	if len(args) > 0 {
		d.Selection.Numbers, err = numbers(args)
	}
	return d, err
}
