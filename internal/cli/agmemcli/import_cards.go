package agmemcli

import (
	"bytes"
	"context"
	"errors"
	"io"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli/transfer"
	"github.com/agmem/agmem/internal/histories"
)

// CardRoom is what an import needs of the cards.
type CardRoom interface {
	// Copy writes the file of a card; NotFound where there is none.
	Copy(ctx context.Context, slug string, w io.Writer) error
	// Write stores a card.
	Write(ctx context.Context, slug string, text []byte) (path string, err error)
	// Archived says whether a card of that slug was archived.
	Archived(slug string) bool
}

// vaultAt returns the format of a folder of notes that become cards.
func (o *importOptions) vaultAt(path string) (histories.Format, bool) {
	switch from := histories.Format(o.from); from {
	case histories.Obsidian, histories.BasicMemory:
		return from, true
	case "":
		return histories.Vault(path)
	}
	return "", false
}

// runCards makes cards of the notes of a folder. A card that was changed or
// archived here, or that somebody else wrote, stays as it is.
func (o *importOptions) runCards(ctx context.Context, a *app, path string, format histories.Format) (err error) {
	room, closeRoom, err := a.services.Cards()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeRoom()) }()
	c := cardImport{a: a, room: room, revive: o.revive, dryRun: o.dryRun}
	left, err := histories.Notes(ctx, path, format, func(n histories.Note) error { return c.take(ctx, n) })
	if err != nil {
		return err
	}
	transfer.NoteKeptOut(a.Console, c.report)
	transfer.NoteEdited(a.Console, c.report)
	return a.Print(imported{c.report, o.dryRun, left})
}

// cardImport writes notes as cards.
type cardImport struct {
	a              *app
	room           CardRoom
	revive, dryRun bool
	report         agmem.ImportReport
}

func (c *cardImport) take(ctx context.Context, n histories.Note) error {
	const named = 20
	var old bytes.Buffer
	err := c.room.Copy(ctx, n.Slug, &old)
	switch {
	case agmem.KindOf(err) == agmem.NotFound && c.room.Archived(n.Slug) && !c.revive:
		c.report.Tombstoned++
		if len(c.report.KeptOut) < named {
			c.report.KeptOut = append(c.report.KeptOut, "cards:"+n.Slug)
		}
		return nil
	case agmem.KindOf(err) == agmem.NotFound:
		return c.write(ctx, n, &c.report.Added)
	case err != nil:
		c.a.Warn(err) // one card does not keep the others out
		return nil
	case histories.SameNote(old.Bytes(), n.Text):
		c.report.Unchanged++
		return nil
	case histories.Untouched(old.Bytes()):
		return c.write(ctx, n, &c.report.Updated)
	}
	c.report.Edited++
	if len(c.report.KeptEdited) < named {
		c.report.KeptEdited = append(c.report.KeptEdited, "cards:"+n.Slug)
	}
	return nil
}

// write writes a card and counts it. One that is refused is named.
func (c *cardImport) write(ctx context.Context, n histories.Note, count *int) error {
	if !c.dryRun {
		_, err := c.room.Write(ctx, n.Slug, n.Text)
		switch agmem.KindOf(err) {
		case agmem.Invalid, agmem.Conflict, agmem.TooLarge:
			c.a.Warn(err)
			return nil
		}
		if err != nil {
			return err
		}
	}
	*count++
	return nil
}
