package library

import (
	"cmp"
	"slices"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/wikilink"
)

// cardGraph is cards and the links between them, by their place in cards.
type cardGraph struct {
	cards    []agmem.Card // by slug, then path
	place    map[string]int
	twins    map[string]int // how many cards have a slug
	outbound [][]int        // of each card, in the order of the links, each once
	inbound  [][]int        // of each card, in the order of the cards
	missing  [][]string     // of each card: targets that no card is
}

func newCardGraph(cards []agmem.Card) *cardGraph {
	g := &cardGraph{
		cards:    slices.Clone(cards),
		place:    make(map[string]int, len(cards)),
		twins:    make(map[string]int, len(cards)),
		outbound: make([][]int, len(cards)),
		inbound:  make([][]int, len(cards)),
		missing:  make([][]string, len(cards)),
	}
	slices.SortFunc(g.cards, func(a, b agmem.Card) int {
		return cmp.Or(cmp.Compare(a.Slug, b.Slug), cmp.Compare(a.Path, b.Path))
	})
	notes := make([]wikilink.Note, len(g.cards))
	for i, c := range g.cards {
		g.place[c.Path] = i
		g.twins[c.Slug]++
		notes[i] = wikilink.Note{Path: c.Path, Title: c.Title, Aliases: c.Aliases}
	}
	resolver := wikilink.NewResolver(notes)
	for i, c := range g.cards {
		g.follow(i, c, resolver)
	}
	return g
}

// follow resolves the links of one card. A link to itself does not count, and
// a picture is no card that is missing.
func (g *cardGraph) follow(i int, c agmem.Card, resolver *wikilink.Resolver) {
	for _, target := range c.Links {
		to, by := resolver.Resolve(c.Path, target)
		if by == wikilink.ByNothing {
			if !wikilink.IsAttachment(target) && !slices.Contains(g.missing[i], target) {
				g.missing[i] = append(g.missing[i], target)
			}
			continue
		}
		if j := g.place[to]; j != i && !slices.Contains(g.outbound[i], j) {
			g.outbound[i] = append(g.outbound[i], j)
			g.inbound[j] = append(g.inbound[j], i)
		}
	}
}

// name returns how a card is called: by its slug, or by its path where another
// has the same, with a / before one that is the slug itself.
func (g *cardGraph) name(i int) string {
	c := g.cards[i]
	switch {
	case g.twins[c.Slug] == 1:
		return c.Slug
	case c.Path == c.Slug:
		return "/" + c.Path
	}
	return c.Path
}

func (g *cardGraph) namesOf(places []int) []string {
	names := make([]string, len(places))
	for i, p := range places {
		names[i] = g.name(p)
	}
	return names
}
