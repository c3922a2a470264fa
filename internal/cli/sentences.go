package cli

import (
	"errors"
	"fmt"

	"github.com/agmem/agmem"
)

// Sentences is the dialect of programs that say what is wrong in a sentence,
// with the next step on its own line, and as JSON where a format for
// programs was asked for.
func Sentences(program string, formats ...Format) Dialect {
	return Dialect{
		Program:    program,
		Formats:    formats,
		Report:     (*Console).reportSentence,
		ExitCode:   UsageApart,
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
	e := asBug(ownError(r.Err))
	if r.More > 0 {
		e = agmem.Errorf(e.Kind, "%s", r.Counted())
	}
	hint := c.NextStep(e)
	if r.Class != ClassNote && c.errorsAsData() {
		line, err := EncodeJSON(map[Class]message{r.Class: {e.Kind.String(), e.Message, hint}})
		if err == nil {
			_, _ = c.Stderr.Write(line)
		}
	} else {
		fmt.Fprintf(c.Stderr, "%s: %s\n", c.Program, Visible(e.Message))
		if hint != "" {
			fmt.Fprintf(c.Stderr, "hint: %s\n", Visible(hint))
		}
	}
	if c.Verbose && e.Err != nil {
		fmt.Fprintf(c.Stderr, "cause: %s\n", Visible(e.Err.Error()))
	}
}

// ownError returns the error of a chain that has a kind.
func ownError(err error) *agmem.Error {
	if e, ok := errors.AsType[*agmem.Error](err); ok {
		return e
	}
	return classify(err)
}

// asBug returns an error of the kind Internal as users are told of it, and any
// other as it is.
func asBug(e *agmem.Error) *agmem.Error {
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
