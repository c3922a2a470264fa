package memorycli

import (
	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/rawjson"
)

func dialect(program string) cli.Dialect {
	return cli.Dialect{
		Program:    program,
		Report:     report,
		ExitStatus: "0 done; 1 it failed, see error.code on standard error; 2 the command line is malformed (USAGE)",
	}
}

// report writes an error as an object of its own, whatever flags were given.
func report(c *cli.Console, r cli.Report) {
	failure := banks.Describe(r.Err)
	if hint := hintFor(c.Program, r.Err); hint != "" {
		failure.Hint = hint
	}
	if r.More > 0 {
		failure = banks.Failure{Code: failure.Code, Message: r.Counted()}
	}
	if text, err := indented(map[string]banks.Failure{r.Class: failure}); err == nil {
		_, _ = c.Stderr.Write(text)
	}
}

// indented returns v as JSON text with two spaces a level and a line break at
// its end. Stored values in it keep their tokens.
func indented(v any) ([]byte, error) {
	text, err := cli.EncodeJSON(v)
	if err != nil {
		return nil, err
	}
	return append(rawjson.AppendIndented(nil, text, 0), '\n'), nil
}

// print writes a result to standard output.
func (a *app) print(v any) error {
	text, err := indented(v)
	if err != nil {
		return err
	}
	_, err = a.Stdout.Write(text)
	return err
}

// printStored writes stored JSON text as a result.
func (a *app) printStored(text []byte) error {
	_, err := a.Stdout.Write(append(rawjson.AppendIndented(nil, text, 0), '\n'))
	return err
}
