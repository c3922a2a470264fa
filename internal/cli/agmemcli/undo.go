package agmemcli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem/internal/cli"
)

type undoOptions struct {
	id     string
	origin originFlags
}

func newUndo(a *app) *cobra.Command {
	var o undoOptions
	cmd := &cobra.Command{
		Use:   "undo",
		Short: "Take back the last change",
		Long: `Take back the last change: all that one command changed.

An undo is a change too: a second undo takes back the first.
Changes older than 30 days and purged memories cannot be taken back.`,
		Example: `
			agmem undo
			agmem undo --id a3f2`,
		Args: cli.Arguments(0, 0, ""),
	}
	cmd.Flags().Var(cli.TextFlag{Value: &o.id}, "id", "take back the last change of the memory `ID` instead")
	o.origin.add(cmd.Flags())
	_ = cmd.RegisterFlagCompletionFunc("id", a.completeIDs)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context(), a) }
	return cmd
}

func (o *undoOptions) run(ctx context.Context, a *app) error {
	origin, err := o.origin.origin(a)
	if err != nil {
		return err
	}
	lib, err := a.library()
	if err != nil {
		return err
	}
	list, err := lib.Log.Undo(a.shortly(ctx), o.id, origin)
	if err != nil {
		return err
	}
	return a.Print(changes{list})
}
