package vault

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/fileindex"
)

const (
	// leastCandidates and candidatesEach say how many cards are ranked before
	// those with all words are put first.
	leastCandidates = 100
	candidatesEach  = 5
	// everyCard is more than any folder has. A high limit takes no memory
	// before it is found.
	everyCard = 1 << 30
)

// Search returns the cards that answer best: those that the question names,
// then those with all words of it, else those with most of them, and among
// these by the common ranking. A card that cannot be read is an error beside
// the hits.
func (v *Vault) Search(ctx context.Context, q cards.Query) ([]cards.Hit, error) {
	if err := v.need(); err != nil {
		return nil, err
	}
	filter, err := filterOf(q)
	if err != nil {
		return nil, err
	}
	query := agmem.Query{Text: q.Text, Filter: filter, Limit: max(leastCandidates, candidatesEach*q.Limit)}
	if q.Source != "" {
		query.Limit = everyCard // the source is not in the index, so all cards have to be looked at
	}
	if err := query.Validate(); err != nil {
		return nil, err
	}
	var hits []cards.Hit
	err = v.index().View(ctx, func(ctx context.Context, view *fileindex.View) error {
		hits = nil
		named, err := namedBy(ctx, view, q.Text, filter)
		if err != nil {
			return err
		}
		found, err := view.Search(ctx, query)
		if err != nil {
			return err
		}
		slices.SortStableFunc(found, func(a, b fileindex.Found) int { return cmp.Compare(a.Missing, b.Missing) })
		if hits, err = choice(q, named, found); err == nil {
			err = callHits(ctx, view, hits)
		}
		return err
	})
	return hits, err
}

// choice returns the hits of a query: the named cards, and what else was found.
func choice(q cards.Query, named []fileindex.Entry, found []fileindex.Found) ([]cards.Hit, error) {
	ranked := make([]fileindex.Found, 0, len(named)+len(found))
	for _, e := range named {
		ranked = append(ranked, fileindex.Found{Entry: e, Score: 1}) // nothing can be more relevant
	}
	for _, f := range found {
		if !slices.ContainsFunc(named, func(e fileindex.Entry) bool { return e.File == f.File }) {
			ranked = append(ranked, f)
		}
	}
	hits := []cards.Hit{}
	matcher := newMatcher(q.Text)
	for i, f := range ranked {
		if len(hits) == q.Limit {
			break
		}
		if i >= len(named) && !matcher.holds(f.Text) {
			continue
		}
		card, err := cardOf(f.Entry)
		if err != nil {
			return nil, err
		}
		if q.Source == "" || card.Source == q.Source {
			hits = append(hits, cards.Hit{
				Card: card, Score: f.Score, Match: matcher.line(card, f.Text.Content), Corrected: f.Corrected,
			})
		}
	}
	return hits, nil
}

// filterOf returns the filter of a query; its days are local ones.
func filterOf(q cards.Query) (agmem.Filter, error) {
	filter := agmem.Filter{Tags: q.Tags}
	for _, bound := range []struct {
		day string
		at  *agmem.Instant
	}{{q.Since, &filter.After}, {q.Before, &filter.Before}} {
		if bound.day == "" {
			continue
		}
		t, err := time.ParseInLocation(time.DateOnly, bound.day, time.Local)
		if err != nil {
			return filter, agmem.Errorf(agmem.Usage, "%q is not a day", bound.day).WithHint("days are written as 2027-01-15")
		}
		*bound.at = agmem.InstantOf(t)
	}
	return filter, nil
}
