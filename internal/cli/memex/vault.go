package memex

import (
	"context"
	"fmt"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cards"
)

// cards returns the use cases once what an earlier command left half done is
// finished. Where that cannot be done there is a warning, and the cards can be
// read all the same.
func (a *app) cards(ctx context.Context) (*cards.Cards, error) {
	room, err := a.open()
	if err != nil {
		return nil, err
	}
	done, err := room.Recover(ctx)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		a.Warn(err)
	}
	if done != nil {
		a.Note(fmt.Sprintf("finished an interrupted rename: %s is now %s", done.Old, done.New), "")
	}
	return room, nil
}

// open returns the use cases as things are. Nothing is read yet.
func (a *app) open() (*cards.Cards, error) {
	if a.opened != nil {
		return a.opened, nil
	}
	var progress func(done, total int)
	if a.StderrTerminal {
		progress = a.bar.set
	}
	room, release, err := a.services.Cards(progress, a.Follow)
	if err != nil {
		return nil, err
	}
	a.opened, a.close = room, release
	return room, nil
}

// warn shows what was wrong with single cards beside a result. What concerns
// all of them is returned.
func (a *app) warn(ctx context.Context, err error) error {
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case agmem.KindOf(err) == agmem.Internal:
		return err
	}
	a.Warn(err)
	return nil
}
