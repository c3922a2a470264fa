package agmemcli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/toon"
)

type deleteOptions struct {
	purge  bool
	origin originFlags
}

func newDelete(a *app) *cobra.Command {
	var o deleteOptions
	cmd := &cobra.Command{
		Use:   "delete ID...",
		Short: "Delete memories",
		Long: `Delete memories, all of them or none.

For 30 days agmem undo can bring them back. With --purge it cannot, because the
content is removed from the change log too. An import brings a deleted memory
back only with --revive.`,
		Example: `
			agmem delete a3f2
			agmem delete a3f2 b7e1 c9d3 --purge`,
		Args:              cli.Arguments(1, -1, "an ID"),
		ValidArgsFunction: a.completeIDs,
	}
	cmd.Flags().BoolVar(&o.purge, "purge", false, "remove the content for good, also from the change log")
	o.origin.add(cmd.Flags())
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), a, args) }
	return cmd
}

func (o *deleteOptions) run(ctx context.Context, a *app, args []string) error {
	origin, err := o.origin.origin(a)
	if err != nil {
		return err
	}
	lib, err := a.library()
	if err != nil {
		return err
	}
	gone, err := lib.Memories.Delete(a.shortly(ctx), args, agmem.DeleteOptions{Purge: o.purge, Origin: origin})
	if err != nil {
		return err
	}
	ids := make([]string, len(gone))
	for i, m := range gone {
		ids[i] = shown(m.ID, m.Short)
	}
	return a.Print(deleted{ids})
}

// deleted is the result of delete.
type deleted struct {
	IDs []string `json:"deleted"`
}

func (v deleted) JSON() any { return v }

func (v deleted) TOON() any { return toon.Object{{Key: "deleted", Value: v.IDs}} }

func (v deleted) Human(p *cli.Page) {
	p.Linef("Deleted %s", p.Paint(cli.Yellow, strings.Join(v.IDs, " ")))
}
