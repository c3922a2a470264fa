package jq

import (
	"context"
	"errors"
	"io"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/rawjson"
	"github.com/itchyny/gojq"
)

// MaxFilter is how many bytes a filter may have. The parser and the compiler
// of gojq recurse as deep as a filter is nested.
const MaxFilter = 65_536

// Filter is a jq filter that compiles. It may run any number of times, also
// at once if Debug may be written to at once.
type Filter struct {
	// Debug takes what debug and stderr say, in jq's form; nil drops it. It is
	// written to by the goroutine that called Run or Update, and an error of
	// it ends the run.
	Debug io.Writer

	query  *gojq.Query
	memory uint64 // the limit, in bytes
}

// Compile reads a filter. The error has the code FILTER_ERROR and says what
// jq says.
func Compile(filter string) (*Filter, error) {
	if len(filter) > MaxFilter {
		return nil, agmem.BankErrorf(agmem.FilterError, "the filter has %d bytes, the limit is %d", len(filter), MaxFilter)
	}
	query, err := gojq.Parse(filter)
	if err != nil {
		return nil, parseError(err)
	}
	boundProducts(query)
	if _, err := compile(query, nil); err != nil {
		return nil, agmem.BankErrorf(agmem.FilterError, "the filter does not compile: %s", err)
	}
	return &Filter{query: query, memory: maxMemory}, nil
}

// compile is gojq's, with the two functions that speak to the caller and
// a product that has bounds. They are part of the code, so each run compiles
// its own.
func compile(query *gojq.Query, say func(function string, v any) error) (*gojq.Code, error) {
	speaking := func(name string) gojq.CompilerOption {
		return gojq.WithFunction(name, 0, 0, func(v any, _ []any) any {
			if err := say(name, v); err != nil {
				return err
			}
			return v
		})
	}
	product, err := productOption()
	if err != nil {
		return nil, err
	}
	return gojq.Compile(query, speaking("debug"), speaking("stderr"), product)
}

// Result is one value that a filter gave.
type Result struct {
	// JSON is the value as JSON text on one line.
	JSON []byte
	// Text is the string that the value is, where IsString says so.
	Text     string
	IsString bool
}

// Raw returns the result as jq -r prints it: a string without its quotes,
// anything else as JSON.
func (r Result) Raw() []byte {
	if r.IsString {
		return []byte(r.Text)
	}
	return r.JSON
}

// Run gives each result of the filter over input, a JSON text, to yield, in
// the goroutine of the caller; an error of yield ends the run and is returned.
// Results that came before an error have been given. halt ends a run without
// an error.
//
// An error of the filter has the code FILTER_ERROR and says what jq says. When
// the deadline of ctx passes the code is TIMEOUT; when ctx is cancelled the
// error is [context.Canceled]. A process that holds more than 1 GiB while the
// filter runs ends it with FILTER_ERROR. Both come at once, whatever the
// filter does: a builtin that was running then (the comparison of values that
// share their parts, tojson of them, a product of huge numbers) goes on behind
// the caller's back until it ends by itself. A command ends with its process
// and takes it along; a server has to live with it.
func (f *Filter) Run(ctx context.Context, input []byte, yield func(Result) error) error {
	render := func(p *printer, v any) (Result, error) {
		err := p.value(v)
		text, ok := v.(string)
		return Result{JSON: p.take(), Text: text, IsString: ok}, err
	}
	return f.run(ctx, input, render, yield)
}

// maxCounted is how many results Update counts before it calls them many.
const maxCounted = 1000

// Update returns what the filter makes of input, a JSON text, as compact JSON
// text. Members that were there keep their place at every level, elements of
// arrays by their index; new members follow, sorted. What is unchanged keeps
// its bytes. Anything but exactly one result is a FILTER_ERROR; errors and
// limits are those of [Filter.Run].
func (f *Filter) Update(ctx context.Context, input []byte) ([]byte, error) {
	var updated []byte
	count := 0
	render := func(p *printer, v any) (Result, error) {
		if count++; count > 1 { // the count alone matters now
			return Result{}, nil
		}
		err := p.update(v)
		return Result{JSON: p.take()}, err
	}
	taken := 0
	err := f.run(ctx, input, render, func(r Result) error {
		if taken++; taken == 1 {
			updated = r.JSON
		}
		if taken > maxCounted {
			return errTooMany
		}
		return nil
	})
	switch {
	case errors.Is(err, errTooMany):
		return nil, agmem.BankErrorf(agmem.FilterError, "the filter gives more than %d results, an update needs exactly one", maxCounted)
	case err != nil:
		return nil, err
	case taken == 0:
		return nil, agmem.BankErrorf(agmem.FilterError, "the filter gives no result, an update needs exactly one")
	case taken > 1:
		return nil, agmem.BankErrorf(agmem.FilterError, "the filter gives %d results, an update needs exactly one", taken)
	case rawjson.Check(updated) != nil:
		return nil, errNesting()
	}
	return updated, nil
}

var errTooMany = errors.New("too many results")
