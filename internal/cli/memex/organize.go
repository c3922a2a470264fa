package memex

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/when"
)

type organizeOptions struct {
	since string
	done  bool
	lists bounds
}

func newOrganize(a *app) *cobra.Command {
	var o organizeOptions
	cmd := &cobra.Command{
		Use:   "organize",
		Short: "Report what needs to be put in order",
		Long: `Report orphans, hubs, broken links, cards with a status, and the cards modified
since they were last organized, with the cards that they are linked to.

--done marks the cards as organized now, and prints nothing.`,
		Example: `
			memex organize
			memex organize --since 30d
			memex organize --done`,
		Args: cli.Arguments(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			most, err := o.lists.most(cmd)
			if err != nil {
				return err
			}
			return o.run(cmd.Context(), a, most)
		},
	}
	o.lists.add(cmd, "cards of each list")
	cmd.Flags().Var(cli.TextFlag{Value: &o.since}, "since", "report cards modified on this `DATE` or later (default: since the last --done, else all)")
	cmd.Flags().BoolVar(&o.done, "done", false, "mark the cards as organized now")
	a.AddFollowFlag(cmd)
	return cmd
}

// organized is the JSON form of the note that the cards were organized.
type organized struct {
	At agmem.Instant `json:"at"`
}

func (o *organizeOptions) run(ctx context.Context, a *app, most int) error {
	if o.done && o.since != "" {
		return agmem.Errorf(agmem.Usage, "--done and --since contradict each other").
			WithHint("--done prints no report, it only stores the time")
	}
	since, err := o.bound(a.Now())
	if err != nil {
		return err
	}
	room, err := a.cards(ctx)
	if err != nil {
		return err
	}
	if o.done {
		at, err := room.SetOrganized(ctx)
		if err != nil {
			return err
		}
		return a.print(organized{agmem.InstantOf(at)}, "")
	}
	report, failed := room.Organize(ctx, since)
	if report.Orphans == nil {
		return failed
	}
	report = report.First(most)
	if err := a.print(report, reportText(report, a.Now().Location())); err != nil {
		return err
	}
	return a.warn(ctx, failed)
}

// bound returns what --since says, zero where it was not given.
func (o *organizeOptions) bound(now time.Time) (time.Time, error) {
	if o.since == "" {
		return time.Time{}, nil
	}
	at, err := when.After(o.since, now)
	return at.Time(), err
}
