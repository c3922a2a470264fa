package memorycli

import (
	"context"
	"errors"
	"io"
	"io/fs"

	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/cli"
)

// maxText is how much of a JSON text is read where one value or one schema is
// due: white space makes a text longer than the limit of a value, but a text
// beyond the limit of a whole bank has no place in one.
const maxText = banks.MaxSize

// open returns the file of that name, or standard input for the name "-".
func (a *app) open(ctx context.Context, name string) (io.ReadCloser, error) {
	if name == cli.Stdin {
		return io.NopCloser(a.Input(ctx)), nil
	}
	file, err := cli.OpenInput(ctx, name)
	if err != nil {
		return nil, fileError(err)
	}
	return file, nil
}

// fileError gives an error about a file that is not a bank its code.
func fileError(err error) error {
	code := banks.IOError
	if errors.Is(err, fs.ErrPermission) {
		code = banks.PermissionDenied
	}
	return banks.Errorf(code, "%w", err)
}

// readText returns the JSON text that a file of that name, or standard input,
// holds. The code is that of a text without end.
func (a *app) readText(ctx context.Context, name string, code banks.Code) ([]byte, error) {
	file, err := a.open(ctx, name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxText+1))
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, fileError(err)
	case len(text) > maxText:
		return nil, banks.Errorf(code, "the input has more than %d bytes", maxText)
	}
	return text, nil
}
