package memex

import (
	"bytes"
	"context"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem/internal/cli"
)

func newRead(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "read SLUG",
		Short: "Print a card as it is",
		Long: `Print the file of a card, byte for byte. The card is found in any subfolder; if
two files have the same name, folder/slug says which.`,
		Example: `
			memex read jwt-migration-pitfalls
			memex read auth/jwt-migration-pitfalls`,
		Annotations:       cli.FreeText(),
		Args:              cli.Arguments(1, 1, "one SLUG"),
		ValidArgsFunction: a.completeSlug,
		RunE:              func(cmd *cobra.Command, args []string) error { return a.read(cmd.Context(), args[0]) },
	}
	a.AddFollowFlag(cmd)
	return cmd
}

// cardFile is the JSON form of a card that is read.
type cardFile struct {
	Path    string `json:"path"`
	Content string `json:"content"`
}

func (a *app) read(ctx context.Context, slug string) error {
	room, err := a.cards(ctx)
	if err != nil {
		return err
	}
	if !a.Format().ForPrograms {
		return room.Copy(ctx, slug, a.Stdout)
	}
	path, err := room.Find(ctx, slug)
	if err != nil {
		return err
	}
	var content bytes.Buffer
	if err := room.Copy(ctx, slug, &content); err != nil {
		return err
	}
	return a.print(cardFile{path, content.String()}, "")
}
