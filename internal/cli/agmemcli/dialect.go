package agmemcli

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/toon"
)

// formatJSON is the name of the format for programs.
const formatJSON = "JSON"

// dialect is the form of agmem's input and output. TOON is the default, because
// its usual reader is an agent.
func dialect() cli.Dialect {
	d := cli.Sentences("agmem",
		cli.Format{Name: "TOON", Render: renderTOON},
		cli.Format{Name: formatJSON, Flag: "json", Help: "write JSON, for programs", ForPrograms: true, Render: cli.JSONLine},
		cli.Format{Name: "text", Flag: "human", Help: "write text, for people", Render: cli.HumanText},
	)
	d.Hint = hint
	return d
}

// toonView is a result that has a form for agents.
type toonView interface {
	// TOON returns what JSON does in as few tokens as it takes: a value of
	// package toon, or a raw text.
	TOON() any
}

// view is a result that each format of agmem can write.
type view interface {
	cli.View
	cli.Readable
	toonView
}

// Print writes a result to standard output, all at once. Unlike the kernel's
// it takes nothing that one of agmem's formats could not write.
func (a *app) Print(v view) error { return a.Console.Print(v) }

// raw is a TOON form that is written as it is, with a line break after it.
type raw string

func renderTOON(_ *cli.Console, v cli.View) ([]byte, error) {
	agents, ok := v.(toonView)
	if !ok {
		return nil, fmt.Errorf("%T has no form in TOON", v)
	}
	value := agents.TOON()
	if text, ok := value.(raw); ok {
		return []byte(text + "\n"), nil
	}
	text, err := toon.Marshal(value)
	if _, refused := errors.AsType[*toon.ValueError](err); refused {
		text, err = toon.Marshal(validText(value))
	}
	if err != nil {
		return nil, fmt.Errorf("writing TOON: %w", err)
	}
	return append(bytes.TrimRight(text, "\n"), '\n'), nil
}

// validText returns a value with U+FFFD for bytes that are not UTF-8, as JSON has
// it. The path of a file may have such bytes.
func validText(value any) any {
	switch v := value.(type) {
	case string:
		return strings.ToValidUTF8(v, "\ufffd")
	case toon.Object:
		mended := make(toon.Object, len(v))
		for i, f := range v {
			mended[i] = toon.Field{Key: f.Key, Value: validText(f.Value)}
		}
		return mended
	case []toon.Object:
		return validTexts(v)
	case []string:
		return validTexts(v)
	case []any:
		return validTexts(v)
	case toon.Array:
		return validTexts(v)
	}
	return value
}

func validTexts[T any](values []T) toon.Array {
	mended := make(toon.Array, len(values))
	for i, v := range values {
		mended[i] = validText(v)
	}
	return mended
}
