package memorycli

import (
	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/cli"
)

// dialect is the form of memory-cli's input and output.
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
		Hint:       func(e *agmem.Error) string { return hintFor(program, e) },
	}
}

// report writes an error as its own object, whatever flags were given.
func report(c *cli.Console, r cli.Report) {
	failure := banks.Describe(r.Err)
	failure.Hint = c.NextStep(banks.AsError(r.Err))
	if r.More > 0 {
		failure = banks.Failure{Code: failure.Code, Message: r.Counted()}
	}
	if text, err := cli.EncodeIndented(map[cli.Class]banks.Failure{r.Class: failure}); err == nil {
		_, _ = c.Stderr.Write(text)
	}
}
