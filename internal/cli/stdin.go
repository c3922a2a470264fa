package cli

import (
	"bytes"
	"context"
	"io"

	"github.com/agmem/agmem"
)

// Stdin is the argument that asks for standard input.
const Stdin = "-"

// maxStdin leaves room for one line break behind the longest content; a text
// that fills it has more than that.
const maxStdin = agmem.MaxContent + 3

// Content returns the text of a command: its arguments' only one, or standard
// input where that is [Stdin], or if there is no argument, no field flag
// and no terminal to wait for. The second result says whether there is a text.
//
// With an argument standard input is not touched: an agent's open pipe must
// not hang a command.
func (c *Console) Content(ctx context.Context, args []string, fields bool) (string, bool, error) {
	if len(args) > 0 && args[0] != Stdin {
		return args[0], true, nil
	}
	if len(args) == 0 && (fields || c.StdinTerminal) {
		return "", false, nil
	}
	text, err := c.readStdin(ctx)
	return text, err == nil, err
}

// readStdin returns standard input without its trailing line breaks.
func (c *Console) readStdin(ctx context.Context) (string, error) {
	text, err := io.ReadAll(io.LimitReader(c.Input(ctx), maxStdin))
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err != nil:
		return "", agmem.Errorf(agmem.Unavailable, "standard input cannot be read: %w", err)
	case len(text) == maxStdin:
		return "", agmem.Errorf(agmem.TooLarge, "standard input has more than %d bytes", agmem.MaxContent).
			WithHint("split it into memories that each say one thing")
	}
	return string(bytes.TrimRight(text, "\r\n")), nil
}

// Input returns standard input, see [Interruptible].
func (c *Console) Input(ctx context.Context) io.Reader { return Interruptible(ctx, c.Stdin) }

// Interruptible returns a reader of from that fails with the error of ctx once
// that is done. A read of a terminal or a pipe cannot be interrupted, but
// waiting for it can; the reading goroutine ends with the process.
func Interruptible(ctx context.Context, from io.Reader) io.Reader {
	r, w := io.Pipe()
	context.AfterFunc(ctx, func() { w.CloseWithError(ctx.Err()) })
	go func() {
		_, err := io.Copy(w, from)
		w.CloseWithError(err)
	}()
	return r
}
