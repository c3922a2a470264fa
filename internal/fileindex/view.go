package fileindex

import (
	"context"
	"database/sql"
	"encoding/json"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/search"
)

// View is what the index says of one listing of the files. It can be used as
// long as the function runs that it was handed to.
type View struct {
	t    *txn
	now  time.Time
	opts *Options
}

// View calls do with a view, in which several things can be looked up that
// belong together. It may call it again, after a cache that failed was made
// again, so do has to set its results and not add to them.
func (x *Index) View(ctx context.Context, do func(ctx context.Context, v *View) error) error {
	return x.view(ctx, func(ctx context.Context, t *txn) error { return do(ctx, &View{t: t, now: x.opts.Now(), opts: &x.opts}) })
}

// Files are the files of the listing in the order of their names, those too
// that could not be read.
func (v *View) Files() []File { return v.t.files }

// Search returns the documents that answer a valid query best, best first.
func (v *View) Search(ctx context.Context, query agmem.Query) ([]Found, error) {
	repository := v.opts.Repository(query.Projects)
	c := &corpus{t: v.t, filter: query.Filter, now: v.now, repository: repository, leftOut: !query.Projects.Lets(repository)}
	hits, err := search.Run(ctx, c, query, search.Options{Weights: v.opts.weights, Now: v.now})
	found := make([]Found, len(hits))
	for i, h := range hits {
		found[i] = Found{
			Entry: h.Of, Repository: h.Repository, Value: h.Value, Score: h.Score, Compared: h.Compared, Missing: h.Missing,
			Corrected: h.Corrected, Passage: h.Passage, Explanation: h.Explanation,
		}
	}
	return found, err
}

// Named returns the documents that have one of some names and an Extra and have
// not expired, in the order of their files, with their file, their key and
// their Extra alone.
func (v *View) Named(ctx context.Context, names []string) ([]Entry, error) {
	list, err := json.Marshal(names)
	if err != nil {
		return nil, err
	}
	var entries []Entry
	err = v.t.Rows(ctx, `SELECT file, key, extra FROM extras
		WHERE number IN (SELECT number FROM names WHERE name IN (SELECT value FROM json_each(?))) AND expires > ?
		ORDER BY file, key`, []any{string(list), int64(agmem.InstantOf(v.now))}, func(rows *sql.Rows) error {
		var e Entry
		err := rows.Scan(&e.File, &e.Key, &e.Extra)
		entries = append(entries, e)
		return err
	})
	return entries, err
}

// In returns the documents in some files that a filter lets through and that
// have not expired, in no order.
func (v *View) In(ctx context.Context, files []string, filter agmem.Filter) ([]Entry, error) {
	list, err := json.Marshal(files)
	if err != nil {
		return nil, err
	}
	among := []int64{}
	err = v.t.Rows(ctx, `SELECT d.number FROM documents AS d JOIN files AS f ON f.id = d.file
		WHERE f.name IN (SELECT value FROM json_each(?))`, []any{string(list)}, func(rows *sql.Rows) error {
		var number int64
		err := rows.Scan(&number)
		among = append(among, number)
		return err
	})
	if err != nil {
		return nil, err
	}
	numbers, err := selectNumbers(ctx, v.t, selection{filter: filter, now: v.now, among: among, limit: -1})
	if err != nil {
		return nil, err
	}
	found, err := fetch(ctx, v.t, numbers, v.now)
	entries := make([]Entry, len(found))
	for i, e := range found {
		entries[i] = e.Entry
	}
	return entries, err
}
