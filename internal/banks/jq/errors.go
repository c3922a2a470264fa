package jq

import (
	"context"
	"errors"
	"strings"

	"github.com/agmem/agmem"
	"github.com/itchyny/gojq"
)

// parseError says what jq says about a filter that it cannot read, and where.
func parseError(err error) error {
	if at, ok := errors.AsType[*gojq.ParseError](err); ok {
		return agmem.Errorf(agmem.Invalid, "the filter is not valid jq: %s at offset %d", err, at.Offset-len(at.Token))
	}
	return agmem.Errorf(agmem.Invalid, "the filter is not valid jq: %s", err)
}

// maxErrorText is how many bytes of a value an error shows.
const maxErrorText = 1024

// filterError is the error that ended a filter; nil for halt. It is made where
// the filter runs, because an error may carry a value without end.
func (p *printer) filterError(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err // the run has ended, its caller knows why
	}
	if halt, ok := errors.AsType[*gojq.HaltError](err); ok {
		if halt.Value() == nil && halt.ExitCode() == 0 {
			return nil
		}
		return p.errorWithValue("halt_error", halt.Value())
	}
	if e, ok := errors.AsType[gojq.ValueError](err); ok {
		return p.errorWithValue("error", e.Value())
	}
	return agmem.Errorf(agmem.Invalid, "the filter failed: %s", err)
}

// errorWithValue is the error that a filter raised itself.
func (p *printer) errorWithValue(raisedBy string, v any) error {
	text, ok := v.(string)
	if !ok {
		if err := p.value(v); err != nil {
			return err
		}
		text = string(p.take())
	}
	if len(text) > maxErrorText {
		text = strings.ToValidUTF8(text[:maxErrorText], "") + "…"
	}
	return agmem.Errorf(agmem.Invalid, "the filter failed: %s: %s", raisedBy, strings.TrimSuffix(text, "\n"))
}
