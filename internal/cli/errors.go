package cli

import (
	"context"
	"errors"
	"io/fs"

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
// code. A reader that has seen enough (agmem list | head -1) is not an error,
// and [Answered] was reported by who answered.
func (c *Console) Finish(err error) int {
	c.endWarnings()
	if err == nil || readerGone(err) {
		return exitDone
	}
	if answered, ok := errors.AsType[*Answered](err); ok {
		return answered.Code
	}
	errs := flatten(err)
	for i, e := range errs {
		if i == maxReports {
			c.Report(c, Report{Class: "error", Err: e, More: len(errs) - i})
			break
		}
		c.Report(c, Report{Class: "error", Err: e})
	}
	// A command line is only malformed where nothing else went wrong.
	for _, e := range errs {
		if kind := agmem.KindOf(e); kind != agmem.Usage {
			return exitCode(kind)
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
			c.Report(c, Report{Class: "warning", Err: e})
		} else if c.unshown == nil {
			c.unshown = e
		}
	}
}

// endWarnings says how many warnings were not shown.
func (c *Console) endWarnings() {
	if more := c.warnings - maxReports; more > 0 {
		c.Report(c, Report{Class: "warning", Err: c.unshown, More: more})
	}
}

// Note says something that JSON output carries in its own fields, and that is
// therefore silent with --json.
func (c *Console) Note(message, hint string) {
	if c.Format() != JSON {
		c.say(message, hint)
	}
}

// flatten returns the errors that err joins, each with an [agmem.Error] in its
// chain. What stands around that, such as the bank it is about, is kept.
func flatten(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var all []error
		for _, e := range joined.Unwrap() {
			all = append(all, flatten(e)...)
		}
		return all
	}
	if _, ok := errors.AsType[*agmem.Error](err); ok {
		return []error{err}
	}
	return []error{classify(err)}
}

// classify gives an error of the standard library its kind. What it does not
// know is a bug: every expected failure is an agmem.Error.
func classify(err error) *agmem.Error {
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
	return &agmem.Error{Kind: kind, Message: err.Error(), Err: errors.Unwrap(err)}
}
