// Package transfer has what the command lines of memories share when memories
// come from files and go into files.
package transfer

import (
	"context"
	"errors"
	"io"
	"iter"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/portable"
	"github.com/agmem/agmem/internal/spool"
)

// CheckDatabase reads a database that another implementation wrote and returns
// how many memories it has, and the memories, which are read again.
type CheckDatabase func(ctx context.Context, path string) (int, iter.Seq2[agmem.Memory, error], error)

// Input is what an import reads: every memory was checked once. It must be
// closed.
type Input struct {
	portable.Input
	files []io.Closer // that Input reads
}

// Close releases what the input reads.
func (in *Input) Close() error {
	var errs []error
	for _, f := range in.files {
		errs = append(errs, f.Close())
	}
	return errors.Join(errs...)
}

// Open checks what is at the path, whatever it is: lines or a document of JSON,
// a Markdown file or a folder of them, a database, or standard input. What cannot
// be imported is named, and then nothing is to be.
func Open(ctx context.Context, c *cli.Console, path string, database CheckDatabase) (*Input, error) {
	if path == cli.Stdin {
		return checked(ctx, c.Input(ctx))
	}
	format, err := portable.Detect(path)
	if err != nil {
		return nil, err
	}
	switch format {
	case portable.Database:
		return openDatabase(ctx, path, database)
	case portable.Folder:
		return inMemory(portable.ReadMarkdownDir(path))
	case portable.Markdown:
		return inMemory(portable.ReadMarkdownFile(path))
	default:
		return openLines(ctx, path)
	}
}

func openDatabase(ctx context.Context, path string, database CheckDatabase) (*Input, error) {
	total, memories, err := database(ctx, path)
	return &Input{Input: portable.NewInput(path, total, memories)}, err
}

func inMemory(b portable.Batch, err error) (*Input, error) { return &Input{Input: b.Input()}, err }

func openLines(ctx context.Context, path string) (*Input, error) {
	f, err := cli.OpenInput(ctx, path)
	if err != nil {
		return nil, err
	}
	in, err := checked(ctx, f)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	in.files = append(in.files, f)
	return in, nil
}

// checked reads lines for the first time.
func checked(ctx context.Context, r io.Reader) (*Input, error) {
	var seen portable.Checked
	kept, err := spool.Keep(ctx, r, func(r io.Reader) (err error) {
		seen, err = portable.CheckLines(r)
		return err
	})
	if err != nil {
		return nil, cancelled(ctx, err)
	}
	in, err := portable.CheckedLines(kept, seen)
	if err != nil {
		return nil, errors.Join(err, kept.Close())
	}
	return &Input{Input: in, files: []io.Closer{kept}}, nil
}

// cancelled returns the error of ctx where that is why reading failed.
func cancelled(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}
