package memorycli

import (
	"io"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
)

// printTable writes rows under their titles in aligned columns, the first of
// them at least so wide.
func (a *app) printTable(least int, titles []string, rows [][]string) error {
	_, err := io.WriteString(a.Stdout, cli.Table(append([][]string{titles}, rows...), least+len("  ")))
	return err
}

// local returns an instant as people read it, to the second and in their zone.
func (a *app) local(i agmem.Instant) string {
	if i == 0 {
		return "-"
	}
	return i.Time().In(a.Now().Location()).Format(time.DateTime)
}
