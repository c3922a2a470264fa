package memex

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem/internal/cli"
)

func newArchive(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "archive SLUG",
		Short: "Move a card to the archive",
		Long: `Move the file of a card to archive/, with its content unchanged. A search does not
find archived cards, and links to them count as broken. If the archive has a card
of that name already, both are kept, the second as SLUG.2.md. Nothing is printed.`,
		Example:           `memex archive caching-strategy`,
		Annotations:       cli.FreeText(),
		Args:              cli.Arguments(1, 1, "one SLUG"),
		ValidArgsFunction: a.completeSlug,
		RunE:              func(cmd *cobra.Command, args []string) error { return a.archive(cmd.Context(), args[0]) },
	}
}

// archived is the JSON form of a card that was moved to the archive.
type archived struct {
	File string `json:"file"`
}

func (a *app) archive(ctx context.Context, slug string) error {
	room, err := a.cards(ctx)
	if err != nil {
		return err
	}
	to, err := room.Archive(ctx, slug)
	if err != nil {
		return err
	}
	return a.print(archived{to}, "")
}
