package agmemcli

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
)

// importGC is how much garbage there may be in percent of what is in use.
const importGC = 40

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
	in, err := a.openImport(ctx, path)
	if err != nil {
		return err
	}
	report, err := o.take(ctx, a, in)
	if err = errors.Join(err, in.close()); err != nil {
		return err
	}
	a.noteKeptOut(report)
	return a.Print(imported{report, o.dryRun})
}

func (o *importOptions) take(ctx context.Context, a *app, in *input) (agmem.ImportReport, error) {
	for _, warning := range in.Warnings {
		a.Warn(warning)
	}
	origin, err := o.origin.origin(a)
	if err != nil {
		return agmem.ImportReport{}, err
	}
	lib, err := a.library()
	if err != nil {
		return agmem.ImportReport{}, err
	}
	// What an import throws away is many times what it keeps: collecting it
	// more often than usual costs little and keeps the process small.
	defer debug.SetGCPercent(debug.SetGCPercent(importGC))
	progress := a.NewProgress("importing")
	report, err := lib.Transfer.Import(ctx, in.All(), agmem.ImportOptions{
		DryRun:   o.dryRun,
		Revive:   o.revive,
		Total:    in.Total,
		Progress: progress.Set,
		Origin:   origin,
	})
	progress.End()
	if bad, ok := errors.AsType[*agmem.EntryError](err); ok {
		err = in.At(bad.Index, bad.Err)
	}
	return report, err
}

// noteKeptOut names what tombstones kept out. JSON has it in its fields.
func (a *app) noteKeptOut(report agmem.ImportReport) {
	if report.Tombstoned == 0 {
		return
	}
	names := report.KeptOut
	if more := report.Tombstoned - len(names); more > 0 {
		names = append(names[:len(names):len(names)], fmt.Sprintf("and %d more", more))
	}
	a.Note(fmt.Sprintf("%d not imported because they were deleted here before: %s", report.Tombstoned, strings.Join(names, ", ")),
		"repeat the import with --revive to bring them back")
}
