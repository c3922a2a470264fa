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
	met := make(map[int64]bool, len(all))
	items = []PackItem{}
	for _, c := range all {
		k := c.entry.number
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
