package cli

import (
	"context"
	"errors"
	"io/fs"

	"github.com/agmem/agmem"
)

// fewReports is how many warnings or errors one command shows before it only
// counts them, unless the dialect says otherwise.
const fewReports = 5

func (c *Console) maxReports() int {
	if c.Shown > 0 {
		return c.Shown
	}
	return fewReports
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
		if i == c.maxReports() {
			c.Report(c, Report{Class: ClassError, Err: e, More: len(errs) - i})
			break
		}
		c.Report(c, Report{Class: ClassError, Err: e})
	}
	// A command line is only malformed where nothing else went wrong.
	for _, e := range errs {
		if kind := agmem.KindOf(e); kind != agmem.Usage {
			return c.ExitCode(kind)
		}
	}
	return c.ExitCode(agmem.Usage)
}

// Warn reports what went wrong without making the command fail. After a few,
// warnings are only counted.
func (c *Console) Warn(err error) {
	for _, e := range flatten(err) {
		c.warnings++
		if c.warnings <= c.maxReports() {
			c.Report(c, Report{Class: ClassWarning, Err: e})
		} else if c.unshown == nil {
			c.unshown = e
		}
	}
}

// endWarnings says how many warnings were not shown.
func (c *Console) endWarnings() {
	if more := c.warnings - c.maxReports(); more > 0 {
		c.Report(c, Report{Class: ClassWarning, Err: c.unshown, More: more})
	}
}

// Note says something that a format for programs has in its fields, and that is
// therefore silent in one. The hint may be empty.
func (c *Console) Note(sentence, hint string) {
	if !c.Format().ForPrograms {
		c.Report(c, Report{Class: ClassNote, Err: &agmem.Error{Kind: agmem.Invalid, Message: sentence, Hint: hint}})
	}
}

// flatten returns the errors that err joins, each with an [agmem.Error] in its
// chain. What is around that, such as the bank it is about, is kept.
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
