package cli

import (
	"bytes"
	"fmt"
	"time"
)

// Page is text for people: folded, cut and painted as far as the place it is
// written to allows.
type Page struct {
	bytes.Buffer
	// Columns is where lines are cut; 0 outside a terminal, where they are not.
	Columns int
	// Now is the time of writing, in the zone whose days the reader knows.
	Now time.Time

	colours bool
}

func (c *Console) page() *Page {
	return &Page{Columns: c.Columns, Now: c.Now(), colours: c.colours()}
}

// Style is a colour of the terminal.
type Style string

// The styles, as SGR parameters.
const (
	Strong Style = "1"
	Dim    Style = "2"
	Green  Style = "32"
	Yellow Style = "33"
	Cyan   Style = "36"
)

// Paint returns the text in a style, or as it is if there are no colours.
func (p *Page) Paint(style Style, text string) string {
	if !p.colours || text == "" {
		return text
	}
	return "\x1b[" + string(style) + "m" + text + "\x1b[0m"
}

// Linef writes one line.
func (p *Page) Linef(format string, args ...any) {
	fmt.Fprintf(p, format+"\n", args...)
}

// Day returns the local day of a time.
func (p *Page) Day(t time.Time) string { return t.In(p.Now.Location()).Format(time.DateOnly) }

// Minute returns the local day and minute of a time.
func (p *Page) Minute(t time.Time) string {
	return t.In(p.Now.Location()).Format("2006-01-02 15:04")
}
