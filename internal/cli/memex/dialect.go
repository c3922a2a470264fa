package memex

import (
	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
)

// dialect is the form of memex's input and output.
func dialect(program string) cli.Dialect {
	d := cli.Sentences(program,
		cli.Format{Name: "text", Render: cli.HumanText},
		cli.Format{Name: "JSON", Flag: "json", Help: "write JSON, for programs", ForPrograms: true, Render: cli.JSONLine},
	)
	d.Hint = func(e *agmem.Error) string { return hintFor(program, e) }
	return d
}
