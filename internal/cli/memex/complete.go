package memex

import (
	"context"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/cli"
)

// all returns every card that can be read. While a command line is being typed,
// errors are not reported and nothing is repaired.
func (a *app) all(ctx context.Context) []cards.Card {
	room, err := a.open()
	if err != nil {
		return nil
	}
	list, _ := room.All(ctx)
	return list
}

// completeSlug offers the cards with their titles for the first argument.
func (a *app) completeSlug(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	list := a.all(cmd.Context())
	offers := make([]string, len(list))
	for i, c := range list {
		offers[i] = c.Name + "\t" + cli.Cut(cli.Fold(c.Title), 60)
	}
	return offers, cobra.ShellCompDirectiveNoFileComp
}

// completeMark offers the cards for the first argument and the states for the
// second.
func (a *app) completeMark(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 1 {
		return states(), cobra.ShellCompDirectiveNoFileComp
	}
	return a.completeSlug(cmd, args, typed)
}

func (a *app) tags(ctx context.Context) []string {
	used := map[string]bool{}
	for _, c := range a.all(ctx) {
		for _, t := range c.Tags {
			used[t] = true
		}
	}
	return slices.Sorted(maps.Keys(used))
}

func (a *app) sources(ctx context.Context) []string {
	used := map[string]bool{}
	for _, c := range a.all(ctx) {
		if c.Source != "" {
			used[c.Source] = true
		}
	}
	return slices.Sorted(maps.Keys(used))
}
