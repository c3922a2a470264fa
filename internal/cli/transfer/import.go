package transfer

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime/debug"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/secrets"
)

// importGC is how much garbage there may be in percent of what is in use.
const importGC = 40

// Store is where memories go.
type Store struct {
	// Guard looks for secrets in them before the first is stored.
	Guard *secrets.Guard
	// Import stores them; see [agmem.Importer].
	Import func(context.Context, iter.Seq2[agmem.Memory, error], agmem.ImportOptions) (agmem.ImportReport, error)
}

// Import stores what an input has, with a bar on a terminal. An error about a
// memory names its place in the input.
func Import(ctx context.Context, c *cli.Console, in *Input, opts agmem.ImportOptions, store Store) (agmem.ImportReport, error) {
	for _, warning := range in.Warnings {
		c.Warn(warning)
	}
	// What an import throws away is many times what it keeps: collecting it
	// more often than usual costs little and keeps the process small.
	defer debug.SetGCPercent(debug.SetGCPercent(importGC))
	progress := c.NewProgress("importing")
	opts.Total, opts.Progress = in.Total, progress.Set
	if err := checkSecrets(ctx, c, in, store.Guard); err != nil {
		return agmem.ImportReport{}, err
	}
	report, err := store.Import(ctx, in.All(), opts)
	progress.End()
	if bad, ok := errors.AsType[*agmem.EntryError](err); ok {
		err = in.At(bad.Index, bad.Err)
	}
	return report, err
}

// NoteKeptOut names what tombstones kept out. JSON has it in its fields.
func NoteKeptOut(c *cli.Console, report agmem.ImportReport) {
	if report.Tombstoned == 0 {
		return
	}
	c.Note(fmt.Sprintf("%d not imported because they were deleted here before: %s", report.Tombstoned, named(report.KeptOut, report.Tombstoned)),
		"repeat the import with --revive to bring them back")
}

// NoteNothing says that there was nothing to import, as in an export that was cut off.
func NoteNothing(c *cli.Console, report agmem.ImportReport) {
	if report.Added+report.Updated+report.Unchanged+report.Tombstoned+report.Revived == 0 {
		c.Note("there is no memory in what was read", "")
	}
}

// NoteEdited names what stays although its file says something else.
func NoteEdited(c *cli.Console, report agmem.ImportReport) {
	if report.Edited == 0 {
		return
	}
	c.Note(fmt.Sprintf("%d kept as they are because they were changed here by hand, although their file says something else: %s",
		report.Edited, named(report.KeptEdited, report.Edited)), "")
}

// named lists the first of so many ids.
func named(ids []string, total int) string {
	if more := total - len(ids); more > 0 {
		ids = append(ids[:len(ids):len(ids)], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(ids, ", ")
}
