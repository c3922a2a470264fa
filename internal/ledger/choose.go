package ledger

import (
	"context"

	"github.com/agmem/agmem"
)

// searched is how many hits of a search compete for the budget at first.
const searched = 48

// choose fills the budget of a request. Where that leaves room, the hits behind
// the first ones are tried too, as far as [reach] goes, so that nothing that answers
// and was left out would still fit. These are searched for by words: what means the
// same is among the first, and the cosines of hundreds would double what a pack costs.
func choose(ctx context.Context, t *txn, r PackRequest, query agmem.Query) (taken []candidate, items []PackItem, sum int, err error) {
	all, err := standing(ctx, t, r)
	if err != nil {
		return nil, nil, 0, err
	}
	f := filter{scope: &r.Scope, kinds: r.kinds()}
	lowest := 1.0
	for {
		found, err := best(ctx, t, query, searched, f)
		if err != nil {
			return nil, nil, 0, err
		}
		for _, c := range found {
			lowest = min(lowest, c.score)
			all = append(all, candidate{c.entry, lowest}) // what comes later is not better
		}
		taken, items, sum = fill(all, r.BudgetTokens)
		room := r.BudgetTokens - sum
		decided := len(found) == 0 || len(found) < searched && (f.room == 0 || room <= f.room)
		if decided || room < 1 || len(items) == maxItems {
			return taken, items, sum, nil
		}
		query.Meaning = nil
		f.room, f.without = room, make(map[int64]bool, len(all))
		for _, c := range all {
			f.without[c.entry.number] = true
		}
	}
}
