package agmemcli

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/toon"
	"github.com/agmem/agmem/internal/when"
)

func newRecent(a *app) *cobra.Command {
	var limit int
	cmd := &cobra.Command{
		Use:   "recent",
		Short: "Show what was changed last, everywhere",
		Long: `Show what was added or changed last in memories, banks, cards and the ledger.
With --source only that source is asked.`,
		Example: `
			agmem recent
			agmem recent --limit 5 --source cards`,
		Args: cli.Arguments(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error { return runRecent(cmd.Context(), a, limit) },
	}
	cmd.Flags().IntVar(&limit, "limit", defaultLimit, "show at most `N`")
	return cmd
}

func runRecent(ctx context.Context, a *app, limit int) error {
	lib, err := a.library()
	if err != nil {
		return err
	}
	list, failed := lib.Finder.Recent(a.shortly(ctx), limit)
	if list == nil && failed != nil {
		return failed
	}
	if err := a.Print(recents{list, a.Now()}); err != nil {
		return err
	}
	return failed
}

// recents is the result of recent.
type recents struct {
	list []agmem.Recent
	now  time.Time
}

func (v recents) JSON() any { return listOf(v.list) }

func (v recents) TOON() any {
	rows := make([]toon.Object, len(v.list))
	names := v.projects()
	for i, r := range v.list {
		rows[i] = toon.Object{{Key: "id", Value: shown(r.ID, r.Short)}, {Key: "changed", Value: v.age(r)}}
		if names != nil { // a table has the same columns in every row
			rows[i] = append(rows[i], toon.Field{Key: "project", Value: names[r.Repository]})
		}
		rows[i] = append(rows[i], toon.Field{Key: "digest", Value: r.Digest})
	}
	return table("recent", rows)
}

func (v recents) Human(p *cli.Page) {
	if len(v.list) == 0 {
		p.Linef("Nothing was changed yet.")
		return
	}
	names := v.projects()
	entries := make([]entry, len(v.list))
	for i, r := range v.list {
		entries[i] = entry{id: shown(r.ID, r.Short), left: v.age(r), text: line(r.Digest, 0), right: cli.Fold(names[r.Repository])}
	}
	writeEntries(p, entries)
}

func (v recents) age(r agmem.Recent) string { return when.Ago(r.ChangedAt.Time(), v.now) }

// projects returns what the projects are called.
func (v recents) projects() map[string]string {
	repositories := make([]string, len(v.list))
	for i, r := range v.list {
		repositories[i] = r.Repository
	}
	return projectNames(repositories)
}
