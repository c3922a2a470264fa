package memex

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem/internal/cli"
)

func newBacklinks(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "backlinks SLUG",
		Short: "List the cards that link to one",
		Long: `List the slugs of the cards that link to a card, one per line. If there are none,
nothing is printed.`,
		Example:           `memex backlinks jwt-migration-pitfalls`,
		Annotations:       cli.FreeText(),
		Args:              cli.Arguments(1, 1, "one SLUG"),
		ValidArgsFunction: a.completeSlug,
		RunE:              func(cmd *cobra.Command, args []string) error { return a.backlinks(cmd.Context(), args[0]) },
	}
	a.AddFollowFlag(cmd)
	return cmd
}

func (a *app) backlinks(ctx context.Context, slug string) error {
	card, failed, err := a.neighbours(ctx, slug)
	if err != nil {
		return err
	}
	var text strings.Builder
	for _, from := range card.Inbound {
		text.WriteString(shown(from) + "\n")
	}
	if err := a.print(card.Inbound, text.String()); err != nil {
		return err
	}
	return a.warn(ctx, failed)
}
