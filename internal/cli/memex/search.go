package memex

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/cli"
)

const (
	defaultLimit = 10
	// maxLimit is more cards than anybody reads, and few enough to rank.
	maxLimit = 100_000
)

type searchOptions struct {
	filter  filterFlags
	limit   int
	limited bool // whether --limit was given
	compact bool
}

func newSearch(a *app) *cobra.Command {
	var o searchOptions
	cmd := &cobra.Command{
		Use:   "search [QUERY...]",
		Short: "Find cards by words, or list them all",
		Long: `Find the cards that answer a question best. For each the first paragraph and the
links are shown, and the line that matches if it is not in the first paragraph.

A card whose slug, title or alias is the question comes first, then the cards with
all words, then those with most of them. "a phrase",
prefix*, AND, OR, NOT and -word are operators; misspelt words are taken for the
word that was meant, and it says so. Archived cards are not found.

Without QUERY all cards are listed with their titles, sorted by slug.`,
		Example: `
			memex search "token revocation"
			memex search 缓存 --compact
			memex search --tag auth --since 30d
			memex search`,
		Annotations: cli.FreeText(),
	}
	o.filter.add(cmd, a)
	a.AddFollowFlag(cmd)
	flags := cmd.Flags()
	flags.IntVar(&o.limit, "limit", defaultLimit, "show at most `N` cards; without QUERY all are shown by default")
	flags.BoolVar(&o.compact, "compact", false, "show one line for each card: slug and title, as without QUERY")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o.limited = cmd.Flags().Changed("limit")
		return o.run(cmd.Context(), a, args)
	}
	return cmd
}

func (o *searchOptions) run(ctx context.Context, a *app, args []string) error {
	q := cards.Query{Text: strings.Join(args, " "), Limit: o.limit}
	if err := checkLimit(o.limit); err != nil {
		return err
	}
	if err := o.filter.apply(&q, a.Now()); err != nil {
		return err
	}
	if len(args) == 0 {
		return o.list(ctx, a, q)
	}
	if strings.TrimSpace(q.Text) == "" {
		return agmem.Errorf(agmem.Usage, "the query is blank").WithHint("%s search without QUERY lists all cards", a.Program)
	}
	return o.search(ctx, a, q)
}

func (o *searchOptions) search(ctx context.Context, a *app, q cards.Query) error {
	room, err := a.cards(ctx)
	if err != nil {
		return err
	}
	hits, failed := room.Search(ctx, q)
	if hits == nil {
		return failed
	}
	cli.NoteCorrections(a.Console, hits, func(h cards.Hit) []agmem.Correction { return h.Corrected })
	if err := a.print(hits, o.text(a, hits)); err != nil {
		return err
	}
	return a.warn(ctx, failed)
}
