package cli

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"github.com/agmem/agmem/internal/when"
)

// Page is text for people: folded, cut and painted as far as the place it is
// written to allows. What is written to it comes from memories, file names and
// other people's programs, and can do no more to a terminal than [Page.Paint]
// can: everything else is made [Visible].
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
	plain        = "0"
)

// Paint returns the text in a style, or as it is if there are no colours.
func (p *Page) Paint(style Style, text string) string {
	if !p.colours || text == "" {
		return text
	}
	return sgr + string(style) + "m" + Visible(text) + sgr + plain + "m"
}

// Linef writes one line, or several where an argument has line breaks.
func (p *Page) Linef(format string, args ...any) {
	for i, arg := range args {
		if text, ok := arg.(string); ok {
			args[i] = p.harmless(text)
		}
	}
	fmt.Fprintf(&p.Buffer, format+"\n", args...)
}

// WriteString writes a text as it is, made harmless.
func (p *Page) WriteString(text string) { p.Buffer.WriteString(p.harmless(text)) }

// sgr begins what sets a style: select graphic rendition, ECMA-48.
const sgr = "\x1b["

// harmless is [Visible] with the styles of Paint let through, where there are
// any.
func (p *Page) harmless(text string) string {
	if !p.colours || !strings.Contains(text, sgr) {
		return Visible(text)
	}
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, sgr)
		b.WriteString(Visible(before))
		if !found {
			return b.String()
		}
		style, rest, ok := strings.Cut(after, "m")
		if ok && isStyle(style) {
			b.WriteString(sgr + style + "m")
			text = rest
		} else {
			b.WriteString(Visible(sgr))
			text = after
		}
	}
}

func isStyle(style string) bool {
	switch Style(style) {
	case plain, Strong, Dim, Green, Yellow, Cyan:
		return true
	}
	return false
}

// Day returns the local day of a time.
func (p *Page) Day(t time.Time) string { return t.In(p.Now.Location()).Format(time.DateOnly) }

// Minute returns the local day and minute of a time.
func (p *Page) Minute(t time.Time) string {
	return t.In(p.Now.Location()).Format(when.Minutes)
}
