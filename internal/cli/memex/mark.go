package memex

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/cli"
)

// unmarked is the state that removes the status.
const unmarked = "ok"

func newMark(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "mark SLUG stale|conflict|ok",
		Short: "Mark a card as stale or in conflict",
		Long: `Set the status in the frontmatter of a card, or remove it with ok. Nothing else in
the file changes. search and organize show the status. Nothing is printed.`,
		Example: `
			memex mark caching-strategy stale
			memex mark caching-strategy ok`,
		Annotations:       cli.FreeText(),
		Args:              cli.Arguments(2, 2, "a SLUG and one of stale, conflict and ok"),
		ValidArgsFunction: a.completeMark,
		RunE:              func(cmd *cobra.Command, args []string) error { return a.mark(cmd.Context(), args[0], args[1]) },
	}
}

func (a *app) mark(ctx context.Context, slug, state string) error {
	status := choiceFlag{choices: states()}
	if err := status.Set(state); err != nil {
		return err
	}
	room, err := a.cards(ctx)
	if err != nil {
		return err
	}
	path, err := room.Find(ctx, slug)
	if err != nil {
		return err
	}
	if state == unmarked {
		state = ""
	}
	if err := room.Mark(ctx, slug, state); err != nil {
		return err
	}
	return a.print(written{path}, "")
}

func states() []string { return []string{cards.Stale, cards.Conflict, unmarked} }
