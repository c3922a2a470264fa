package fileindex

import (
	"context"
	"errors"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
	"github.com/agmem/agmem/internal/textindex"
)

// Options says how an index is kept. The zero value can be used.
type Options struct {
	// Now is the clock that documents expire by; nil for time.Now. Files are
	// judged by the clock of the system, which stamps them.
	Now func() time.Time
	// Progress, if set, is called while files are read: how many of those that
	// are listed have been dealt with.
	Progress func(done, total int)
	// Repository, if set, says to which repository the files belong, empty for none,
	// where the projects of a question are these.
	Repository func(agmem.Projects) string
	// Embedding is how vectors are made, if they are.
	Embedding agmem.Embedding

	weights recall.Weights // of a search
}

// Index is the documents of a folder, ready to be searched. It may be used by
// several goroutines, which take turns.
//
// Every method lists the files and follows what changed. Where a file cannot
// be read it answers from the others, with an error that joins one for each
// that failed; the files are in the order of their names.
type Index struct {
	folder Folder
	opts   Options
	file   *cacheFile   // nil where it could not be used
	memory *memoryCache // nil as long as there is a file
	turn   chan struct{}
}

// New returns the index of a folder, with its cache in the file at path, or in
// memory for the empty path. It touches nothing: what it needs is opened and
// made by the first call.
func New(path string, folder Folder, opts Options) *Index {
	if opts.Now == nil {
		opts.Now = time.Now
	}
	if opts.Progress == nil {
		opts.Progress = func(int, int) {}
	}
	if opts.Repository == nil {
		opts.Repository = func(agmem.Projects) string { return "" }
	}
	opts.weights = recall.DefaultWeights()
	x := &Index{folder: folder, opts: opts, turn: make(chan struct{}, 1)}
	if path != "" {
		x.file = newCacheFile(path)
	}
	return x
}

// Close releases the cache. The index must not be used afterwards.
func (x *Index) Close() error {
	x.turn <- struct{}{}
	defer func() { <-x.turn }()
	var err error
	if x.file != nil {
		err = x.file.close()
	}
	if x.memory != nil {
		err = errors.Join(err, x.memory.close())
	}
	return err
}

// lookup is what a method does in its view: it may be called again, after a
// cache that failed was made again.
type lookup func(ctx context.Context, t *txn) error

// view calls do in a transaction in which the index says what the files say.
// It reports what could not be read of them.
func (x *Index) view(ctx context.Context, do lookup) error { return x.within(ctx, do, false) }

// change is view with a transaction that can write.
func (x *Index) change(ctx context.Context, do lookup) error { return x.within(ctx, do, true) }

func (x *Index) within(ctx context.Context, do lookup, writes bool) error {
	select {
	case x.turn <- struct{}{}:
	case <-ctx.Done():
		return cancelled(ctx.Err())
	}
	defer func() { <-x.turn }()
	files, listing := x.folder.Files(ctx)
	if err := ctx.Err(); err != nil {
		return cancelled(err)
	}
	f := newFollower(x.folder, ordered(files), x.opts.Progress)
	f.writes, f.embedding = writes, x.opts.Embedding
	if err := x.follow(ctx, f, do); err != nil {
		return err
	}
	return errors.Join(listing, f.fault())
}

// follow makes the view in the cache file, or in memory where that fails.
func (x *Index) follow(ctx context.Context, f *follower, do lookup) error {
	if x.file != nil {
		err := x.file.view(ctx, f, do)
		if err == nil || ctx.Err() != nil {
			return cancelled(err)
		}
		_ = x.file.close() // it is of no use any more
		x.file = nil
	}
	if x.memory == nil {
		var err error
		if x.memory, err = openMemory(ctx); err != nil {
			return internal(err)
		}
	}
	return cancelled(internal(x.memory.view(ctx, f, do)))
}

// cancelled gives the error of a caller who gave up its kind.
func cancelled(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return agmem.Errorf(agmem.Cancelled, "cancelled: %w", err)
	}
	return err
}

// internal is the error of an index in memory, which nothing but a bug can
// bring about.
func internal(err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return agmem.Errorf(agmem.Internal, "the index of the files: %w", err)
}

// tables are the tables of the text index.
func tables() textindex.Index { return textindex.New("document_text") }
