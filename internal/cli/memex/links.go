package memex

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/cli"
)

type linksOptions struct {
	filter choiceFlag
	stats  bool
}

func newLinks(a *app) *cobra.Command {
	o := linksOptions{filter: choiceFlag{choices: []string{cards.Orphan, cards.Hub}}}
	cmd := &cobra.Command{
		Use:   "links [SLUG]",
		Short: "Count the links of all cards, or show those of one",
		Long: `Count for every card the cards it links to (out) and those that link to it (in).
A card that no other links to is an orphan, one with ten or more links to it is a
hub.

With SLUG the links of one card are shown; (missing) marks links to cards that do
not exist.`,
		Example: `
			memex links
			memex links --filter orphan
			memex links jwt-migration-pitfalls`,
		Annotations:       cli.FreeText(),
		Args:              cli.Arguments(0, 1, "one SLUG"),
		ValidArgsFunction: a.completeSlug,
	}
	cmd.Flags().Var(&o.filter, "filter", "only cards that are `orphan` or hub")
	cmd.Flags().BoolVar(&o.stats, "stats", false, "show totals and averages instead of the cards")
	cli.Complete(cmd, "filter", cli.Fixed(o.filter.choices...))
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := o.check(args); err != nil {
			return err
		}
		if len(args) > 0 {
			return a.linksOf(cmd.Context(), args[0])
		}
		return o.run(cmd.Context(), a)
	}
	a.AddFollowFlag(cmd)
	return cmd
}

// check reports flags that contradict what else is asked for.
func (o *linksOptions) check(args []string) error {
	switch {
	case o.stats && o.filter.value != "":
		return agmem.Errorf(agmem.Usage, "--filter and --stats contradict each other").
			WithHint("the totals are those of all cards; leave out one of the flags")
	case len(args) > 0 && (o.stats || o.filter.value != ""):
		return agmem.Errorf(agmem.Usage, "--filter and --stats are about all cards, but one was named").
			WithHint("leave out SLUG, or the flag")
	}
	return nil
}

func (o *linksOptions) run(ctx context.Context, a *app) error {
	room, err := a.cards(ctx)
	if err != nil {
		return err
	}
	table, stats, failed := room.Links(ctx)
	if table == nil {
		return failed
	}
	if o.stats {
		err = a.print(stats, statsText(stats))
	} else {
		if o.filter.value != "" {
			table = slices.DeleteFunc(table, func(row cards.LinkCount) bool { return row.Status != o.filter.value })
		}
		err = a.print(table, linksText(table))
	}
	if err != nil {
		return err
	}
	return a.warn(ctx, failed)
}

func (a *app) linksOf(ctx context.Context, slug string) error {
	card, failed, err := a.neighbours(ctx, slug)
	if err != nil {
		return err
	}
	if err := a.print(card, neighboursText(card)); err != nil {
		return err
	}
	return a.warn(ctx, failed)
}

// neighbours returns a card with those around it, and what was wrong with
// other cards.
func (a *app) neighbours(ctx context.Context, slug string) (card cards.Neighbours, failed, err error) {
	room, err := a.cards(ctx)
	if err != nil {
		return card, nil, err
	}
	card, failed = room.LinksOf(ctx, slug)
	if card.Slug == "" {
		return card, nil, failed
	}
	return card, failed, nil
}
