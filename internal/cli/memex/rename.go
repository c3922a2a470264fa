package memex

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem/internal/cli"
)

func newRename(a *app) *cobra.Command {
	var lists bounds
	cmd := &cobra.Command{
		Use:   "rename OLD NEW",
		Short: "Rename a card and the links to it",
		Long: `Give a card another slug and rewrite every link to it. The shown text and the
heading of a link stay, and links inside code are not changed. The card keeps its
folder unless NEW names one. The cards whose links were rewritten are listed.

If a rename is interrupted, by a crash or a full disk, the next command finishes
it.`,
		Example:           `memex rename jwt-pitfalls jwt-migration-pitfalls`,
		Annotations:       cli.FreeText(),
		Args:              cli.Arguments(2, 2, "the OLD slug and the NEW one"),
		ValidArgsFunction: a.completeSlug,
	}
	lists.add(cmd, "rewritten cards")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		most, err := lists.most(cmd)
		if err != nil {
			return err
		}
		return a.rename(cmd.Context(), args[0], args[1], most)
	}
	return cmd
}

func (a *app) rename(ctx context.Context, old, slug string, most int) error {
	room, err := a.cards(ctx)
	if err != nil {
		return err
	}
	done, err := room.Rename(ctx, old, slug)
	if err != nil {
		return err
	}
	done = done.First(most)
	more := andMore(", ", done.More, fmt.Sprintf(": %s backlinks %s lists them", a.Program, shown(done.New)))
	return a.print(done, fmt.Sprintf("## %s\nFormerly: %s\nRewritten: %s%s\n", shown(done.New), shown(done.Old), bracketed(done.Names), more))
}
