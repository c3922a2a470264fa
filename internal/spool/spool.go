// Package spool reads its input twice: once to judge all of it, once to use it.
// A stream that can be read once, such as a pipe, is kept for that.
package spool

import (
	"context"
	"errors"
	"io"
	"math"
	"os"

	"github.com/agmem/agmem"
)

// Limit is how many bytes of a stream are kept at most. It ends a stream that
// has no end; what is that long and has one can be saved in a file.
const Limit = 4 << 30

// Keep reads r through check, which judges what it reads as it comes, and
// returns the same bytes from their beginning. A file is its own copy, and stays
// open. Of anything else the bytes are in a private temporary file that never had
// a name or has lost it already where the system allows that, so nothing is left
// of it even after a kill. Close removes it.
//
// The error is that of check, as it is; that of ctx, once it is done; TooLarge
// for more than [Limit]; Unavailable where the stream or the file fails. A read
// of r that blocks is not interrupted.
func Keep(ctx context.Context, r io.Reader, check func(io.Reader) error) (io.ReadSeekCloser, error) {
	return keep(ctx, r, Limit, check)
}

func keep(ctx context.Context, r io.Reader, limit int64, check func(io.Reader) error) (io.ReadSeekCloser, error) {
	if f, ok := r.(*os.File); ok && isRegular(f) {
		return readTwice(ctx, f, check)
	}
	f, err := create()
	if err != nil {
		return nil, unkept(err)
	}
	in := &tee{ctx: ctx, from: r, to: f, left: limit}
	err = check(in)
	if in.failed != nil {
		err = in.failed // what check makes of it is not the cause
	}
	if err == nil {
		if _, err = f.Seek(0, io.SeekStart); err != nil {
			err = unkept(err)
		}
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func isRegular(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode().IsRegular()
}

// readTwice is keep for a file.
func readTwice(ctx context.Context, f *os.File, check func(io.Reader) error) (io.ReadSeekCloser, error) {
	in := &tee{ctx: ctx, from: f, to: io.Discard, left: math.MaxInt64}
	err := check(in)
	if in.failed != nil {
		err = in.failed
	}
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, err
	}
	return stays{f}, nil
}

// stays is a file that its owner closes.
type stays struct{ *os.File }

func (stays) Close() error { return nil }

// tee is a reader that writes down what it reads.
type tee struct {
	ctx    context.Context
	from   io.Reader
	to     io.Writer
	left   int64 // bytes that may be kept still
	failed error // why reading ended, other than at the end
}

func (t *tee) Read(p []byte) (int, error) {
	if err := t.ctx.Err(); err != nil {
		return 0, t.fail(err)
	}
	n, err := t.from.Read(p)
	if t.left -= int64(n); t.left < 0 {
		return 0, t.fail(agmem.Errorf(agmem.TooLarge, "the input is longer than %d GiB", Limit>>30).
			WithHint("save it in a file and import that, or import a part at a time"))
	}
	if _, err := t.to.Write(p[:n]); err != nil {
		return 0, t.fail(unkept(err))
	}
	if err != nil && !errors.Is(err, io.EOF) {
		if t.ctx.Err() == nil {
			err = unkept(err)
		}
		return n, t.fail(err)
	}
	return n, err
}

func (t *tee) fail(err error) error {
	t.failed = err
	return err
}

func unkept(err error) error {
	return agmem.Errorf(agmem.Unavailable, "the input cannot be stored for a second reading: %w", err).
		WithHint("save it in a file and import that")
}

// file is a temporary file that is gone when it is closed.
type file struct {
	*os.File
	name string // still to be removed; empty where it has no name any more
}

func create() (*file, error) {
	if f, err := createUnnamed(); err == nil {
		return &file{File: f}, nil
	}
	f, err := os.CreateTemp("", ".agmem-import-*.tmp") // mode 0600
	if err != nil {
		return nil, err
	}
	kept := &file{File: f}
	if os.Remove(f.Name()) != nil {
		kept.name = f.Name()
	}
	return kept, nil
}

func (f *file) Close() error {
	err := f.File.Close()
	if f.name == "" {
		return err
	}
	return errors.Join(err, os.Remove(f.name))
}
