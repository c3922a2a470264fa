package memory

import (
	"bufio"
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/cli/transfer"
	"github.com/agmem/agmem/internal/numbered"
	"github.com/agmem/agmem/internal/portable"
)

func newExport(a *app) *cobra.Command {
	var force bool
	cmd := &cobra.Command{
		Use:   "export [FILE | -]",
		Short: "Write all memories as JSON",
		Long: `Write every memory, expired ones too, as one JSON document with a version.

FILE is replaced once everything is written; only its owner can read it. One
that is not an earlier export is replaced with --force. memory import reads it,
into an empty database with the same numbers, and agmem import reads it too.`,
		Example: `
			memory export memories.json
			memory export | jq '.memories[].content'`,
		Args: cli.Arguments(0, 1, "one FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			memories, err := a.memories()
			if err != nil {
				return err
			}
			if len(args) == 0 || transfer.IsStdout(a.Console, args[0]) {
				if err := a.RefuseFormat("an export to standard output", formatJSON); err != nil {
					return err
				}
				_, err := writeDocument(cmd.Context(), memories, a.Stdout)
				return err
			}
			return exportToFile(cmd.Context(), a, memories, args[0], force)
		},
	}
	cmd.Flags().BoolVar(&force, "force", false, "replace FILE whatever it holds")
	return cmd
}

func exportToFile(ctx context.Context, a *app, memories numbered.Memories, path string, force bool) error {
	n := 0
	err := transfer.WriteFile(ctx, path, force, func(w io.Writer) (err error) {
		n, err = writeDocument(ctx, memories, w)
		return err
	})
	if err != nil {
		return err
	}
	return a.confirm(exported{n, path})
}

// writeDocument writes all memories and returns how many these are.
func writeDocument(ctx context.Context, memories numbered.Memories, w io.Writer) (int, error) {
	n := 0
	b := bufio.NewWriterSize(w, 1<<16)
	document := portable.NewDocumentWriter(b)
	err := memories.Export(ctx, func(m agmem.Memory) error {
		n++
		return document.Write(m)
	})
	if err == nil {
		err = document.Close()
	}
	if err != nil {
		return n, err
	}
	return n, b.Flush()
}

// exported is the result of export to a file.
type exported struct {
	Count int    `json:"exported"`
	File  string `json:"file"`
}

func (v exported) JSON() any { return v }

func (v exported) Human(p *cli.Page) {
	p.Linef("Exported %s to %s", memoryCount(v.Count), cli.Fold(v.File))
}

func (v exported) Markdown(p *cli.Page) {
	p.Linef("Exported %s to %s", memoryCount(v.Count), escapeMarkdown(v.File))
}
