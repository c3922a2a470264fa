package memorycli

import (
	"bytes"
	"strings"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
)

// column is one column of a table; it is as wide as its widest cell, and at
// least so wide.
type column struct {
	title string
	least int
}

// printTable writes rows under their titles in aligned columns.
func (a *app) printTable(columns []column, rows [][]string) error {
	titles := make([]string, len(columns))
	widths := make([]int, len(columns))
	for i, c := range columns {
		titles[i] = c.title
		widths[i] = max(c.least, len(c.title))
		for _, row := range rows {
			widths[i] = max(widths[i], cli.Width(row[i]))
		}
	}
	var b bytes.Buffer
	for _, row := range append([][]string{titles}, rows...) {
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = cli.Pad(cell, widths[i])
		}
		b.WriteString(strings.TrimRight(strings.Join(cells, "  "), " "))
		b.WriteByte('\n')
	}
	_, err := a.Stdout.Write(b.Bytes())
	return err
}

// local returns an instant as people read it, to the second and in their zone.
func (a *app) local(i agmem.Instant) string {
	if i == 0 {
		return "-"
	}
	return i.Time().In(a.Now().Location()).Format(time.DateTime)
}
