package intake

import (
	"context"
	"iter"

	"github.com/agmem/agmem"
)

// filesAhead reads the next file while one is written, so that nobody waits for a
// transaction that waits for a file. It must be ended by stop.
type filesAhead struct {
	files  <-chan *agmem.FileContents // closed at the end and after an error
	cancel context.CancelFunc

	// err is why the sequence ended before its end: written before files is closed
	// and read after that.
	err error
}

func readAhead(ctx context.Context, files iter.Seq2[agmem.FileContents, error]) *filesAhead {
	ctx, cancel := context.WithCancel(ctx)
	out := make(chan *agmem.FileContents)
	a := &filesAhead{files: out, cancel: cancel}
	go func() {
		defer close(out)
		for f, err := range files {
			if err != nil {
				a.err = &sequenceError{err}
				return
			}
			select {
			case out <- &f:
			case <-ctx.Done():
				a.err = ctx.Err()
				return
			}
		}
	}()
	return a
}

// stop ends the reading and waits until the sequence is left.
func (a *filesAhead) stop() {
	a.cancel()
	for range a.files { // until it is closed
	}
}

// wait returns the next file, nil after the last.
func (a *filesAhead) wait(ctx context.Context) (*agmem.FileContents, error) {
	select {
	case f, open := <-a.files:
		if !open {
			return nil, a.err
		}
		return f, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// ready is wait where a file is there already, and nil where none is.
func (a *filesAhead) ready() (*agmem.FileContents, error) {
	select {
	case f, open := <-a.files:
		if !open {
			return nil, a.err
		}
		return f, nil
	default:
		return nil, nil
	}
}
