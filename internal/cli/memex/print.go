package memex

import (
	"strings"

	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/cli"
)

// none stands where a list is empty.
const none = "(none)"

// print writes a result: v with --json, else the text, which may be empty.
func (a *app) print(v any, text string) error {
	out := []byte(text)
	if a.Format() == cli.JSON {
		var err error
		if out, err = cli.EncodeJSON(v); err != nil {
			return err
		}
	}
	_, err := a.Stdout.Write(out)
	return err
}

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

// names returns what each of these cards is called.
func names(list []cards.Card) []string {
	called := cards.NewNames(cards.PathsOf(list))
	names := make([]string, len(list))
	for i, c := range list {
		names[i] = called.Of(c.Path)
	}
	return names
}
