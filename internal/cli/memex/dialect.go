package memex

import (
	"errors"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
)

// dialect is that of all programs that say what is wrong in a sentence. The
// hints of what lies below know the program by its name alone.
func dialect(program string) cli.Dialect {
	d := cli.Sentences(program)
	if program == Name {
		return d
	}
	report := d.Report
	d.Report = func(c *cli.Console, r cli.Report) {
		if e, ok := errors.AsType[*agmem.Error](r.Err); ok {
			r.Err = e.WithHint("%s", cli.CalledAs(e.Hint, Name, program))
		}
		report(c, r)
	}
	return d
}
