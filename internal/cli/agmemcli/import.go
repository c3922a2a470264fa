package agmemcli

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/cli/transfer"
	"github.com/agmem/agmem/internal/histories"
)

type importOptions struct {
	dryRun bool
	revive bool
	from   string
	auto   bool
	yes    bool
	origin originFlags
}

func newImport(a *app) *cobra.Command {
	var o importOptions
	cmd := &cobra.Command{
		Use:   "import FILE | DIR | - | --auto",
		Short: "Import memories from files",
		Long: `Import memories from JSON Lines, such as agmem export writes, or from the JSON
document of memory export (with - from standard input), or from the database of
LLMemory or of another implementation of agmem. Ids, dates and counts are kept,
and so are numbers that are not in use here. If any line is wrong, nothing is
stored.

A Markdown file, or a folder of them, gives one memory for each heading. CLAUDE.md,
AGENTS.md, GEMINI.md, MEMORY.md and the memory folders of Claude Code give one for
each bullet or paragraph. A transcript of Claude Code or Codex, or a folder of
them, gives what it asks to remember, what the user corrected, decisions with
their reason, and errors with what solved them. The file of the MCP memory server
and exports of engram, mem0 and deja-vu are read too. The notes of an Obsidian vault or
of basic-memory become cards. Importing an edited file again
replaces what came from it; what was changed here by hand is kept.

--auto lists what this machine has of these, and asks before it imports them.

Importing the same again changes nothing, and an import that was stopped can be
run again. What was deleted here stays deleted, unless --revive brings it back.`,
		Example: `
			agmem import memories.jsonl --dry-run
			agmem import docs/
			agmem import CLAUDE.md
			agmem import ~/.claude/projects --dry-run
			agmem import --auto
			agmem export --source local | agmem import - --db other.db`,
		Args: cli.Arguments(0, 1, "one FILE, DIR or -"),
	}
	flags := cmd.Flags()
	flags.BoolVar(&o.dryRun, "dry-run", false, "only say what would happen")
	flags.BoolVar(&o.revive, "revive", false, "also bring back what was deleted here")
	flags.Var(cli.TextFlag{Value: &o.from}, "from", "read the file as this `FORMAT` ("+strings.Join(histories.Names(), ", ")+"; a folder as obsidian or basic-memory)")
	flags.BoolVar(&o.auto, "auto", false, "list what this machine has, and import it if you say yes")
	flags.BoolVar(&o.yes, "yes", false, "with --auto, import without asking")
	o.origin.add(flags)
	a.AddAllowSecretFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), a, args) }
	return cmd
}

func (o *importOptions) run(ctx context.Context, a *app, args []string) error {
	switch {
	case o.auto && (len(args) > 0 || o.from != ""):
		return agmem.Errorf(agmem.Usage, "--auto finds the files itself, so it takes no PATH and no --from")
	case o.auto:
		return o.runAuto(ctx, a)
	case o.yes:
		return agmem.Errorf(agmem.Usage, "--yes goes with --auto")
	}
	if len(args) == 0 && a.StdinTerminal {
		return agmem.Errorf(agmem.Usage, "there is nothing to import").
			WithHint("agmem import FILE, DIR or - for standard input")
	}
	path := cli.Stdin
	if len(args) > 0 {
		path = args[0]
	}
	if path != cli.Stdin {
		if format, ok := o.vaultAt(path); ok {
			return o.runCards(ctx, a, path, format)
		}
		files, err := o.filesAt(path)
		if err != nil || len(files) > 0 {
			return o.runFiles(ctx, a, files, err)
		}
	} else if o.from != "" {
		return agmem.Errorf(agmem.Usage, "--from needs a FILE")
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
	return a.Print(imported{ImportReport: report, DryRun: o.dryRun})
}

func (o *importOptions) runFiles(ctx context.Context, a *app, files []histories.File, err error) error {
	if err != nil {
		return err
	}
	result, err := o.importFiles(ctx, a, files)
	if err != nil {
		return err
	}
	transfer.NoteKeptOut(a.Console, result.ImportReport)
	transfer.NoteEdited(a.Console, result.ImportReport)
	return a.Print(result)
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
