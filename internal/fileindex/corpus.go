package fileindex

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/search"
	"github.com/agmem/agmem/internal/textindex"
)

// corpus is the documents that a filter lets through. Their numbers say in
// which order they were read, which is nothing to show: of equals the latest
// comes first, then by name.
type corpus struct {
	t          *txn
	filter     agmem.Filter
	now        time.Time
	repository string // that all of them belong to
	leftOut    bool   // by the projects of the question
}

var (
	_ search.Corpus[Entry] = (*corpus)(nil)
	_ search.Chronicle     = (*corpus)(nil)
	_ search.Meanings      = (*corpus)(nil)
)

// Snapshot opens the index of the texts.
func (c *corpus) Snapshot(ctx context.Context) (*textindex.Snapshot, error) {
	return c.t.text.Snapshot(ctx, c.t)
}

// Written returns the latest of the documents of a span.
func (c *corpus) Written(ctx context.Context, from, to agmem.Instant, limit int) ([]int64, error) {
	span := agmem.Filter{After: from, Before: to}
	return selectNumbers(ctx, c.t, selection{filter: span, now: c.now, limit: limit})
}

// Narrow returns the documents that the filter lets through, if there is one.
func (c *corpus) Narrow(ctx context.Context) ([][]int64, error) {
	if c.leftOut {
		return [][]int64{{}}, nil
	}
	if c.filter.After == 0 && c.filter.Before == 0 && len(agmem.CleanTags(c.filter.Tags)) == 0 {
		return nil, nil
	}
	numbers, err := selectNumbers(ctx, c.t, selection{filter: c.filter, now: c.now, limit: -1})
	return [][]int64{numbers}, err
}

// Texts reads those of the documents that have not expired.
func (c *corpus) Texts(ctx context.Context, numbers []int64) ([]search.Text[Entry], error) {
	entries, err := fetch(ctx, c.t, numbers, c.now)
	slices.SortFunc(entries, func(a, b numbered) int {
		return cmp.Or(cmp.Compare(a.CreatedAt, b.CreatedAt), strings.Compare(b.File, a.File), strings.Compare(b.Key, a.Key))
	})
	texts := make([]search.Text[Entry], len(entries))
	for i, e := range entries {
		texts[i] = search.Text[Entry]{Number: e.number, Document: e.Text, CreatedAt: e.CreatedAt, Repository: c.repository, Of: e.Entry}
	}
	return texts, err
}

// Latest returns the n latest of some documents, expired ones too.
func (c *corpus) Latest(ctx context.Context, numbers []int64, n int) ([]int64, error) {
	return selectNumbers(ctx, c.t, selection{among: numbers, limit: n, expired: true})
}
