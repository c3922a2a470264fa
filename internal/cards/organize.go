package cards

import (
	"context"
	"time"

	"github.com/agmem/agmem"
)

// BrokenLink is a link to a card that does not exist.
type BrokenLink struct {
	From   string `json:"from"`
	Target string `json:"target"`
}

// StatusCard is a card that carries a status.
type StatusCard struct {
	Slug   string `json:"slug"`
	Title  string `json:"title"`
	Status string `json:"status"`
}

// ChangedCard is a card that was modified lately, with the cards it may have
// to do with.
type ChangedCard struct {
	Slug     string `json:"slug"`
	Title    string `json:"title"`
	Modified string `json:"modified,omitempty"`
	// Neighbours are the cards it links to and those that link to it.
	Neighbours []string `json:"neighbours"`
	More       int      `json:"more,omitempty"` // neighbours that were left out
}

// LeftOut counts what a report had and does not show.
type LeftOut struct {
	Orphans int `json:"orphans,omitempty"`
	Hubs    int `json:"hubs,omitempty"`
	Broken  int `json:"broken,omitempty"`
	Status  int `json:"status,omitempty"`
	Changed int `json:"changed,omitempty"`
}

// Report is what is needed to put the cards in order.
type Report struct {
	Cards   int           `json:"cards"`
	Links   int           `json:"links"`
	Orphans []string      `json:"orphans"`
	Hubs    []LinkCount   `json:"hubs"`
	Broken  []BrokenLink  `json:"broken"`
	Status  []StatusCard  `json:"status"`
	Since   agmem.Instant `json:"since,omitzero"` // zero: all cards count as changed
	Changed []ChangedCard `json:"changed"`
	LeftOut LeftOut       `json:"left_out,omitzero"`
}

// Organize reports the state of all cards, and which were modified since: a
// zero time stands for when they were last organized. It removes what killed
// writers left behind.
func (c *Cards) Organize(ctx context.Context, since time.Time) (Report, error) {
	if since.IsZero() {
		var err error
		if since, err = c.Organized(ctx); err != nil {
			return Report{}, err
		}
	}
	g, err := c.graph(ctx)
	if g == nil {
		return Report{}, err
	}
	c.Sweep()
	r := Report{Cards: len(g.cards), Orphans: []string{}, Hubs: []LinkCount{}, Broken: []BrokenLink{}, Status: []StatusCard{}, Changed: []ChangedCard{}}
	if !since.IsZero() {
		r.Since = agmem.InstantOf(since)
	}
	for i := range g.cards {
		r.add(g, i, since)
	}
	return r, err
}

func (r *Report) add(g *graph, i int, since time.Time) {
	card, row := g.cards[i], g.row(i)
	r.Links += len(g.outbound[i])
	switch row.Status {
	case Orphan:
		r.Orphans = append(r.Orphans, row.Slug)
	case Hub:
		r.Hubs = append(r.Hubs, row)
	}
	for _, target := range g.missing[i] {
		r.Broken = append(r.Broken, BrokenLink{row.Slug, target})
	}
	if card.Status != "" {
		r.Status = append(r.Status, StatusCard{row.Slug, card.Title, card.Status})
	}
	if modifiedSince(card, since) {
		r.Changed = append(r.Changed, ChangedCard{
			Slug: row.Slug, Title: card.Title, Modified: card.Modified, Neighbours: g.around(i),
		})
	}
}

// modifiedSince says whether the frontmatter names that day or a later one, or
// the file was written later.
func modifiedSince(card Card, since time.Time) bool {
	if since.IsZero() || card.FileTime.Time().After(since) {
		return true
	}
	day := since.Local().Format(time.DateOnly)
	return len(card.Modified) >= len(day) && card.Modified[:len(day)] >= day
}

// around returns the neighbours of a card, each once.
func (g *graph) around(i int) []string {
	seen := make(map[int]bool)
	names := []string{}
	for _, list := range [][]int{g.outbound[i], g.inbound[i]} {
		for _, j := range list {
			if !seen[j] {
				seen[j] = true
				names = append(names, g.name(j))
			}
		}
	}
	return names
}
