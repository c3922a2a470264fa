package agmemcli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
)

type undoOptions struct {
	id     string
	any    bool
	origin originFlags
}

func newUndo(a *app) *cobra.Command {
	var o undoOptions
	cmd := &cobra.Command{
		Use:   "undo",
		Short: "Take back the last change",
		Long: `Take back the last change of this session: all that one command changed. If no
session is known it is the last change of the author, and if no author is known
either, the last change of anyone.

An undo is a change too: a second undo takes back the first.
Changes older than 30 days and purged memories cannot be taken back.`,
		Example: `
			agmem undo
			agmem undo --id a3f2
			agmem undo --any`,
		Args: cli.Arguments(0, 0, ""),
	}
	cmd.Flags().Var(cli.TextFlag{Value: &o.id}, "id", "take back the last change of the memory `ID` instead, of any session")
	cmd.Flags().BoolVar(&o.any, "any", false, "take back the last change of anyone")
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
	list, err := lib.Log.Undo(a.shortly(ctx), agmem.UndoOptions{ID: o.id, Any: o.any, Origin: origin})
	if err != nil {
		return err
	}
	return a.Print(changes{list})
}
