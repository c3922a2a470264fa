package agmemcli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/toon"
)

func newHistory(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "history ID",
		Short: "Show what happened to a memory",
		Long: `Show the changes of a memory, oldest first. A deleted memory has them too.

Fetching a memory is not a change. undoable says whether undo can still take the
change back, which it can for 30 days.`,
		Example:           `agmem history a3f2`,
		Args:              cli.Arguments(1, 1, "one ID"),
		ValidArgsFunction: a.completeIDs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return runHistory(cmd.Context(), a, args[0])
		},
	}
}

func runHistory(ctx context.Context, a *app, id string) error {
	lib, err := a.library()
	if err != nil {
		return err
	}
	list, err := lib.Log.History(a.shortly(ctx), id)
	if err != nil {
		return err
	}
	return a.Print(changes{list})
}

// changes is the result of history and of undo.
type changes struct{ list []agmem.Change }

func (v changes) JSON() any { return listOf(v.list) }

func (v changes) TOON() any {
	rows := make([]toon.Object, len(v.list))
	for i, c := range v.list {
		rows[i] = toon.Object{
			{Key: "seq", Value: c.Seq},
			{Key: "id", Value: shown(c.ID, c.Short)},
			{Key: "operation", Value: string(c.Operation)},
			{Key: "fields", Value: strings.Join(c.Fields, "|")},
			{Key: "at", Value: c.At.String()},
			{Key: "by", Value: c.By},
			{Key: "undoes", Value: c.Undoes},
			{Key: "undoable", Value: c.Undoable},
			{Key: "digest", Value: c.Digest},
		}
	}
	return table("changes", rows)
}

func (v changes) Human(p *cli.Page) {
	for _, c := range v.list {
		var about []string
		if len(c.Fields) > 0 {
			about = append(about, strings.Join(c.Fields, ", "))
		}
		if c.By != "" {
			about = append(about, "by "+cli.Fold(c.By))
		}
		if c.Undoes != 0 {
			about = append(about, "(undo)")
		}
		text := p.Minute(c.At.Time()) + "  " + p.Paint(cli.Yellow, shown(c.ID, c.Short)) + "  " +
			cli.Pad(string(c.Operation), 6) + "  " + strings.Join(append(about, line(c.Digest, 60)), "  ")
		p.Linef("%s", strings.TrimRight(text, " "))
	}
}
