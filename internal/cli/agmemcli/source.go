package agmemcli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/library"
	"github.com/agmem/agmem/internal/toon"
)

func newSource(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "source",
		Short: "Show the sources of memories",
		Long:  `Show the sources of memories. New memories go to the source that default_source in the configuration names.`,
		Args:  cli.Group,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(&cobra.Command{
		Use:     "list",
		Short:   "List the sources",
		Long:    `List the sources. A search without --source asks every active one.`,
		Example: `agmem source list --human`,
		Args:    cli.Arguments(0, 0, ""),
		RunE:    func(cmd *cobra.Command, _ []string) error { return runSourceList(cmd.Context(), a) },
	})
	return cmd
}

func runSourceList(ctx context.Context, a *app) error {
	lib, err := a.library()
	if err != nil {
		return err
	}
	list, failed := lib.Sources.List(ctx)
	if len(list) == 0 {
		return failed
	}
	if err := a.Print(sources(list)); err != nil {
		return err
	}
	return failed
}

// sources is the result of source list.
type sources []library.SourceInfo

func (v sources) JSON() any { return listOf(v) }

func (v sources) TOON() any {
	rows := make([]toon.Object, len(v))
	for i, s := range v {
		var count any
		if s.Count != nil {
			count = *s.Count
		}
		rows[i] = toon.Object{
			{Key: "name", Value: s.Name},
			{Key: "type", Value: s.Type},
			{Key: "active", Value: s.Active},
			{Key: "count", Value: count},
			{Key: "location", Value: s.Location},
		}
	}
	return table("sources", rows)
}

func (v sources) Human(p *cli.Page) {
	for _, s := range v {
		state := "active"
		if !s.Active {
			state = "not active"
		}
		count := "not counted"
		if s.Count != nil {
			count = counted(*s.Count, "memory", "memories")
		}
		p.Linef("%s  %s, %s, %s, %s", p.Paint(cli.Yellow, s.Name), s.Type, state, count, cli.Fold(s.Location))
	}
}
