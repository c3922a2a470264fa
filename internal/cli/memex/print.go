package memex

import (
	"strings"

	"github.com/agmem/agmem/internal/cli"
)

// none is printed for an empty list.
const none = "(none)"

// result is what a command found or did.
type result struct {
	value any
	text  string // may be empty
}

func (r result) JSON() any { return r.value }

func (r result) Human(p *cli.Page) { p.WriteString(r.text) }

// print writes a result: v for programs, else the text, which may be empty.
func (a *app) print(v any, text string) error { return a.Print(result{v, text}) }

// shown returns a text of a card as it is printed: on one line, and such that
// it cannot paint or move a terminal.
func shown(text string) string {
	if strings.ContainsAny(text, "\r\n") {
		text = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ").Replace(text)
	}
	return cli.Visible(text)
}

// bracketed returns names as links, "(none)" for no name.
func bracketed(names []string) string {
	if len(names) == 0 {
		return none
	}
	links := make([]string, len(names))
	for i, n := range names {
		links[i] = "[[" + shown(n) + "]]"
	}
	return strings.Join(links, ", ")
}
