package cards

import (
	"context"
	"slices"
	"strings"

	"github.com/agmem/agmem/internal/cards/wikilink"
)

// Search returns the cards that answer best, see [Store]; their Links are
// the slugs of the cards that they lead to, each once. A broken link stays
// as it is written; pictures and the like are left out.
func (c *Cards) Search(ctx context.Context, q Query) ([]Hit, error) {
	hits, failed := c.Store.Search(ctx, q)
	plain := true
	for i := range hits {
		hits[i].Links = slices.DeleteFunc(hits[i].Links, wikilink.IsAttachment)
		plain = plain && !slices.ContainsFunc(hits[i].Links, isLoose)
	}
	if plain {
		return hits, failed
	}
	g, _ := c.graph(ctx) // what is wrong with other cards, failed says already
	if g == nil {
		return hits, failed
	}
	for i := range hits {
		if at, ok := g.place[hits[i].Path]; ok {
			hits[i].Links = append(g.namesOf(g.outbound[at]), g.missing[at]...)
		}
	}
	return hits, failed
}

// isLoose says whether a target may be something else than the slug of a card
// as it is written: only then all cards have to be looked at.
func isLoose(target string) bool {
	return strings.Contains(target, "/") || target != wikilink.Words(target)
}
