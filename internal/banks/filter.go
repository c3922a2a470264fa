package banks

import (
	"context"
	"errors"
	"io"

	"github.com/agmem/agmem"
)

// Filter is a jq filter that compiles; package jq makes them. An error of kind
// Invalid is one of the filter, one that wraps [context.DeadlineExceeded] says
// that its time is over.
type Filter interface {
	// Run gives each result of the filter over input, a JSON text, to yield,
	// and stops at its first error, which it returns.
	Run(ctx context.Context, input []byte, yield func(Result) error) error
	// Update returns the one result of the filter as the new form of input:
	// what the filter left alone keeps its bytes and its place.
	Update(ctx context.Context, input []byte) ([]byte, error)
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

// compile makes a filter for a bank, whose messages go to debug; nil drops them.
// What is not an error of the filter, such as a program without jq, says
// nothing of the bank.
func (s *shelves) compile(ref Ref, filter string, debug io.Writer) (Filter, error) {
	f, err := s.Compile(filter, debug)
	if agmem.KindOf(err) == agmem.Invalid {
		return nil, About(filterFailure(err), ref.Bank, ref.Scope)
	}
	return f, err
}

// filterFailure gives an error of a filter its code.
func filterFailure(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, context.DeadlineExceeded):
		return Errorf(Timeout, "%w", err)
	case agmem.KindOf(err) == agmem.Invalid:
		failure := Errorf(FilterError, "%w", err)
		if stopped, ok := errors.AsType[*agmem.Error](err); ok && stopped.Hint != "" {
			return failure.WithHint("%s", stopped.Hint)
		}
		return failure
	}
	return err
}
