package memorycli

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/when"
)

type gcOptions struct {
	scope     scopeFlag
	olderThan string
	dryRun    bool
}

func newGC(a *app) *cobra.Command {
	o := gcOptions{scope: scopeFlag{all: true}}
	cmd := &cobra.Command{
		Use:   "gc",
		Short: "Remove what has expired",
		Long: `Remove expired entries. With --older-than also remove entries that were not
updated for that time: 30d, 2w, 12h.`,
		Example: `
			memory-cli gc
			memory-cli gc --older-than 30d --dry-run`,
		Args: cli.Arguments(0, 0, ""),
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context(), a) }
	o.scope.add(cmd, "all")
	cmd.Flags().Var(cli.TextFlag{Value: &o.olderThan}, "older-than", "also remove entries not updated for this `TIME` (30d, 2w, 12h)")
	cmd.Flags().BoolVar(&o.dryRun, "dry-run", false, "only show what would be removed")
	return cmd
}

// collected is the result of gc.
type collected struct {
	Banks   []banks.Collected `json:"banks"`
	Removed int               `json:"removed"`
	DryRun  bool              `json:"dry_run"`
}

func (o *gcOptions) run(ctx context.Context, a *app) error {
	age, err := o.age(a.Now())
	if err != nil {
		return err
	}
	list, failed := a.banks().Care.Collect(ctx, banks.CollectRequest{OlderThan: age, DryRun: o.dryRun, Scope: o.scope.scope})
	if list == nil {
		return failed
	}
	result := collected{Banks: list, DryRun: o.dryRun}
	for _, b := range list {
		result.Removed += b.Removed
	}
	if err := a.print(result); err != nil {
		return err
	}
	return failed
}

// age returns how long ago the time is that --older-than names, 0 for none.
func (o *gcOptions) age(now time.Time) (time.Duration, error) {
	if o.olderThan == "" {
		return 0, nil
	}
	span, err := when.Parse(o.olderThan, now, when.Past)
	age := now.Sub(span.From)
	if err != nil || age <= 0 {
		return 0, agmem.Errorf(agmem.Usage, "%q is not a time in the past", o.olderThan).
			WithHint("--older-than takes a time such as 30d, 2w or 12h")
	}
	return age, nil
}
