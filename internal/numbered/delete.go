package numbered

import (
	"context"
	"errors"
	"math"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
)

// Deletion says which memories to delete.
type Deletion struct {
	Selection agmem.Selection
	// Query, unless empty, asks that they have all of its words as it is typed.
	// Its operators must be well formed: as a word, NOT selects what it excludes.
	Query string
}

// FindDoomed returns the memories that a deletion is about, the newest first;
// expired ones too, unless the selection says otherwise. A number that no memory
// has is NotFound.
func (m Memories) FindDoomed(ctx context.Context, d Deletion) ([]agmem.Memory, error) {
	if d.Selection.Expired == agmem.WithoutExpired && d.Query == "" {
		d.Selection.Expired = agmem.WithExpired
	}
	if operator := recall.Malformed(d.Query); operator != "" {
		return nil, agmem.Errorf(agmem.Usage, "the operator %s in the query is not well formed", operator).
			WithHint("AND, OR and NOT stand between words, quotes and parentheses are pairs, a query does not only exclude, and a sentence has no operators")
	}
	doomed := []agmem.Memory{}
	err := m.reading(ctx, func(store Store) (err error) {
		if d.Query == "" {
			doomed, err = store.Browse(ctx, agmem.Browsing{Selection: d.Selection, Limit: math.MaxInt})
			return err
		}
		all, err := store.Find(ctx, agmem.Lookup{
			Text: d.Query, Selection: d.Selection, Matches: []agmem.Match{agmem.MatchAll}, Limit: math.MaxInt,
		})
		if err != nil || len(all[0].Found) == 0 {
			return err
		}
		of := agmem.Selection{Expired: d.Selection.Expired}
		for _, f := range all[0].Found {
			of.Numbers = append(of.Numbers, f.Number)
		}
		doomed, err = store.Browse(ctx, agmem.Browsing{Selection: of, Limit: math.MaxInt})
		return err
	})
	if err != nil {
		return nil, err
	}
	return doomed, missing(d.Selection.Numbers, doomed)
}

// missing names the numbers that no memory has.
func missing(numbers []int64, found []agmem.Memory) error {
	known := make(map[int64]bool, len(found))
	for _, f := range found {
		known[f.Number] = true
	}
	var errs []error
	for _, n := range numbers {
		if !known[n] {
			errs = append(errs, agmem.Errorf(agmem.NotFound, "there is no memory %d", n))
		}
	}
	return errors.Join(errs...)
}

// Delete removes memories, all of them or none. For 30 days this can be undone.
func (m Memories) Delete(ctx context.Context, doomed []agmem.Memory) error {
	return m.remove(ctx, doomed, false)
}

// Prune removes memories, all of them or none, and leaves nothing of their texts
// in the store.
func (m Memories) Prune(ctx context.Context, doomed []agmem.Memory) error {
	return m.remove(ctx, doomed, true)
}

func (m Memories) remove(ctx context.Context, doomed []agmem.Memory, purge bool) error {
	if len(doomed) == 0 {
		return nil
	}
	origin, err := m.Origin("")
	if err != nil {
		return err
	}
	store, err := m.Write(ctx)
	if err != nil {
		return err
	}
	ids := make([]string, len(doomed))
	for i, d := range doomed {
		ids[i] = d.ID
	}
	_, err = store.Delete(ctx, ids, agmem.DeleteOptions{Purge: purge, Origin: origin})
	return err
}
