package library

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/fence"
	"github.com/agmem/agmem/internal/tokens"
)

const (
	// ContextBudget is how many tokens a pack has at most, unless told otherwise.
	ContextBudget = 1200
	// Relevant is the score that the best hit needs for a pack to say anything:
	// bench/retrieval/silence.md has the curve that it was chosen from.
	Relevant = 0.4
	// related is the score that other hits need beside a relevant one.
	related = 0.3
	// searched is how many hits compete for the budget.
	searched = 24
	// maxItems is how many items a pack has at most.
	maxItems = 16
)

// Context makes packs of what an agent should know.
type Context struct {
	sources  *Sources
	finder   Finder
	memories Memories
	pins     Pins
}

// ContextRequest asks for a pack.
type ContextRequest struct {
	// Query is what the pack is to answer; blank for what is pinned, the newest
	// state of a session and the newest memories.
	Query string
	// Budget is how many tokens the pack may cost, 1 or more.
	Budget int
	// MinScore is the score that the best hit needs; see [Relevant].
	MinScore float64
	// Now is the time of asking.
	Now agmem.Instant
	// Skip says which texts the caller has been told already, by [ContextItem.Hash];
	// nil for none.
	Skip func(hash string) bool
	// Cost says how many tokens a pack has in the form in which it is shown.
	Cost func(*ContextPack) int
}

// Validate reports a request that cannot be answered.
func (r ContextRequest) Validate() error {
	switch {
	case r.Budget < 1:
		return agmem.Errorf(agmem.Usage, "the budget is %d, it must be 1 or more", r.Budget)
	case math.IsNaN(r.MinScore), r.MinScore < 0, r.MinScore > 1:
		return agmem.Errorf(agmem.Usage, "the minimum score is %v, it must be between 0 and 1", r.MinScore)
	}
	return nil
}

// Pack fills a budget with what is pinned, what answers the query, and the newest
// state of a session, and says what speaks against each. Where nothing answers the
// query it has no items at all, pins neither. A source that fails does not hide
// what the others have: the pack comes with the joined errors.
func (c Context) Pack(ctx context.Context, r ContextRequest) (ContextPack, error) {
	pack := ContextPack{Notice: fence.Notice, Budget: r.Budget, Items: []ContextItem{}, now: r.Now}
	if err := r.Validate(); err != nil {
		return pack, err
	}
	if _, err := c.sources.active(); err != nil {
		return pack, err
	}
	projects, err := c.finder.Projects(ctx, "")
	if err != nil {
		return pack, err
	}
	g := &gathering{Context: c, request: r, projects: projects, pack: &pack}
	if strings.TrimSpace(r.Query) == "" {
		g.standing(ctx)
		g.newest(ctx)
	} else if g.search(ctx); len(g.rest) > 0 {
		g.standing(ctx)
	}
	g.unite()
	g.skip()
	g.object(ctx)
	g.fill()
	return pack, errors.Join(g.errs...)
}

// gathering is a pack in the making.
type gathering struct {
	Context
	request  ContextRequest
	projects agmem.Projects // of the caller
	pack     *ContextPack
	first    []ContextItem // pins and the state
	rest     []ContextItem // what was found, or the newest, best first
	errs     []error
}

// failed notes an error and says whether there is one.
func (g *gathering) failed(err error) bool {
	if err != nil {
		g.errs = append(g.errs, err)
	}
	return err != nil
}

// search gathers what answers the query, unless nothing does.
func (g *gathering) search(ctx context.Context) {
	hits, err := g.finder.search(agmem.WithoutShortIDs(ctx), agmem.Query{Text: g.request.Query, Limit: searched, Passages: true, Projects: g.projects})
	g.failed(err)
	if len(hits) == 0 || hits[0].Score < g.request.MinScore {
		g.pack.LeftOut.Weak = len(hits)
		return
	}
	strong := slices.IndexFunc(hits, func(h agmem.Hit) bool { return h.Score < min(related, g.request.MinScore) })
	if strong >= 0 {
		g.pack.LeftOut.Weak = len(hits) - strong
		hits = hits[:strong]
	}
	ids := make([]string, len(hits))
	for i, h := range hits {
		ids[i] = h.ID
	}
	texts, err := g.memories.View(ctx, ids)
	g.failed(withoutMissing(err))
	for _, h := range hits {
		if at := slices.IndexFunc(texts, func(m agmem.Memory) bool { return m.ID == h.ID }); at >= 0 {
			item := g.item(texts[at], Found)
			item.Also, item.Score = h.Also, h.Score
			if item.Cut && h.Passage != nil {
				item.Text = h.Passage.Text
			}
			g.rest = append(g.rest, item)
		}
	}
}

