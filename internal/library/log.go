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
	return l.addressed(src, changes), err
}

// Undo takes back the last change of the target source, or of one memory where
// id is not empty; see [agmem.Recorder].
func (l Log) Undo(ctx context.Context, id string, by agmem.Origin) ([]agmem.Change, error) {
	src, own, err := l.sources.locate(id)
	if err != nil {
		return nil, err
	}
	ctx, recorder, err := port[agmem.Recorder](ctx, src, noLog)
	if err != nil {
		return nil, err
	}
	changes, err := recorder.Undo(ctx, own, by)
	return l.addressed(src, changes), err
}

func (l Log) addressed(src *source, changes []agmem.Change) []agmem.Change {
	for i := range changes {
		l.sources.name(src, &changes[i].ID, &changes[i].Short)
	}
	return changes
}
