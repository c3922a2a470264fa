package agmemcli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
)

type getOptions struct{ full bool }

func newGet(a *app) *cobra.Command {
	var o getOptions
	cmd := &cobra.Command{
		Use:   "get ID...",
		Short: "Show memories by id",
		Long: `Show the content of memories, in the order of their ids.

An ID is a full id, or its first 4 or more characters if no other id begins with
them. Each fetch is counted. If some memories are missing, the others are shown
and the exit status is 1.`,
		Example: `
			agmem get a3f2
			agmem get a3f2 b7e1 --full --json`,
		Args:              cli.Arguments(1, -1, "an ID"),
		ValidArgsFunction: a.completeIDs,
	}
	cmd.Flags().BoolVar(&o.full, "full", false, "show all fields")
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), a, args) }
	return cmd
}

func (o *getOptions) run(ctx context.Context, a *app, args []string) error {
	lib, err := a.library()
	if err != nil {
		return err
	}
	memories, missing := lib.Memories.Get(a.shortly(ctx), args)
	if len(memories) == 0 && missing != nil && !a.Format().ForPrograms {
		return missing
	}
	for i, m := range memories {
		memories[i].ID = shown(m.ID, m.Short)
	}
	if err := a.Print(o.view(memories, len(args) > 1)); err != nil {
		return err
	}
	return missing
}

func (o *getOptions) view(memories []agmem.Memory, several bool) view {
	if o.full {
		return fullMemories{memories, several}
	}
	return contents{memories, several}
}
