package memorycli

import (
	"encoding/json"
	"fmt"

	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/rawjson"
)

// The formats of a result. Every command has JSON, some have another one.
const (
	asJSON  = "json"
	asTable = "table"
	asValue = "value"
)

// result is what a command found or did, as JSON alone.
type result struct{ value any }

func (r result) JSON() any { return r.value }

// print writes a result that has no other format than JSON.
func (a *app) print(v any) error { return a.Print(result{v}) }

// stored returns JSON text that a bank holds as a result. It keeps its tokens.
func stored(text []byte) result { return result{json.RawMessage(text)} }

// valued is a view that has a single value, which can be printed alone.
type valued interface {
	// Value returns the JSON text of the value.
	Value() []byte
}

func renderJSON(_ *cli.Console, v cli.View) ([]byte, error) { return cli.EncodeIndented(v.JSON()) }

// renderValue writes a value alone, a string without its quotes.
func renderValue(_ *cli.Console, v cli.View) ([]byte, error) {
	one, ok := v.(valued)
	if !ok {
		return nil, fmt.Errorf("%T has no single value", v)
	}
	value := one.Value()
	if value[0] == '"' {
		return append([]byte(rawjson.Unquote(value)), '\n'), nil
	}
	return cli.EncodeIndented(json.RawMessage(value))
}
