package metamemory

import (
	"reflect"
	"slices"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem/internal/cli"
)

// catalogue is the help of the program: JSON, as everything that it prints.
type catalogue struct{ program string }

// page is the help of one command.
type page struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Input       schema `json:"input"`
	Output      schema `json:"output"`
}

// overview is the help of the program.
type overview struct {
	Program     string `json:"program"`
	Description string `json:"description"`
	Usage       string `json:"usage"`
	Errors      schema `json:"errors"`
	Commands    []page `json:"commands"`
}

func (c command) page() page {
	return page{c.name, c.short, object(c.input), schemaOf(reflect.TypeOf(c.output))}
}

// text returns the help of a command as JSON, or that of the program. The commands
// that do not work on a ledger have their text.
func (h *catalogue) text(c *cli.Console, cmd *cobra.Command) string {
	var what any
	all := commands()
	at := slices.IndexFunc(all, func(own command) bool { return own.name == cmd.Name() })
	switch {
	case at >= 0:
		what = all[at].page()
	case cmd.HasParent():
		what = page{cmd.Name(), cmd.Short, object(nil), schema{{"type", "string"}}}
	default:
		what = h.overview(all)
	}
	text, err := cli.EncodeIndented(what)
	if err != nil {
		return err.Error() // the types of this package can be encoded
	}
	return string(text)
}

func (h *catalogue) overview(all []command) overview {
	o := overview{
		Program: h.program, Description: Short + ". Each command reads one JSON object from standard input and prints one.",
		Usage:  "echo '{\"query\": \"...\"}' | " + h.program + " search",
		Errors: schemaOf(reflect.TypeFor[failure]()),
	}
	for _, c := range all {
		o.Commands = append(o.Commands, c.page())
	}
	return o
}
