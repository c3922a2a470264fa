package memory

import (
	"fmt"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
)

// The formats of results.
const (
	formatText     = "text"
	formatJSON     = "JSON"
	formatMarkdown = "Markdown"
)

// dialect is the form of memory's input and output.
func dialect(program string) cli.Dialect {
	d := cli.Sentences(program,
		cli.Format{Name: formatText, Render: cli.HumanText},
		cli.Format{Name: formatJSON, Flag: "json", Help: "write JSON, for programs", ForPrograms: true, Render: cli.JSONLine},
		cli.Format{Name: formatMarkdown, Flag: "markdown", Help: "write Markdown", Render: renderMarkdown},
	)
	d.Hint = func(e *agmem.Error) string { return hintFor(program, e) }
	return d
}

// hintFor returns the next step after an error, with the command of this program
// where one is that.
func hintFor(program string, e *agmem.Error) string {
	switch e.Next.Action {
	case agmem.ActionAllowSecret:
		return cli.AllowSecretHint
	case agmem.ActionAdd:
		return program + ` store "what is worth remembering"`
	case agmem.ActionSearch:
		return program + " search WORDS, or " + program + " list"
	case agmem.ActionDelete:
		return program + " delete NUMBER removes it"
	}
	return e.Hint
}

// markdownView is a result that has a form in Markdown.
type markdownView interface {
	// Markdown writes the result. Texts of memories stand in quotes there.
	Markdown(p *cli.Page)
}

// view is a result that each format of memory can write.
type view interface {
	cli.View
	cli.Readable
	markdownView
}

// Print writes a result to standard output, all at once. Unlike the kernel's
// it takes nothing that one of memory's formats could not write.
func (a *app) Print(v view) error { return a.Console.Print(v) }

// confirm prints what a command did, unless nobody wants to know.
func (a *app) confirm(v view) error {
	if a.quiet {
		return nil
	}
	return a.Print(v)
}

func renderMarkdown(c *cli.Console, v cli.View) ([]byte, error) {
	document, ok := v.(markdownView)
	if !ok {
		return nil, fmt.Errorf("%T has no form in Markdown", v)
	}
	p := &cli.Page{Now: c.Now()}
	document.Markdown(p)
	return p.Bytes(), nil
}
