package library

import (
	"context"

	"github.com/agmem/agmem"
)

const noLog = "has no change log"

// Log tells what happened to memories and takes it back.
type Log struct{ sources *Sources }

// History returns the changes of one memory, oldest first, also of a deleted
// one.
func (l Log) History(ctx context.Context, id string) ([]agmem.Change, error) {
	src, own, err := l.sources.locate(id)
	if err != nil {
		return nil, err
	}
	ctx, recorder, err := port[agmem.Recorder](ctx, src, noLog)
	if err != nil {
		return nil, err
	}
	changes, err := recorder.History(ctx, own)
	return l.shown(src, changes), err
}

// Undo takes back a change of the target source, or of the source of a memory;
// see [agmem.Recorder].
func (l Log) Undo(ctx context.Context, opts agmem.UndoOptions) ([]agmem.Change, error) {
	src, own, err := l.sources.locate(opts.ID)
	if err != nil {
		return nil, err
	}
	ctx, recorder, err := port[agmem.Recorder](ctx, src, noLog)
	if err != nil {
		return nil, err
	}
	opts.ID = own
	changes, err := recorder.Undo(ctx, opts)
	return l.shown(src, changes), err
}

// shown returns changes with addresses for ids, and their digests cut.
func (l Log) shown(src *source, changes []agmem.Change) []agmem.Change {
	for i := range changes {
		l.sources.name(src, &changes[i].ID, &changes[i].Short)
		changes[i].Digest = shownDigest(changes[i].Digest)
	}
	return changes
}
