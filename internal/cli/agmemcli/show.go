package agmemcli

import (
	"strconv"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/toon"
)

// joinTags writes tags into one cell of a TOON table; no tag holds a |.
func joinTags(tags []string) string { return strings.Join(tags, "|") }

func bracketTags(tags []string) string {
	if len(tags) == 0 {
		return ""
	}
	return cli.Fold("[" + strings.Join(tags, ", ") + "]")
}

// line returns a text on one line of at most so many columns, 0 for any number.
func line(text string, columns int) string { return cli.Cut(cli.Fold(text), columns) }

// table is a TOON document of one array of equal objects.
func table(name string, rows []toon.Object) toon.Object {
	return toon.Object{{Key: name, Value: rows}}
}

// listOf returns a list that JSON writes as [] where it is empty.
func listOf[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// counted returns a number with its noun.
func counted(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.FormatInt(n, 10) + " " + many
}

// entry is a memory on one line for people.
type entry struct {
	id, tags, text string
	left, right    string   // columns before the tags and behind the text
	below          []string // its own lines
	// marks are the words of the text that answer; passage is shown below where
	// the text does not show them.
	marks   []agmem.Mark
	passage *agmem.Passage
}

// writeEntries writes entries in columns. On a terminal the texts are cut so
// that no line wraps.
func writeEntries(p *cli.Page, entries []entry) {
	var id, left, tags, text, right int
	for _, e := range entries {
		id = max(id, cli.Width(e.id))
		left = max(left, cli.Width(e.left))
		tags = max(tags, cli.Width(e.tags))
		text = max(text, cli.Width(e.text))
		right = max(right, cli.Width(e.right))
	}
	if p.Columns > 0 {
		tags = min(tags, p.Columns/3)
		fixed := cells(id) + cells(left) + cells(tags) + right
		text = min(text, max(10, p.Columns-fixed-2))
	}
	for _, e := range entries {
		var b strings.Builder
		cell := func(style cli.Style, text string, width int) {
			if width > 0 {
				b.WriteString(p.Paint(style, cli.Pad(cli.Cut(text, width), width)) + "  ")
			}
		}
		cell(cli.Yellow, e.id, id)
		cell(cli.Dim, e.left, left)
		cell(cli.Cyan, e.tags, tags)
		marks := e.marks
		if cli.Width(e.text) > text { // the text is cut, perhaps before they come
			marks = nil
		}
		b.WriteString(paintMarks(p, cli.Pad(cli.Cut(e.text, text), text), marks, ""))
		if e.right != "" {
			b.WriteString("  " + p.Paint(cli.Dim, e.right))
		}
		p.Linef("%s", strings.TrimRight(b.String(), " "))
		if e.passage != nil && marks == nil {
			writePassage(p, e.passage)
		}
		for _, below := range e.below {
			p.Linef("    %s", p.Paint(cli.Dim, below))
		}
	}
}

// cells is the room that a column takes with the gap behind it.
func cells(width int) int {
	if width == 0 {
		return 0
	}
	return width + 2
}
