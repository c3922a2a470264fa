package jq

import (
	"encoding/base32"
	"strings"
	"sync"

	"github.com/itchyny/gojq"
)

// functions returns the functions that the definitions call: those that know the
// document of a run, and gojq's own builtins under another name.
func (p *program) functions() []gojq.CompilerOption {
	options := []gojq.CompilerOption{
		gojq.WithFunction(private("_order"), 0, 0, func(v any, _ []any) any {
			m, _ := v.(map[string]any)
			names := p.doc.order(m)
			if names == nil {
				return nil
			}
			list := make([]any, len(names))
			for i, name := range names {
				list[i] = name
			}
			return list
		}),
		gojq.WithFunction(private("_members"), 0, 0, func(v any, _ []any) any {
			m, _ := v.(map[string]any)
			names := p.doc.order(m)
			if names == nil {
				return v
			}
			values := make([]any, len(names))
			for i, name := range names {
				values[i] = m[name]
			}
			return values
		}),
		gojq.WithFunction(private("_json"), 0, 0, func(v any, _ []any) any { return p.json(v) }),
	}
	for _, g := range guards() {
		options = append(options, p.guarded(g))
	}
	native := natively(`.[1] as $x | .[0] | format($x)`)
	return append(options, gojq.WithFunction(private("_format"), 1, 1, func(v any, args []any) any {
		return p.format(native, v, args)
	}), gojq.WithFunction(private("_room"), 1, 1, func(v any, args []any) any {
		format, _ := args[0].(string)
		v, err := p.room(format, v)
		if err != nil {
			return err
		}
		return v
	}))
}

// function is a function as gojq calls it.
type function = func(v any, args []any) any

// natively returns a function that gojq's own builtins make of the input and
// the arguments, which the filter finds in one array. It is compiled when it is
// called: most filters call none.
func natively(filter string) function {
	compiled := sync.OnceValues(func() (*gojq.Code, error) {
		query, err := gojq.Parse(filter)
		if err != nil {
			return nil, err
		}
		return gojq.Compile(query)
	})
	return func(v any, args []any) any {
		code, err := compiled()
		if err != nil {
			return err
		}
		result, _ := code.Run(append([]any{v}, args...)).Next()
		return result
	}
}

// formatCopies is how often gojq holds what a format makes: in a buffer that
// grows, in that from which it grew, and in a string of its own.
const formatCopies = 3

// escapes says whether a format is one of a text or of a list that writes other
// bytes for some. A filter names them with @, or with the function format.
func escapes(format string) bool {
	switch format {
	case "csv", "tsv", "sh":
		return true
	}
	return takesText(format)
}

// takesText says whether a format is one of a text. What is not a text is made
// one first, as tojson does.
func takesText(format string) bool {
	switch format {
	case "html", "uri", "urid", "base64", "base64d", "base32", "base32d":
		return true
	}
	return false
}

// format is the builtin of that name, with the two formats that gojq lacks.
func (p *program) format(native function, v any, args []any) any {
	name, _ := args[0].(string)
	if name == "json" {
		return p.json(v)
	}
	v, err := p.room(name, v)
	if err != nil {
		return err
	}
	text, isText := v.(string)
	switch {
	case isText && name == "text":
		return text
	case isText && name == "base32":
		return base32.StdEncoding.EncodeToString([]byte(text))
	case isText && name == "base32d":
		decoded, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(strings.TrimRight(text, "="))
		if err != nil {
			return &notBase32Error{text}
		}
		return strings.ToValidUTF8(string(decoded), "\uFFFD")
	}
	return native(v, args)
}

// room asks for the room for what a format makes of a value, which it returns: as
// a text, if the format takes one.
func (p *program) room(format string, v any) (any, error) {
	if _, isText := v.(string); !isText && (takesText(format) || format == "text") {
		switch made := p.json(v).(type) {
		case error:
			return nil, made
		case string:
			v = made
		}
	}
	if !escapes(format) {
		return v, nil
	}
	size, err := p.meter.weigh(escapedSize, v)
	if err != nil {
		return nil, err
	}
	return v, p.meter.reserve(formatCopies * size)
}

// notBase32Error says what jq says.
type notBase32Error struct{ text string }

func (e *notBase32Error) Error() string {
	return "string (" + gojq.Preview(e.text) + ") is not valid base32 data"
}
