package metamemory

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"unicode/utf8"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/rawjson"
)

const (
	// maxInput is how much a command reads, in bytes.
	maxInput = 16 << 20
	// maxDepth is how deep the input may be nested: what comes out of the ledger
	// again has to be read by other programs, of which some give up at a thousand.
	maxDepth = 500
)

// readInput reads the object on standard input. Nothing is an empty one, and so
// is a terminal.
func (a *app) readInput(ctx context.Context) (*input, error) {
	if a.StdinTerminal {
		return &input{}, nil
	}
	text, err := io.ReadAll(io.LimitReader(a.Input(ctx), maxInput+1))
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, agmem.Errorf(agmem.Unavailable, "Standard input cannot be read: %w", err)
	case len(text) > maxInput:
		return nil, agmem.Errorf(agmem.TooLarge, "Expected stdin to hold at most %d bytes", maxInput)
	}
	text = bytes.TrimPrefix(text, []byte("\uFEFF"))
	if len(bytes.TrimSpace(text)) == 0 {
		return &input{}, nil
	}
	return parseInput(text)
}

func parseInput(text []byte) (*input, error) {
	if !utf8.Valid(text) {
		return nil, agmem.Errorf(agmem.Usage, "Expected stdin to be JSON: it is not valid UTF-8")
	}
	start, _, err := rawjson.TrimBelow(text, rawjson.MaxDepth-maxDepth)
	if wrong, ok := errors.AsType[*rawjson.SyntaxError](err); ok {
		return nil, agmem.Errorf(agmem.Usage, "Expected stdin to be JSON, nested at most %d levels: %w", maxDepth, wrong)
	}
	if text[start] != '{' {
		return nil, agmem.Errorf(agmem.Usage, "Expected stdin JSON to be an object")
	}
	in := &input{fields: make(map[string]json.RawMessage)}
	_, err = rawjson.Members(text, start, func(name []byte, at int) (int, error) {
		stop, err := rawjson.Value(text, at)
		if err == nil {
			in.fields[rawjson.Unquote(name)] = text[at:stop:stop]
		}
		return stop, err
	})
	return in, err
}
