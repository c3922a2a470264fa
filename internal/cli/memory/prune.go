package memory

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/numbered"
	"github.com/agmem/agmem/internal/when"
)

type pruneOptions struct {
	before  string
	removal removalFlags
}

func newPrune(a *app) *cobra.Command {
	var o pruneOptions
	cmd := &cobra.Command{
		Use:   "prune",
		Short: "Remove expired memories for good",
		Long: `Remove the memories that have expired, or with --before all that were stored
before a date, expired or not.

Nothing of their texts is left in the database, so this cannot be undone. On a
terminal it asks first; elsewhere it needs --force.`,
		Example: `
			memory prune --dry-run
			memory prune --force
			memory prune --before 2024-01-01`,
		Args: cli.Arguments(0, 0, ""),
	}
	flags := cmd.Flags()
	flags.Var(cli.TextFlag{Value: &o.before}, "before", "remove all memories that were stored before this `DATE`")
	o.removal.add(flags)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context(), a) }
	return cmd
}

func (o *pruneOptions) run(ctx context.Context, a *app) error {
	doomed := numbered.Deletion{Selection: agmem.Selection{Expired: agmem.OnlyExpired}}
	if o.before != "" {
		before, err := when.Before(o.before, a.Now())
		if err != nil {
			return err
		}
		doomed.Selection = agmem.Selection{Filter: agmem.Filter{Before: before}, Expired: agmem.WithExpired}
	}
	memories, err := a.memories()
	if err != nil {
		return err
	}
	list, err := memories.FindDoomed(ctx, doomed)
	if err != nil {
		return err
	}
	return o.removal.remove(ctx, a, list, memories.Prune)
}
