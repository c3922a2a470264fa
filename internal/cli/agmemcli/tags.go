package agmemcli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/toon"
)

func newTags(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "tags",
		Short:   "List the tags in use",
		Long:    `List every tag with the number of its memories, most used first.`,
		Example: `agmem tags --human`,
		Args:    cli.Arguments(0, 0, ""),
		RunE:    func(cmd *cobra.Command, _ []string) error { return runTags(cmd.Context(), a) },
	}
}

func runTags(ctx context.Context, a *app) error {
	lib, err := a.library()
	if err != nil {
		return err
	}
	tags, err := lib.Finder.Tags(ctx)
	if err != nil {
		return err
	}
	return a.Print(tagCounts(tags))
}

// tagCounts is the result of tags.
type tagCounts []agmem.TagCount

func (v tagCounts) JSON() any { return listOf(v) }

func (v tagCounts) TOON() any {
	rows := make([]toon.Object, len(v))
	for i, t := range v {
		rows[i] = toon.Object{{Key: "tag", Value: t.Tag}, {Key: "count", Value: t.Count}}
	}
	return table("tags", rows)
}

func (v tagCounts) Human(p *cli.Page) {
	width := 0
	for _, t := range v {
		width = max(width, cli.Width(cli.Fold(t.Tag)))
	}
	for _, t := range v {
		p.Linef("%s   (%d)", p.Paint(cli.Cyan, cli.Pad(cli.Fold(t.Tag), width)), t.Count)
	}
	if len(v) == 0 {
		p.Linef("No tags.")
	}
}
