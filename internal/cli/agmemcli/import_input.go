package agmemcli

import (
	"context"
	"errors"
	"io"
	"os"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/portable"
)

// input is what an import reads: every memory was checked once. It must be
// closed.
type input struct {
	portable.Input
	file io.Closer // that Input reads; nil where it is in memory
}

func (in *input) close() error {
	if in.file == nil {
		return nil
	}
	return in.file.Close()
}

// openImport checks what is at the path, whatever it is.
func (a *app) openImport(ctx context.Context, path string) (*input, error) {
	if path == cli.Stdin {
		return spooled(ctx, a.Input(ctx))
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
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		return checked(ctx, f)
	}
	defer f.Close() // a pipe can be read once
	return spooled(ctx, f)
}

// spooled copies what can be read once alone to a private file.
func spooled(ctx context.Context, r io.Reader) (*input, error) {
	s, err := newSpool()
	if err != nil {
		return nil, unspooled(err)
	}
	if _, err := io.Copy(s.File, r); err != nil {
		if ctx.Err() != nil {
			err = ctx.Err()
		} else {
			err = unspooled(err)
		}
		return nil, errors.Join(err, s.Close())
	}
	return checked(ctx, s)
}

func unspooled(err error) error {
	return agmem.Errorf(agmem.Unavailable, "the input cannot be stored for a second reading: %w", err).
		WithHint("save it in a file and import that")
}

// checked reads lines for the first time.
func checked(ctx context.Context, f io.ReadSeekCloser) (*input, error) {
	in, err := portable.CheckLines(interruptible{ctx, f})
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &input{Input: in, file: f}, nil
}

// interruptible is a file that cannot be read once the context is done: the
// check of a large one takes seconds.
type interruptible struct {
	ctx context.Context
	io.ReadSeeker
}

func (r interruptible) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.ReadSeeker.Read(p)
}

// spool is a temporary file that only this user can read and that is gone when
// it is closed.
type spool struct {
	*os.File
	name string // still to be removed; empty where it has no name any more
}

// newSpool makes the file and, where an open file can lose its name, removes
// it at once: then nothing is left of it even after a kill.
func newSpool() (*spool, error) {
	f, err := os.CreateTemp("", ".agmem-import-*") // mode 0600
	if err != nil {
		return nil, err
	}
	s := &spool{File: f}
	if os.Remove(f.Name()) != nil {
		s.name = f.Name()
	}
	return s, nil
}

func (s *spool) Close() error {
	err := s.File.Close()
	if s.name == "" {
		return err
	}
	return errors.Join(err, os.Remove(s.name))
}
