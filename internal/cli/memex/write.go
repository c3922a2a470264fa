package memex

import (
	"context"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/cli"
)

func newWrite(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "write SLUG [-]",
		Short: "Write a card from standard input",
		Long: `Write the Markdown on standard input as a card. Its frontmatter needs title,
created and source; modified is set to today, and every other byte stays as it
is. An existing card of that name is replaced, also one in a subfolder.

A new SLUG consists of letters of any script, digits, - and _, with points inside
it; a / puts the card into a subfolder. Nothing is printed.`,
		Example: `
			memex write jwt-migration-pitfalls < card.md
			memex read jwt-migration-pitfalls | sed s/old/new/ | memex write jwt-migration-pitfalls`,
		Annotations:       cli.FreeText(),
		Args:              writeArguments,
		ValidArgsFunction: a.completeSlug,
		RunE:              func(cmd *cobra.Command, args []string) error { return a.write(cmd.Context(), args) },
	}
	a.AddAllowSecretFlag(cmd)
	return cmd
}

// writeArguments lets through a SLUG, perhaps with - for standard input.
func writeArguments(cmd *cobra.Command, args []string) error {
	if err := cli.Arguments(1, 2, "one SLUG, and the card on standard input")(cmd, args); err != nil {
		return err
	}
	if len(args) == 2 && args[1] != cli.Stdin {
		return agmem.Errorf(agmem.Usage, "%s reads the card from standard input, not from an argument", cmd.CommandPath()).
			WithHint("%s SLUG < card.md", cmd.CommandPath())
	}
	return nil
}

// written is the JSON form of a card that was written or marked.
type written struct {
	Path string `json:"path"`
}

func (a *app) write(ctx context.Context, args []string) error {
	if a.StdinTerminal && !slices.Contains(args[1:], cli.Stdin) {
		return agmem.Errorf(agmem.Usage, "the card is missing").
			WithHint("pipe it in: %s write SLUG < card.md, or type it: %s write SLUG -", a.Program, a.Program)
	}
	text, err := a.readCard(ctx)
	if err != nil {
		return err
	}
	room, err := a.cards(ctx)
	if err != nil {
		return err
	}
	path, err := room.Write(ctx, args[0], text)
	if err != nil {
		return err
	}
	return a.print(written{path}, "")
}

// readCard returns standard input byte for byte.
func (a *app) readCard(ctx context.Context) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(a.Input(ctx), cards.MaxSize+1))
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, agmem.Errorf(agmem.Unavailable, "standard input cannot be read: %w", err)
	case len(text) > cards.MaxSize:
		return nil, agmem.Errorf(agmem.TooLarge, "standard input has more than %d bytes", cards.MaxSize).
			WithHint("a card holds one insight: split it")
	}
	return text, nil
}
