package memex

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/cli"
)

// list prints every card that the filter of a query lets through, by slug.
func (o *searchOptions) list(ctx context.Context, a *app, q cards.Query) error {
	room, err := a.cards(ctx)
	if err != nil {
		return err
	}
	all, failed := room.All(ctx)
	if all == nil {
		return failed
	}
	kept := slices.DeleteFunc(all, func(c cards.Card) bool { return !passes(c, q, a.Now()) })
	slices.SortFunc(kept, func(a, b cards.Card) int {
		return cmp.Or(cmp.Compare(a.Slug, b.Slug), cmp.Compare(a.Path, b.Path))
	})
	if o.limited {
		kept = kept[:min(q.Limit, len(kept))]
	}
	if err := a.print(kept, listing(kept)); err != nil {
		return err
	}
	return a.warn(ctx, failed)
}

// passes says whether a card has what a query asks for besides words.
func passes(c cards.Card, q cards.Query, now time.Time) bool {
	created := createdOn(c, now)
	return hasTags(c, q.Tags) &&
		(q.Source == "" || c.Source == q.Source) &&
		(q.Since == "" || created >= q.Since) &&
		(q.Before == "" || created < q.Before)
}

func hasTags(c cards.Card, wanted []string) bool {
	for _, w := range wanted {
		same := func(tag string) bool { return agmem.FoldTag(tag) == agmem.FoldTag(w) }
		if !slices.ContainsFunc(c.Tags, same) {
			return false
		}
	}
	return true
}

// createdOn returns the day of a card, or that of its file if it has none.
func createdOn(c cards.Card, now time.Time) string {
	written := c.Created[:min(len(time.DateOnly), len(c.Created))]
	if _, err := time.Parse(time.DateOnly, written); err == nil {
		return written
	}
	return localDay(c.FileTime, now)
}

// listing returns a line for each card: its name, its title and, where it has
// one, its status.
func listing(list []cards.Card) string {
	rows := make([][]string, len(list))
	for i, c := range list {
		rows[i] = []string{shown(c.Name), shown(c.Title)}
		if c.Status != "" {
			rows[i] = append(rows[i], shown(c.Status))
		}
	}
	return cli.Table(rows)
}
