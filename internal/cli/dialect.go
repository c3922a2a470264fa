package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
)

// Dialect is what differs between programs, and what their users and scripts rely
// on. The kernel asks it and has no rules for single programs.
type Dialect struct {
	// Program is what the program was called as. It begins messages and usage
	// lines, and has two words where one program was called through another.
	Program string
	// Formats are the forms of its results; the first is the one without a
	// flag. There is at least one.
	Formats []Format
	// Report writes an error, a warning or a note to standard error. That
	// stream is the last resort: when it cannot be written, nobody is left to
	// be told.
	Report func(*Console, Report)
	// Shown is how many errors, and how many warnings, of one command are
	// reported before the others are only counted; 0 for five.
	Shown int
	// ExitCode is the table from the kind of an error to an exit code.
	ExitCode func(agmem.Kind) int
	// ExitStatus says in one line of help what the exit codes mean.
	ExitStatus string
	// Hint returns the next step after an error as this program's users take
	// it; nil for the hint that the error has.
	Hint func(*agmem.Error) string
	// Help returns the help of a command; nil for that of this package.
	Help func(*Console, *cobra.Command) string
}

// Class is what a report is.
type Class string

// The classes.
const (
	ClassError   Class = "error"
	ClassWarning Class = "warning"
	ClassNote    Class = "note"
)

// Report is an error, a warning or a note on its way to standard error.
type Report struct {
	Class Class
	Err   error // has an *agmem.Error in its chain
	// More is how many reports there would be, this one included, that are
	// only counted; 0 for one that is shown.
	More int
}

// Counted says how many reports were not shown.
func (r Report) Counted() string { return fmt.Sprintf("%d more %ss like these", r.More, r.Class) }

// NextStep returns the hint of an error in the words of the program.
func (c *Console) NextStep(e *agmem.Error) string {
	if c.Hint == nil {
		return e.Hint
	}
	return c.Hint(e)
}

// The exit codes of most programs. An interrupted command ends as a shell
// expects of one that SIGINT stopped.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130
)

// UsageApart is the table of programs that tell a malformed command line from
// an operation that failed.
func UsageApart(kind agmem.Kind) int {
	switch kind {
	case agmem.Usage:
		return exitUsage
	case agmem.Cancelled:
		return exitInterrupted
	default:
		return exitFailed
	}
}
