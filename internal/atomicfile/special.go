package atomicfile

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/agmem/agmem"
)

// Deliver is [Write] for what a user names to put something there: into a
// device or a named pipe it writes in place, as any program would. If no process
// reads a named pipe, it waits for one until ctx is done, which is Cancelled.
func Deliver(ctx context.Context, path string, write func(io.Writer) error) error {
	info, err := os.Stat(path)
	if err != nil || !takesStream(info.Mode()) {
		return Write(path, write)
	}
	f, err := openStream(ctx, path, info.Mode())
	if err != nil {
		if ctx.Err() != nil {
			return agmem.Errorf(agmem.Cancelled, "nothing reads %s: %w", path, ctx.Err())
		}
		return Failure(path, err)
	}
	err = write(f)
	return Failure(path, errors.Join(err, f.Close()))
}

func takesStream(mode fs.FileMode) bool { return mode&(fs.ModeDevice|fs.ModeNamedPipe) != 0 }

// lookForReader is how often a named pipe without a reader is tried.
const lookForReader = 10 * time.Millisecond

// openStream opens a device or a named pipe for writing. Opening a pipe
// without a reader would wait in the system, where signals have no effect.
func openStream(ctx context.Context, path string, mode fs.FileMode) (*os.File, error) {
	flags := os.O_WRONLY
	if mode&fs.ModeNamedPipe != 0 {
		flags |= nonBlocking
	}
	for {
		f, err := os.OpenFile(path, flags, 0)
		if err == nil || !isWithoutReader(err) {
			return f, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(lookForReader):
		}
	}
}

// replaceable reports what is at path, or where its links lead, and is not a
// regular file. A name that leads to no file, such as that of an open pipe in
// /proc, is judged by what can be opened there.
func replaceable(path, target string) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		info, err = os.Lstat(target)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return Failure(path, err)
	case info.Mode().IsRegular():
		return nil
	}
	return agmem.Errorf(agmem.Invalid, "%s is %s, not a file", path, kindOfFile(info.Mode())).
		WithHint("name a file")
}

// kindOfFile says what a file is that is not a regular one.
func kindOfFile(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeDevice != 0:
		return "a device"
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	}
	return "something else"
}
