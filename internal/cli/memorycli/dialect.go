package memorycli

import (
	"errors"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
)

// dialect is how memory-cli speaks. The hints of what lies below know the
// program by its name alone.
func dialect(program string) cli.Dialect {
	return cli.Dialect{
		Program: program,
		Formats: []cli.Format{
			{Name: asJSON, ForPrograms: true, Render: renderJSON},
			{Name: asTable, Render: cli.HumanText},
			{Name: asValue, Render: renderValue},
		},
		Report:     report,
		ExitCode:   cli.UsageApart,
		ExitStatus: "0 done; 1 it failed, see error.code on standard error; 2 the command line is malformed (USAGE)",
		Hint:       func(e *agmem.Error) string { return cli.CalledAs(e.Hint, Name, program) },
	}
}

// report writes an error as an object of its own, whatever flags were given.
func report(c *cli.Console, r cli.Report) {
	e := agmem.AsBankError(r.Err)
	if _, ours := errors.AsType[*agmem.BankError](r.Err); ours {
		// What the kernel says knows already how the program was called.
		e = e.WithHint("%s", c.NextStep(e.Err))
	}
	if r.More > 0 {
		e = agmem.BankErrorf(e.Code, "%s", r.Counted())
	}
	if text, err := indented(map[cli.Class]*agmem.BankError{r.Class: e}); err == nil {
		_, _ = c.Stderr.Write(text)
	}
}
