package memex

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/cli"
)

// The columns of the table of links begin where they begin in the design of
// memex, unless a name or a number needs more.
const (
	slugColumn   = 25
	numberColumn = 5
)

func linksText(table []cards.LinkCount) string {
	rows := [][]string{{"slug", "out", "in", "status"}}
	for _, c := range table {
		rows = append(rows, []string{shown(c.Slug), strconv.Itoa(c.Out), strconv.Itoa(c.In), c.Status})
	}
	return cli.Table(rows, slugColumn, numberColumn, numberColumn)
}

func statsText(s cards.LinkStats) string {
	most := none
	if s.MostLinked != "" {
		most = fmt.Sprintf("[[%s]] (%d)", shown(s.MostLinked), s.MostInbound)
	}
	return cli.Table([][]string{
		{"cards", strconv.Itoa(s.Cards)},
		{"links", strconv.Itoa(s.Links)},
		{"missing", strconv.Itoa(s.Missing)},
		{"orphans", strconv.Itoa(s.Orphans)},
		{"hubs", strconv.Itoa(s.Hubs)},
		{"average out", fmt.Sprintf("%.2f", s.AverageOut)},
		{"average in", fmt.Sprintf("%.2f", s.AverageIn)},
		{"most linked", most},
	})
}

func neighboursText(card cards.Neighbours) string {
	outbound := none
	if len(card.Outbound) > 0 {
		links := make([]string, len(card.Outbound))
		for i, to := range card.Outbound {
			links[i] = "[[" + shown(to.Slug) + "]]"
			if to.Missing {
				links[i] += " (missing)"
			}
		}
		outbound = strings.Join(links, ", ")
	}
	return fmt.Sprintf("## %s\nOutbound: %s\nInbound:  %s\n", shown(card.Slug), outbound, bracketed(card.Inbound))
}
