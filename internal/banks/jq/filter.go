package jq

import (
	"context"
	"errors"
	"io"
	"slices"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks"
	"github.com/itchyny/gojq"
)

// MaxFilter is how many bytes a filter may have. The parser and the compiler
// of gojq recurse as deep as a filter is nested.
const MaxFilter = 65_536

// Filter is a jq filter that compiles. It may run any number of times, also
// at once if its messages may be written to at once.
type Filter struct {
	query  *gojq.Query
	debug  io.Writer
	first  chan *program // the one that proved that the filter compiles
	memory uint64        // what it may hold besides its input, in bytes
}

var _ banks.Filter = (*Filter)(nil)

// Compile reads a filter. The error has the kind Invalid and says what jq
// says.
//
// What debug and stderr say is written to debug, in jq's form; nil drops it. It
// is written to by the goroutine that called Run or Update, and an error of it
// ends the run.
func Compile(filter string, debug io.Writer) (banks.Filter, error) {
	f, err := newFilter(filter, debug)
	if err != nil {
		return nil, err // not the nil *Filter, which would be a filter
	}
	return f, nil
}

func newFilter(filter string, debug io.Writer) (*Filter, error) {
	if len(filter) > MaxFilter {
		return nil, agmem.Errorf(agmem.Invalid, "the filter has %d bytes, the limit is %d", len(filter), MaxFilter)
	}
	query, err := parse(filter)
	if err != nil {
		return nil, parseError(err)
	}
	boundOperators(query)
	boundIndexes(query)
	if err := teach(query); err != nil {
		return nil, agmem.Errorf(agmem.Internal, "a builtin does not parse: %w", err)
	}
	f := &Filter{query: query, debug: debug, first: make(chan *program, 1), memory: ownMemory}
	p, err := compile(query)
	if err != nil {
		return nil, agmem.Errorf(agmem.Invalid, "the filter does not compile: %s", err)
	}
	f.first <- p
	return f, nil
}

// program is a compiled filter for one run: what it asks about its input and
// what it says goes to that run.
type program struct {
	code  *gojq.Code
	ctx   context.Context
	doc   *document
	meter *meter
	say   func(function string, v any) error
}

// program returns the one that Compile made to the first who asks, and a new
// one to every other.
func (f *Filter) program() (*program, error) {
	select {
	case p := <-f.first:
		return p, nil
	default:
		return compile(f.query)
	}
}

// compile is gojq's, with the two functions that speak to the caller, operators
// and indexes that have bounds, and what the definitions of teach need.
func compile(query *gojq.Query) (*program, error) {
	p := &program{}
	speaking := func(name string) gojq.CompilerOption {
		return gojq.WithFunction(name, 0, 0, func(v any, _ []any) any {
			if err := p.say(name, v); err != nil {
				return err
			}
			return v
		})
	}
	options := slices.Concat(p.functions(), p.operators(), p.compareOptions(), p.indexOptions())
	options = append(options, speaking("debug"), speaking("stderr"))
	code, err := gojq.Compile(query, options...)
	p.code = code
	return p, err
}

// Run gives each result of the filter over input, a JSON text, to yield, in
// the goroutine of the caller; an error of yield ends the run and is returned.
// banks.Results that came before an error have been given. halt ends a run without
// an error.
//
// An error of the filter has the kind Invalid and says what jq says. When the
// deadline of ctx passes it is Unavailable and wraps
// [context.DeadlineExceeded]; when ctx is cancelled the
// error is [context.Canceled]. A filter that takes more than 96 MiB beside its
// input, and four bytes for each of that, is ended with Invalid, also one whose
// result has more than 32 MiB of text. All come at once, whatever the
// filter does: a builtin that was running then (a product of huge numbers) goes on
// in the background until it ends by itself. In a command it ends with the process;
// in a server it keeps running.
func (f *Filter) Run(ctx context.Context, input []byte, yield func(banks.Result) error) error {
	render := func(p *printer, v any) (banks.Result, error) {
		err := p.value(v)
		text, ok := v.(string)
		return banks.Result{JSON: p.take(), Text: text, IsString: ok}, err
	}
	return f.run(ctx, input, render, yield)
}

// maxCounted is how many results Update counts before it calls them many.
const maxCounted = 1000

// Update returns what the filter makes of input, a JSON text, as compact JSON
// text. Members that were there keep their place at every level, elements of
// arrays by their index; new members follow, sorted. What is unchanged keeps
// its bytes, and may be nested deeper than before: anyone who stores the text
// checks its depth. Anything but exactly one result is Invalid; errors and
// limits are those of [Filter.Run].
func (f *Filter) Update(ctx context.Context, input []byte) ([]byte, error) {
	var updated []byte
	count := 0
	render := func(p *printer, v any) (banks.Result, error) {
		if count++; count > 1 { // the count alone matters now
			return banks.Result{}, nil
		}
		err := p.update(v)
		return banks.Result{JSON: p.take()}, err
	}
	taken := 0
	err := f.run(ctx, input, render, func(r banks.Result) error {
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
		return nil, agmem.Errorf(agmem.Invalid, "the filter gives more than %d results, an update needs exactly one", maxCounted)
	case err != nil:
		return nil, err
	case taken == 0:
		return nil, agmem.Errorf(agmem.Invalid, "the filter gives no result, an update needs exactly one")
	case taken > 1:
		return nil, agmem.Errorf(agmem.Invalid, "the filter gives %d results, an update needs exactly one", taken)
	}
	return updated, nil
}

var errTooMany = errors.New("too many results")
