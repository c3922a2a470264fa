package ledger

import (
	"slices"

	"github.com/agmem/agmem/internal/tokens"
)

// maxItems is how many items a pack has at most.
const maxItems = 16

// fill takes the best candidates into a budget of tokens. One that does not fit is
// left out and the next is tried, so none that was left out would still fit. It
// returns what was taken, as items too, and how many tokens that is.
func fill(all []candidate, budget int) (taken []candidate, items []PackItem, sum int) {
	all = slices.Clone(all)
	slices.SortStableFunc(all, better)
	type key struct {
		kind Kind
		id   string
	}
	met := make(map[key]bool, len(all))
	items = []PackItem{}
	for _, c := range all {
		k := key{c.entry.kind, c.entry.id}
		if met[k] {
			continue
		}
		met[k] = true
		r := c.entry.result(c.score)
		cost := tokens.Estimate(r.Content)
		if cost > budget-sum {
			continue
		}
		sum += cost
		taken = append(taken, c)
		items = append(items, PackItem{
			ID: r.ID, Kind: r.Kind, Content: r.Content, Citation: r.Citation, Score: r.Score, TokenEstimate: cost, Metadata: r.Metadata,
		})
		if len(items) == maxItems {
			break
		}
	}
	return taken, items, sum
}
