package cli

import (
	"context"
	"io"
	"os"
)

// OpenInput opens a file that a command reads. Of what is not a regular file,
// such as a named pipe, opening and reading end with ctx, see [Interruptible]; a
// regular file is the *os.File itself.
func OpenInput(ctx context.Context, path string) (io.ReadCloser, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return io.NopCloser(Interruptible(ctx, &lateFile{path: path})), nil
	}
	return os.Open(path)
}

// lateFile is a file that the first read opens, for opening a named pipe waits
// for its writer. It closes itself at the end.
type lateFile struct {
	path string
	file *os.File
}

func (f *lateFile) Read(p []byte) (n int, err error) {
	if f.file == nil {
		if f.file, err = os.Open(f.path); err != nil {
			return 0, err
		}
	}
	n, err = f.file.Read(p)
	if err != nil {
		_ = f.file.Close()
	}
	return n, err
}
