package metamemory

import (
	"errors"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/secrets"
)

// dialect is the form of meta-memory's input and output.
func dialect(program string, help *catalogue) cli.Dialect {
	return cli.Dialect{
		Program:    program,
		Formats:    []cli.Format{{Name: "JSON", ForPrograms: true, Render: render}},
		Report:     report,
		Shown:      1,
		ExitCode:   func(agmem.Kind) int { return 1 },
		ExitStatus: "0 done; 1 it failed, see error on standard error",
		Help:       help.text,
	}
}

func render(_ *cli.Console, v cli.View) ([]byte, error) { return cli.EncodeIndented(v.JSON()) }

// report writes the one error of a command as a line. Warnings have no form that
// the callers know, and only who asked for one of a secret gets it.
func report(c *cli.Console, r cli.Report) {
	secret := agmem.CodeOf(r.Err) == secrets.Code
	if r.More > 0 || r.Class != cli.ClassError && !(secret && r.Class == cli.ClassWarning) {
		return
	}
	message := r.Err.Error()
	if secret && r.Class == cli.ClassWarning {
		if line, err := cli.EncodeJSON(warning{message}); err == nil {
			_, _ = c.Stderr.Write(line)
		}
		return
	}
	if e, ok := errors.AsType[*agmem.Error](r.Err); ok && e.Kind == agmem.Internal {
		message = "Internal error: " + message
	}
	if secret {
		message += allowSecretHint
	} else {
		message += nextStep(r.Err)
	}
	if line, err := cli.EncodeJSON(failure{message}); err == nil {
		_, _ = c.Stderr.Write(line)
	}
}

// allowSecretHint is a part of the sentence, because errors have no hint here.
const allowSecretHint = `; if it is not a secret, add "` + allowSecretField + `": true, or see agmem config list --known`

// warning is the form of a warning about a secret.
type warning struct {
	Warning string `json:"warning"`
}

// nextStep is the rest of a sentence that says what to do after an error. What is
// wrong with the input says that by itself, in sentences that callers know.
func nextStep(err error) string {
	e, ok := errors.AsType[*agmem.Error](err)
	switch {
	case !ok || e.Kind == agmem.Usage || e.Hint == "":
		return ""
	case e.Next.Action == agmem.ActionChooseDatabase:
		return "; set dbPath or META_MEMORY_DB to a file that meta-memory made or can make"
	default:
		return "; " + e.Hint
	}
}

// failure is the form of an error.
type failure struct {
	Error string `json:"error"`
}

// result is what a command found or did.
type result struct{ value any }

func (r result) JSON() any { return r.value }
