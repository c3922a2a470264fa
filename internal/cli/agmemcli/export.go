package agmemcli

import (
	"bufio"
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/cli/transfer"
	"github.com/agmem/agmem/internal/library"
	"github.com/agmem/agmem/internal/portable"
	"github.com/agmem/agmem/internal/toon"
)

func newExport(a *app) *cobra.Command {
	var force bool
	cmd := &cobra.Command{
		Use:   "export [FILE | -]",
		Short: "Write all memories as JSON Lines",
		Long: `Write every memory as one line of JSON, in the order of writing.

FILE is replaced once everything is written; only its owner can read it. One
that is not an earlier export is replaced with --force. A named pipe or a device
is written into. agmem import reads it.`,
		Example: `
			agmem export memories.jsonl
			agmem export | jq -r .digest`,
		Args: cli.Arguments(0, 1, "one FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 || transfer.IsStdout(a.Console, args[0]) {
				return exportToStdout(cmd.Context(), a)
			}
			return exportToFile(cmd.Context(), a, args[0], force)
		},
	}
	cmd.Flags().BoolVar(&force, "force", false, "replace FILE whatever it holds")
	return cmd
}

func exportToStdout(ctx context.Context, a *app) error {
	if err := a.RefuseFormat("an export to standard output", formatJSON); err != nil {
		return err
	}
	lib, err := a.library()
	if err != nil {
		return err
	}
	_, err = writeLines(ctx, lib, a.Stdout)
	return err
}

func exportToFile(ctx context.Context, a *app, path string, force bool) error {
	lib, err := a.library()
	if err != nil {
		return err
	}
	var n int64
	err = transfer.WriteFile(ctx, path, force, func(w io.Writer) error {
		n, err = writeLines(ctx, lib, w)
		return err
	})
	if err != nil {
		return err
	}
	return a.Print(exported{n, path})
}

func writeLines(ctx context.Context, lib *library.Library, w io.Writer) (int64, error) {
	var n int64
	b := bufio.NewWriterSize(w, 1<<16)
	err := lib.Transfer.Export(ctx, func(m agmem.Memory) error {
		n++
		return portable.WriteMemory(b, m)
	})
	if err != nil {
		return n, err
	}
	return n, b.Flush()
}

// exported is the result of export to a file.
type exported struct {
	Count int64  `json:"exported"`
	File  string `json:"file"`
}

func (v exported) JSON() any { return v }

func (v exported) TOON() any {
	return toon.Object{{Key: "exported", Value: v.Count}, {Key: "file", Value: v.File}}
}

func (v exported) Human(p *cli.Page) {
	p.Linef("Exported %s to %s", counted(v.Count, "memory", "memories"), cli.Fold(v.File))
}
