package agmemcli

import (
	"context"
	"errors"
	"io"

	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/portable"
	"github.com/agmem/agmem/internal/spool"
)

// input is what an import reads: every memory was checked once. It must be
// closed.
type input struct {
	portable.Input
	files []io.Closer // that Input reads
}

func (in *input) close() error {
	var errs []error
	for _, f := range in.files {
		errs = append(errs, f.Close())
	}
	return errors.Join(errs...)
}

// openImport checks what is at the path, whatever it is.
func (a *app) openImport(ctx context.Context, path string) (*input, error) {
	if path == cli.Stdin {
		return checked(ctx, a.Input(ctx))
	}
	format, err := portable.Detect(path)
	if err != nil {
		return nil, err
	}
	switch format {
	case portable.Database:
		return a.openDatabase(ctx, path)
	case portable.Folder:
		return inMemory(portable.ReadMarkdownDir(path))
	case portable.Markdown:
		return inMemory(portable.ReadMarkdownFile(path))
	default:
		return openLines(ctx, path)
	}
}

func (a *app) openDatabase(ctx context.Context, path string) (*input, error) {
	total, memories, err := a.services.CheckDatabase(ctx, path)
	return &input{Input: portable.NewInput(path, total, memories)}, err
}

func inMemory(b portable.Batch, err error) (*input, error) { return &input{Input: b.Input()}, err }

func openLines(ctx context.Context, path string) (*input, error) {
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
func checked(ctx context.Context, r io.Reader) (*input, error) {
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
	return &input{Input: in, files: []io.Closer{kept}}, nil
}

// cancelled returns the error of ctx where that is why reading failed.
func cancelled(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}
