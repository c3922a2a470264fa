package cli

import (
	"errors"
	"fmt"
	"slices"

	"github.com/agmem/agmem"
)

// Dialect is what a program says in its own way, and what its users and
// scripts rely on. The kernel asks it and has no rule for any one program.
type Dialect struct {
	// Program is what the program was called as. It begins messages and usage
	// lines, and has two words where one program was called through another.
	Program string
	// Report writes an error or a warning to standard error. That stream is
	// the last resort: when it cannot be written, nobody is left to be told.
	Report func(*Console, Report)
	// ExitStatus says in one line of help what the exit codes mean.
	ExitStatus string
}

// Report is an error or a warning on its way to standard error.
type Report struct {
	Class string // "error" or "warning"
	Err   error  // has an *agmem.Error in its chain
	// More is how many reports there would be, this one included, that are
	// only counted; 0 for one that is shown.
	More int
}

// Sentences is the dialect of programs that say what is wrong in a sentence,
// with the next step on a line of its own, and in JSON where --json is given.
func Sentences(program string) Dialect {
	return Dialect{
		Program:    program,
		Report:     (*Console).reportSentence,
		ExitStatus: "0 done; 1 it failed or the content was refused; 2 the command line is malformed",
	}
}

// message is the JSON form of an error or a warning.
type message struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

func (c *Console) reportSentence(r Report) {
	e := internalAsBug(ownError(r.Err))
	if r.More > 0 {
		e = agmem.Errorf(e.Kind, "%s", r.Counted())
	}
	if c.wantsJSON() {
		line, err := EncodeJSON(map[string]message{r.Class: {e.Kind.String(), e.Message, e.Hint}})
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

// Counted says how many reports were not shown.
func (r Report) Counted() string { return fmt.Sprintf("%d more %ss like these", r.More, r.Class) }

// ownError returns the error of a chain that has a kind.
func ownError(err error) *agmem.Error {
	if e, ok := errors.AsType[*agmem.Error](err); ok {
		return e
	}
	return classify(err)
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
