package agmemcli

import (
	"context"
	"fmt"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/cli/transfer"
	"github.com/agmem/agmem/internal/histories"
	"github.com/agmem/agmem/internal/paths"
	"github.com/agmem/agmem/internal/toon"
)

// survey is the result of import --auto: what the machine has, and what became of
// it.
type survey struct {
	Found    []foundHistory `json:"found"`
	Imported *imported      `json:"imported,omitempty"`
}

// foundHistory is a file or a folder that can be imported.
type foundHistory struct {
	Path     string           `json:"path"`
	Format   histories.Format `json:"format"`
	Files    int              `json:"files"`
	Memories int              `json:"memories"`
}

// runAuto finds what the machine has and imports it where the user says so.
func (o *importOptions) runAuto(ctx context.Context, a *app) error {
	home, _ := paths.Home(paths.Environment(a.Getenv), "a path") // without one, there are still the files above
	groups := histories.Find(histories.Machine{Home: home, Dir: a.Dir, Getenv: a.Getenv})
	s, err := o.lookInto(ctx, a, groups)
	if err != nil {
		return err
	}
	wanted, err := o.wanted(ctx, a, s)
	if err != nil {
		return err
	}
	if wanted {
		var files []histories.File
		for _, g := range groups {
			files = append(files, g.Files...)
		}
		result, err := o.importFiles(ctx, a, files)
		if err != nil {
			return err
		}
		transfer.NoteKeptOut(a.Console, result.ImportReport)
		transfer.NoteEdited(a.Console, result.ImportReport)
		s.Imported = &result
	} else if len(s.Found) > 0 {
		a.Note("nothing was imported", "agmem import --auto --yes imports all of it, agmem import PATH one of them")
	}
	return a.Print(s)
}

// lookInto reads what was found and counts what each would give.
func (o *importOptions) lookInto(ctx context.Context, a *app, groups []histories.Group) (survey, error) {
	s := survey{Found: []foundHistory{}}
	progress := a.NewProgress("reading")
	defer progress.End()
	for i, g := range groups {
		found := foundHistory{Path: g.Path, Format: g.Format, Files: len(g.Files)}
		for _, file := range g.Files {
			c, err := histories.Read(ctx, file.Path, file.Format, agmem.InstantOf(a.Now()))
			if ctx.Err() != nil {
				return s, ctx.Err()
			}
			if err == nil { // the import names a file that cannot be read
				found.Memories += len(c.Memories)
			}
		}
		s.Found = append(s.Found, found)
		progress.Set(i+1, len(groups))
	}
	return s, nil
}

// wanted says whether what was found is to be imported. A rehearsal always is.
func (o *importOptions) wanted(ctx context.Context, a *app, s survey) (bool, error) {
	memories, files := 0, 0
	for _, f := range s.Found {
		memories += f.Memories
		files += f.Files
	}
	switch {
	case memories == 0:
		return false, nil
	case o.yes || o.dryRun:
		return true, nil
	case !a.CanAsk():
		return false, nil
	}
	for _, f := range s.Found {
		fmt.Fprintf(a.Stderr, "%s\n", f.line())
	}
	return a.Ask(ctx, fmt.Sprintf("Import %s from %s?", counted(int64(memories), "memory", "memories"), counted(int64(files), "file", "files")))
}

func (f foundHistory) line() string {
	return fmt.Sprintf("%s (%s, %s): %s", cli.Fold(f.Path), f.Format,
		counted(int64(f.Files), "file", "files"), counted(int64(f.Memories), "memory", "memories"))
}

func (s survey) JSON() any { return s }

func (s survey) TOON() any {
	rows := make([]toon.Object, len(s.Found))
	for i, f := range s.Found {
		rows[i] = toon.Object{
			{Key: "path", Value: f.Path}, {Key: "format", Value: string(f.Format)}, {Key: "files", Value: f.Files}, {Key: "memories", Value: f.Memories},
		}
	}
	object := table("found", rows)
	if s.Imported != nil {
		object = append(object, toon.Field{Key: "imported", Value: s.Imported.TOON()})
	}
	return object
}

func (s survey) Human(p *cli.Page) {
	if len(s.Found) == 0 {
		p.Linef("no instruction files, memory folders or transcripts found")
	}
	for _, f := range s.Found {
		p.Linef("%s", f.line())
		if s.Imported == nil {
			p.Linef("    %s", p.Paint(cli.Dim, "agmem import "+cli.Fold(f.Path)))
		}
	}
	if s.Imported != nil {
		s.Imported.Human(p)
	}
}
