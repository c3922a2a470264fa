package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/agmem/agmem"
)

// maxReports is how many warnings or errors one command shows before it only
// counts them.
const maxReports = 5

// The exit codes. An interrupted command ends as a shell expects of one that
// SIGINT stopped.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130
)

// exitCode is the one table from Kind to exit code.
func exitCode(kind agmem.Kind) int {
	switch kind {
	case agmem.Usage:
		return exitUsage
	case agmem.Cancelled:
		return exitInterrupted
	default:
		return exitFailed
	}
}

// Finish reports the error that a command ended with and returns the exit
// code. A reader that has seen enough (agmem list | head -1) is no error.
func (c *Console) Finish(err error) int {
	c.endWarnings()
	if err == nil || readerGone(err) {
		return exitDone
	}
	errs := flatten(err)
	for i, e := range errs {
		if i == maxReports {
			c.report("error", agmem.Errorf(e.Kind, "%d more errors like these", len(errs)-i))
			break
		}
		c.report("error", e)
	}
	// A command line is only malformed where nothing else went wrong.
	for _, e := range errs {
		if e.Kind != agmem.Usage {
			return exitCode(e.Kind)
		}
	}
	return exitUsage
}

// Warn reports what went wrong without making the command fail. Beyond the
// fifth, warnings are only counted.
func (c *Console) Warn(err error) {
	for _, e := range flatten(err) {
		c.warnings++
		if c.warnings <= maxReports {
			c.report("warning", e)
		}
	}
}

// endWarnings says how many warnings were not shown.
func (c *Console) endWarnings() {
	if more := c.warnings - maxReports; more > 0 {
		c.report("warning", agmem.Errorf(agmem.Invalid, "%d more warnings like these", more))
	}
}

// Note says something that JSON output carries in its own fields, and that is
// therefore silent with --json.
func (c *Console) Note(message, hint string) {
	if c.Format() != JSON {
		c.say(message, hint)
	}
}

// message is the JSON form of an error or a warning.
type message struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

// report writes one error or warning to standard error. That stream is the
// last resort: when it cannot be written, nobody is left to be told.
func (c *Console) report(class string, e *agmem.Error) {
	if c.wantsJSON() {
		line, err := encodeJSON(map[string]message{class: {e.Kind.String(), e.Message, e.Hint}})
		if err == nil {
			_, _ = c.Stderr.Write(line)
		}
	} else {
		c.say(e.Message, e.Hint)
	}
	if c.Verbose && e.Err != nil {
		fmt.Fprintf(c.Stderr, "cause: %s\n", Visible(e.Err.Error()))
	}
}

func (c *Console) say(message, hint string) {
	fmt.Fprintf(c.Stderr, "%s: %s\n", c.Program, Visible(message))
	if hint != "" {
		fmt.Fprintf(c.Stderr, "hint: %s\n", Visible(hint))
	}
}

// wantsJSON also looks for a --json that stands behind the malformed part of a
// command line, which was therefore never parsed.
func (c *Console) wantsJSON() bool {
	if c.json {
		return true
	}
	args := c.Args
	if i := slices.Index(args, "--"); i >= 0 {
		args = args[:i]
	}
	return slices.Contains(args, "--json")
}

// flatten returns the errors that err joins, each with its kind.
func flatten(err error) []*agmem.Error {
	if e, ok := err.(*agmem.Error); ok {
		return []*agmem.Error{internalAsBug(e)}
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var all []*agmem.Error
		for _, e := range joined.Unwrap() {
			all = append(all, flatten(e)...)
		}
		return all
	}
	return []*agmem.Error{classify(err)}
}

// classify gives an error of the standard library its kind. What it does not
// know is a bug: every expected failure is an agmem.Error.
func classify(err error) *agmem.Error {
	if e, ok := errors.AsType[*agmem.Error](err); ok {
		return internalAsBug(e)
	}
	kind := agmem.Internal
	switch {
	case errors.Is(err, context.Canceled):
		return &agmem.Error{Kind: agmem.Cancelled, Message: "interrupted", Err: err}
	case errors.Is(err, context.DeadlineExceeded):
		kind = agmem.Unavailable
	case errors.Is(err, fs.ErrNotExist):
		kind = agmem.NotFound
	case errors.Is(err, fs.ErrPermission):
		kind = agmem.Denied
	default:
		if _, ok := errors.AsType[*fs.PathError](err); ok {
			kind = agmem.Unavailable
		}
	}
	return internalAsBug(&agmem.Error{Kind: kind, Message: err.Error(), Err: errors.Unwrap(err)})
}

func internalAsBug(e *agmem.Error) *agmem.Error {
	if e.Kind != agmem.Internal {
		return e
	}
	return &agmem.Error{
		Kind:    agmem.Internal,
		Message: "internal error: " + e.Message,
		Hint:    "this is a bug; please report the command, this message and the output of --version",
		Err:     e.Err,
	}
}
