package memorycli

import (
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
)

// listing is a result that also has a table for people.
type listing struct {
	value any
	least int // the columns of a terminal that the first one of the table takes
	rows  func() [][]string
}

func (l listing) JSON() any { return l.value }

// Human writes the rows, of which the first has the titles.
func (l listing) Human(p *cli.Page) { p.WriteString(cli.Table(l.rows(), l.least+len("  "))) }

// local returns an instant as people read it, to the second and in their zone.
func (a *app) local(i agmem.Instant) string {
	if i == 0 {
		return "-"
	}
	return i.Time().In(a.Now().Location()).Format(time.DateTime)
}
