package memory

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/cli/transfer"
)

type importOptions struct{ dryRun, revive bool }

func newImport(a *app) *cobra.Command {
	var o importOptions
	cmd := &cobra.Command{
		Use:   "import FILE | -",
		Short: "Read memories from an export",
		Long: `Store the memories of a file that memory export or agmem export wrote, of an
SQLite database of LLMemory, which is not changed, or of a Markdown file or a
folder of Markdown files, each a memory. - reads standard input.

Importing the same again adds nothing. If any entry is wrong, it is named and
nothing is stored. What was deleted here stays deleted, unless --revive brings
it back.`,
		Example: `
			memory import memories.json --dry-run
			memory import ~/.config/opencode/memories.db
			memory export | memory import - --db other.db`,
		Args: cli.Arguments(1, 1, "one FILE, or -"),
	}
	flags := cmd.Flags()
	flags.BoolVar(&o.dryRun, "dry-run", false, "only say what would happen")
	flags.BoolVar(&o.revive, "revive", false, "also bring back what was deleted here")
	a.AddAllowSecretFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), a, args[0]) }
	return cmd
}

func (o *importOptions) run(ctx context.Context, a *app, path string) error {
	in, err := transfer.Open(ctx, a.Console, path, a.services.CheckDatabase)
	if err != nil {
		return err
	}
	report, err := o.take(ctx, a, in)
	if err = errors.Join(err, in.Close()); err != nil {
		return err
	}
	if !a.quiet {
		transfer.NoteNothing(a.Console, report)
		transfer.NoteKeptOut(a.Console, report)
	}
	return a.confirm(imported{report, o.dryRun})
}

func (o *importOptions) take(ctx context.Context, a *app, in *transfer.Input) (agmem.ImportReport, error) {
	memories, err := a.memories()
	if err != nil {
		return agmem.ImportReport{}, err
	}
	return transfer.Import(ctx, a.Console, in, agmem.ImportOptions{DryRun: o.dryRun, Revive: o.revive}, transfer.Store{Guard: a.services.Guard, Import: memories.Import})
}

// imported is the result of import.
type imported struct {
	agmem.ImportReport
	DryRun bool `json:"dryRun"`
}

func (v imported) JSON() any { return v }

func (v imported) Human(p *cli.Page) { p.Linef("%s", v.sentence()) }

func (v imported) Markdown(p *cli.Page) { p.Linef("%s", v.sentence()) }

func (v imported) sentence() string {
	parts := []string{fmt.Sprintf("%d added", v.Added)}
	for _, c := range []struct {
		n    int
		what string
	}{
		{v.Updated, "updated"},
		{v.Unchanged, "there already"},
		{v.Tombstoned, "not imported (deleted here before)"},
		{v.Revived, "brought back"},
	} {
		if c.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", c.n, c.what))
		}
	}
	text := strings.Join(parts, ", ")
	if v.DryRun {
		text += "; nothing was written (--dry-run)"
	}
	return text
}
