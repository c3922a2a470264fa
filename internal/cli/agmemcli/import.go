package agmemcli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/cli/transfer"
)

type importOptions struct {
	dryRun bool
	revive bool
	origin originFlags
}

func newImport(a *app) *cobra.Command {
	var o importOptions
	cmd := &cobra.Command{
		Use:   "import FILE | DIR | -",
		Short: "Import memories from files",
		Long: `Import memories from JSON Lines, such as agmem export writes, or from the JSON
document of memory export (with - from standard input), from a Markdown file or a
folder of them, one memory for each heading, or from the database of LLMemory or
of another implementation of agmem.

Ids, dates and counts are kept, and so are numbers that are not in use here. Importing the same again changes nothing, and an
import that was stopped can be run again. If any line is wrong, nothing is
stored. What was deleted here stays deleted, unless --revive brings it back.`,
		Example: `
			agmem import memories.jsonl --dry-run
			agmem import docs/
			agmem export --source local | agmem import - --db other.db`,
		Args: cli.Arguments(0, 1, "one FILE, DIR or -"),
	}
	flags := cmd.Flags()
	flags.BoolVar(&o.dryRun, "dry-run", false, "only say what would happen")
	flags.BoolVar(&o.revive, "revive", false, "also bring back what was deleted here")
	o.origin.add(flags)
	a.AddAllowSecretFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), a, args) }
	return cmd
}

func (o *importOptions) run(ctx context.Context, a *app, args []string) error {
	if len(args) == 0 && a.StdinTerminal {
		return agmem.Errorf(agmem.Usage, "there is nothing to import").
			WithHint("agmem import FILE, DIR or - for standard input")
	}
	path := cli.Stdin
	if len(args) > 0 {
		path = args[0]
	}
	in, err := transfer.Open(ctx, a.Console, path, a.services.CheckDatabase)
	if err != nil {
		return err
	}
	report, err := o.take(ctx, a, in)
	if err = errors.Join(err, in.Close()); err != nil {
		return err
	}
	transfer.NoteKeptOut(a.Console, report)
	return a.Print(imported{report, o.dryRun})
}

func (o *importOptions) take(ctx context.Context, a *app, in *transfer.Input) (agmem.ImportReport, error) {
	origin, err := o.origin.origin(a)
	if err != nil {
		return agmem.ImportReport{}, err
	}
	lib, err := a.library()
	if err != nil {
		return agmem.ImportReport{}, err
	}
	return transfer.Import(ctx, a.Console, in, agmem.ImportOptions{DryRun: o.dryRun, Revive: o.revive, Origin: origin},
		transfer.Store{Guard: a.services.Guard, Import: lib.Transfer.Import})
}
