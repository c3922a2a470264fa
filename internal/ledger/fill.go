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
	all = slices.DeleteFunc(all, func(c candidate) bool {
		k := c.entry.number
		twice := met[k]
		met[k] = true
		return twice
	})
	taken, sum = tokens.Fill(nil, 0, all, budget, maxItems, func(sum int, _ []candidate, c candidate) int {
		return sum + tokens.Estimate(c.entry.shown())
	})
	items = make([]PackItem, len(taken))
	for i, c := range taken {
		r := c.entry.result(c.score)
		items[i] = PackItem{
			ID: r.ID, Kind: r.Kind, Content: r.Content, Citation: r.Citation, Score: r.Score,
			TokenEstimate: tokens.Estimate(r.Content), Metadata: r.Metadata,
		}
	}
	return taken, items, sum
}
