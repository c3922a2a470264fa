package cards

import (
	"context"

	"github.com/agmem/agmem"
)

// LinkCount counts the links of a card.
type LinkCount struct {
	Slug string `json:"slug"` // its path where another card has the slug
	Out  int    `json:"out"`  // to different cards, missing ones too
	In   int    `json:"in"`   // from different cards
	// Status is hub, orphan or empty.
	Status string `json:"status,omitempty"`
}

// What a card can be in the graph.
const (
	Hub    = "hub"
	Orphan = "orphan"
)

// LinkStats sums up the graph.
type LinkStats struct {
	Cards       int     `json:"cards"`
	Links       int     `json:"links"` // from card to card
	Missing     int     `json:"missing"`
	Orphans     int     `json:"orphans"`
	Hubs        int     `json:"hubs"`
	AverageOut  float64 `json:"average_out"`
	AverageIn   float64 `json:"average_in"`
	MostLinked  string  `json:"most_linked,omitempty"`
	MostInbound int     `json:"most_inbound"`
}

// Links returns the table of all cards by slug, and its sums. Cards that cannot
// be read are left out and named in the joined errors.
func (c *Cards) Links(ctx context.Context) ([]LinkCount, LinkStats, error) {
	g, err := c.graph(ctx)
	if g == nil {
		return nil, LinkStats{}, err
	}
	table := make([]LinkCount, len(g.cards))
	stats := LinkStats{Cards: len(g.cards)}
	for i := range g.cards {
		row := g.row(i)
		table[i] = row
		stats.Links += len(g.outbound[i])
		stats.Missing += len(g.missing[i])
		switch row.Status {
		case Hub:
			stats.Hubs++
		case Orphan:
			stats.Orphans++
		}
		if row.In > stats.MostInbound {
			stats.MostLinked, stats.MostInbound = row.Slug, row.In
		}
	}
	if n := float64(stats.Cards); n > 0 {
		stats.AverageOut = float64(stats.Links+stats.Missing) / n
		stats.AverageIn = float64(stats.Links) / n
	}
	return table, stats, err
}

func (g *graph) row(i int) LinkCount {
	row := LinkCount{Slug: g.name(i), Out: len(g.outbound[i]) + len(g.missing[i]), In: len(g.inbound[i])}
	switch {
	case row.In >= HubLinks:
		row.Status = Hub
	case row.In == 0:
		row.Status = Orphan
	}
	return row
}

// LinkedCard is where a link leads.
type LinkedCard struct {
	Slug    string `json:"slug"` // the target as it is written where it is missing
	Missing bool   `json:"missing,omitempty"`
}

// Neighbours is a card with those it links to and those that link to it.
type Neighbours struct {
	Slug     string       `json:"slug"`
	Outbound []LinkedCard `json:"outbound"`
	Inbound  []string     `json:"inbound"`
}

// LinksOf returns the neighbours of one card.
func (c *Cards) LinksOf(ctx context.Context, slug string) (Neighbours, error) {
	path, err := c.Find(ctx, slug)
	if err != nil {
		return Neighbours{}, err
	}
	g, err := c.graph(ctx)
	if g == nil {
		return Neighbours{}, err
	}
	i, ok := g.place[path]
	if !ok { // it is there, but cannot be read; err says why
		if err == nil {
			err = agmem.Errorf(agmem.NotFound, "Card not found: %s", slug)
		}
		return Neighbours{}, err
	}
	return g.neighbours(i), err
}

func (g *graph) neighbours(i int) Neighbours {
	n := Neighbours{Slug: g.name(i), Outbound: []LinkedCard{}, Inbound: g.namesOf(g.inbound[i])}
	for _, name := range g.namesOf(g.outbound[i]) {
		n.Outbound = append(n.Outbound, LinkedCard{Slug: name})
	}
	for _, target := range g.missing[i] {
		n.Outbound = append(n.Outbound, LinkedCard{Slug: target, Missing: true})
	}
	return n
}
