package cards

import (
	"cmp"
	"slices"

	"github.com/agmem/agmem/internal/cards/wikilink"
)

// graph is cards and the links between them, by their place in cards.
type graph struct {
	cards    []Card // by slug, then path
	place    map[string]int
	names    Names
	outbound [][]int    // of each card, in the order of the links, each once
	inbound  [][]int    // of each card, in the order of the cards
	missing  [][]string // of each card: targets without a card
}

func newGraph(cards []Card) *graph {
	g := &graph{
		cards:    slices.Clone(cards),
		place:    make(map[string]int, len(cards)),
		names:    NewNames(PathsOf(cards)),
		outbound: make([][]int, len(cards)),
		inbound:  make([][]int, len(cards)),
		missing:  make([][]string, len(cards)),
	}
	slices.SortFunc(g.cards, func(a, b Card) int {
		return cmp.Or(cmp.Compare(a.Slug, b.Slug), cmp.Compare(a.Path, b.Path))
	})
	notes := make([]wikilink.Note, len(g.cards))
	for i, c := range g.cards {
		g.place[c.Path] = i
		notes[i] = wikilink.Note{Path: c.Path, Title: c.Title, Aliases: c.Aliases}
	}
	resolver := wikilink.NewResolver(notes)
	for i, c := range g.cards {
		g.follow(i, c, resolver)
	}
	return g
}

// follow resolves the links of one card. A link to itself does not count, and
// a picture is not a missing card.
func (g *graph) follow(i int, c Card, resolver *wikilink.Resolver) {
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

func (g *graph) name(i int) string { return g.names.Of(g.cards[i].Path) }

func (g *graph) namesOf(places []int) []string {
	names := make([]string, len(places))
	for i, p := range places {
		names[i] = g.name(p)
	}
	return names
}