// standing gathers what does not depend on a query.
func (g *gathering) standing(ctx context.Context) {
	pinned, err := g.pins.pinned(ctx)
	g.failed(err)
	for _, m := range pinned {
		g.first = append(g.first, g.item(m, Pinned))
	}
	var last agmem.Memory
	err = g.ask(ctx, func(ctx context.Context, src *source, opened agmem.Source) error {
		keeper, ok := opened.(agmem.StateKeeper)
		if !ok {
			return nil
		}
		state, found, err := keeper.LastState(ctx, g.projects.Current.Repository)
		if found && state.CreatedAt > last.CreatedAt {
			last = state
			g.sources.name(src, &last.ID, &last.Short)
		}
		return err
	})
	g.failed(err)
	if last.ID != "" {
		g.first = append(g.first, g.item(last, State))
	}
}

// newest gathers the newest memories: those of the project, then those of none.
func (g *gathering) newest(ctx context.Context) {
	target, err := g.sources.target()
	if g.failed(err) || !target.Active() {
		return
	}
	const looked = 64
	list, err := g.finder.List(agmem.WithoutShortIDs(ctx), agmem.Listing{Sort: agmem.ByTime, Limit: looked, Projects: g.projects})
	g.failed(err)
	var ids []string
	for _, s := range list {
		if current := g.projects.Current.Repository; current != "" && s.Repository != "" && s.Repository != current {
			g.pack.LeftOut.OtherProjects++
		} else if len(ids) < searched {
			ids = append(ids, s.ID)
		}
	}
	found, err := g.memories.View(ctx, ids)
	g.failed(withoutMissing(err))
	for _, m := range found {
		g.rest = append(g.rest, g.item(m, Newest))
	}
}

// ask calls do for every source that a search asks.
func (g *gathering) ask(ctx context.Context, do func(context.Context, *source, agmem.Source) error) error {
	active, err := g.sources.active()
	if err != nil {
		return err
	}
	var errs []error
	for _, src := range active {
		opened, err := src.open(ctx)
		if err == nil {
			err = do(agmem.WithMetadata(ctx, src.Metadata), src, opened)
		}
		if err != nil {
			errs = append(errs, named(src, err))
		}
	}
	return errors.Join(errs...)
}

// skip leaves out what the caller has been told of. Where nothing else answers the
// query, nothing is left.
func (g *gathering) skip() {
	if g.request.Skip == nil {
		return
	}
	known := func(i ContextItem) bool { return g.request.Skip(i.hash) }
	g.first = slices.DeleteFunc(g.first, known)
	g.rest = slices.DeleteFunc(g.rest, known)
	if len(g.rest) == 0 && strings.TrimSpace(g.request.Query) != "" {
		g.first = nil
	}
}

// fill takes what the budget has room for: pins and the state, with half of it
// where there are answers to a query, then these, then the pins that are left.
func (g *gathering) fill() {
	with := func(sum int, taken []ContextItem, one ContextItem) int {
		// A text costs about as much within a pack as alone, so most that do not fit
		// are known without writing a whole pack.
		const slack = 8
		if least := sum + tokens.Estimate(one.Text) - slack; least > g.pack.Budget {
			return least
		}
		probe := *g.pack
		probe.Items = append(slices.Clone(taken), one)
		probe.EstimatedTokens = probe.Budget
		probe.LeftOut.Budget = len(g.first) + len(g.rest)
		return g.request.Cost(&probe)
	}
	var taken []ContextItem
	sum := 0
	take := func(all []ContextItem, budget int) { taken, sum = tokens.Fill(taken, sum, all, budget, maxItems, with) }
	half := g.pack.Budget
	if len(g.rest) > 0 && g.rest[0].Why == Found {
		half /= 2
	}
	take(g.first, half)
	left := slices.DeleteFunc(slices.Clone(g.first), func(i ContextItem) bool { return contains(taken, i) })
	take(g.rest, g.pack.Budget)
	take(left, g.pack.Budget)
	slices.SortStableFunc(taken, func(a, b ContextItem) int { return slices.Index(whys(), a.Why) - slices.Index(whys(), b.Why) })
	g.pack.LeftOut.Budget = len(g.first) + len(g.rest) - len(taken)
	if len(taken) > 0 {
		g.pack.Items = taken
		g.pack.EstimatedTokens = g.pack.Budget
		g.pack.EstimatedTokens = g.request.Cost(g.pack)
	}
}

func contains(items []ContextItem, one ContextItem) bool {
	return slices.ContainsFunc(items, func(i ContextItem) bool { return i.Address == one.Address })
}
