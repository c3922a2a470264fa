package cards

import (
	"cmp"
	"iter"
	"slices"

	"github.com/agmem/agmem/internal/cards/wikilink"
)

// graph is cards and the links between them, by their place in cards.
type graph struct {
	cards    []Card // by slug, then path
	place    map[string]int
	outbound [][]int    // of each card, in the order of the links, each once
	inbound  [][]int    // of each card, in the order of the cards
	missing  [][]string // of each card: targets without a card
}

func newGraph(cards []Card) *graph {
	g := &graph{
		cards:    slices.Clone(cards),
		place:    make(map[string]int, len(cards)),
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
		notes[i] = c.Note()
	}
	resolver := wikilink.NewResolver(notes)
	for i, c := range g.cards {
		g.follow(i, c, resolver)
	}
	return g
}

func (g *graph) follow(i int, c Card, resolver *wikilink.Resolver) {
	for target, to := range Follow(c, resolver) {
		if to == "" {
			g.missing[i] = append(g.missing[i], target)
			continue
		}
		j := g.place[to]
		g.outbound[i] = append(g.outbound[i], j)
		g.inbound[j] = append(g.inbound[j], i)
	}
}

// Follow yields the links of a card in their order with the path of the card
// that each leads to, empty if there is none; each place once. A link to
// itself does not count, and a picture is not a missing card.
func Follow(c Card, resolver *wikilink.Resolver) iter.Seq2[string, string] {
	return func(yield func(target, to string) bool) {
		seen := map[string]bool{c.Path: true}
		for _, target := range c.Links { // as they are written, each is there once
			to, by := resolver.Resolve(c.Path, target)
			missing := by == wikilink.ByNothing
			if missing && wikilink.IsAttachment(target) || !missing && seen[to] {
				continue
			}
			seen[to] = true
			if !yield(target, to) {
				return
			}
		}
	}
}

func (g *graph) name(i int) string { return g.cards[i].Name }

func (g *graph) namesOf(places []int) []string {
	names := make([]string, len(places))
	for i, p := range places {
		names[i] = g.name(p)
	}
	return names
}
