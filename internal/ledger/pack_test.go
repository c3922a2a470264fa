package ledger_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/ledger"
	"github.com/agmem/agmem/internal/testsize"
	"github.com/agmem/agmem/internal/tokens"
)

// Whatever a ledger holds and whatever is asked: the budget is kept, the items are
// sorted, none is there twice, nothing that was left out would still fit, every
// warning is about a packed item, and a second run says the same.
func TestPacksAtRandom(t *testing.T) {
	for seed := range testsize.Of(40, 5) {
		w := newWorld(t, uint64(seed))
		size := 60
		if seed%5 == 4 { // more answers than a first search returns
			size = 600
		}
		for range size {
			w.add()
		}
		for range 20 {
			policies := ledger.Policies()
			r := ledger.PackRequest{
				Query: w.text(6), Scope: w.scope(), BudgetTokens: 1 + w.random.IntN(900),
				Policy: policies[w.random.IntN(len(policies))], IncludeAudit: w.random.IntN(2) == 0,
			}
			w.checkPack(r)
		}
		sound(t, w.Ledger)
	}
}

func (w *world) checkPack(r ledger.PackRequest) {
	w.Helper()
	pack, err := w.ContextPack(w.Context(), r)
	if err != nil {
		w.Fatal(err)
	}
	if again, err := w.ContextPack(w.Context(), r); err != nil || text(w.T, again) != text(w.T, pack) {
		w.Fatalf("a second run differs: %v\n%s\n%s", err, text(w.T, pack), text(w.T, again))
	}
	packed := map[string]bool{}
	sum := 0
	for i, item := range pack.Items {
		if i > 0 && (item.Score > pack.Items[i-1].Score || item.Score == pack.Items[i-1].Score && item.ID < pack.Items[i-1].ID) {
			w.Errorf("%s %v comes after %s %v", item.ID, item.Score, pack.Items[i-1].ID, pack.Items[i-1].Score)
		}
		key := fmt.Sprint(item.Kind, item.ID)
		global := item.Kind == ledger.KindCore || item.Kind == ledger.KindFact // of which several scopes have one of an id
		if packed[key] && !global || packed[key+item.Content] {
			w.Errorf("%s %s is packed twice", item.Kind, item.ID)
		}
		packed[key], packed[key+item.Content] = true, true
		if item.TokenEstimate != tokens.Estimate(item.Content) || item.Citation == "" {
			w.Errorf("%+v", item)
		}
		packed[item.ID] = true
		sum += item.TokenEstimate
	}
	if sum != pack.EstimatedTokens || sum > r.BudgetTokens || len(pack.Items) > 16 {
		w.Errorf("%d items of %d tokens, said to be %d, in a budget of %d", len(pack.Items), sum, pack.EstimatedTokens, r.BudgetTokens)
	}
	w.checkWarnings(pack, packed)
	w.checkGreedy(r, pack, packed)
}

// Something short that answers is packed however many long texts answer better.
func TestShortOneBehindManyLongOnes(t *testing.T) {
	for _, n := range []int{47, 48, 400} {
		w := newScene(t)
		var news []ledger.NewEvent
		for i := range n {
			news = append(news, event(strings.Repeat("the walrus sings of walrus songs on the walrus rock ", 12)+fmt.Sprint(i)))
		}
		_, err := w.Remember(t.Context(), news...)
		w.ok(err)
		id := remember(t, w.Ledger, "once a walrus was seen in the harbour of Porto")
		pack, err := w.ContextPack(t.Context(), ledger.PackRequest{
			Query: "walrus rock songs", Scope: ledger.DefaultScope(), BudgetTokens: 60, Policy: ledger.Auto,
		})
		w.ok(err)
		if len(pack.Items) != 1 || pack.Items[0].ID != id {
			t.Errorf("behind %d long ones: %+v", n, pack.Items)
		}
	}
}

func text(t *testing.T, pack ledger.Pack) string {
	t.Helper()
	b, err := json.Marshal(pack)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func (w *world) checkWarnings(pack ledger.Pack, packed map[string]bool) {
	w.Helper()
	seen := map[string]bool{}
	for _, warning := range pack.RecallWarnings {
		if !packed[warning.TargetID] || seen[warning.ID] {
			w.Errorf("a warning about what is not packed, or a second one: %+v", warning)
		}
		seen[warning.ID] = true
	}
	for _, v := range pack.VerificationWarnings {
		if !packed[v.TargetID] || v.Status == ledger.Passed {
			w.Errorf("%+v", v)
		}
	}
}

// checkGreedy fills the budget as simply as that can be said.
func (w *world) checkGreedy(r ledger.PackRequest, pack ledger.Pack, packed map[string]bool) {
	w.Helper()
	all, err := w.Candidates(w.Context(), r)
	if err != nil {
		w.Fatal(err)
	}
	if len(pack.Items) == 16 {
		return
	}
	for _, c := range all {
		if !packed[fmt.Sprint(c.Kind, c.ID)] && c.Cost <= r.BudgetTokens-pack.EstimatedTokens {
			w.Errorf("%s of %d tokens would fit into what is left of %d", c.ID, c.Cost, r.BudgetTokens)
		}
	}
	best := slices.MaxFunc(append(all, ledger.Candidate{Cost: 1 << 30}), func(a, b ledger.Candidate) int {
		if a.Cost > r.BudgetTokens || a.Score < b.Score {
			return -1
		}
		return 1
	})
	if best.Cost <= r.BudgetTokens && pack.Items[0].Score != best.Score {
		w.Errorf("%+v fits and is better than %+v", best, pack.Items[0])
	}
}
