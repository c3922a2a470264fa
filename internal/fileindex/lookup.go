package fileindex

import (
	"context"
	"database/sql"
	"math"
	"slices"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/sqlitedb"
)

// numbered is an entry with its number in the index.
type numbered struct {
	Entry
	number int64
}

const entryColumns = `d.number, f.name, d.key, d.created, d.updated, d.expires, d.tags, d.digest, d.author, d.size,
	coalesce((SELECT extra FROM extras WHERE number = d.number), ''), d.content`

func scanEntry(rows *sql.Rows) (numbered, error) {
	var e numbered
	var tags string
	err := rows.Scan(&e.number, &e.File, &e.Key, &e.CreatedAt, &e.UpdatedAt, &e.ExpiresAt, &tags,
		&e.Text.Digest, &e.Text.Author, &e.Size, &e.Extra, &e.Text.Content)
	e.Text.Tags = splitTags(tags)
	if e.ExpiresAt == never {
		e.ExpiresAt = 0
	}
	return e, err
}

// fetch reads those of the numbers that have not expired, in no order.
func fetch(ctx context.Context, t *txn, numbers []int64, now time.Time) ([]numbered, error) {
	entries := make([]numbered, 0, len(numbers))
	err := t.Rows(ctx, `SELECT `+entryColumns+` FROM documents AS d JOIN files AS f ON f.id = d.file
		WHERE d.number IN (`+sqlitedb.List(numbers)+`) AND d.expires > ?`, []any{int64(agmem.InstantOf(now))},
		func(rows *sql.Rows) error {
			e, err := scanEntry(rows)
			entries = append(entries, e)
			return err
		})
	return entries, err
}

// selection asks for documents by their place.
type selection struct {
	filter  agmem.Filter
	now     time.Time
	expired bool    // those that have expired by now too
	among   []int64 // nil for all
	changed bool    // the last changed first, instead of the latest
	offset  int
	limit   int // -1 for all
}

// maxAmong is how many documents are looked up one by one; if there are
// more, enough of them soon turn up in a walk over all.
const maxAmong = 1000

// query returns the statement of a selection with its arguments.
func (s selection) query() (string, []any) {
	after, before, alive := s.filter.After, s.filter.Before, agmem.InstantOf(s.now)
	if after == 0 {
		after = math.MinInt64
	}
	if before == 0 {
		before = math.MaxInt64
	}
	if s.expired {
		alive = math.MinInt64
	}
	only := ""
	if s.among != nil && len(s.among) <= maxAmong {
		only = ` AND d.number IN (` + sqlitedb.List(s.among) + `)`
	}
	order := `d.created`
	if s.changed {
		order = `max(d.created, d.updated)`
	}
	return `SELECT d.number, d.tags FROM documents AS d JOIN files AS f ON f.id = d.file
		WHERE d.created >= ? AND d.created < ? AND d.expires > ?` + only + `
		ORDER BY ` + order + ` DESC, f.name, d.key`, []any{int64(after), int64(before), int64(alive)}
}

// lets returns a test of what a selection lets through beside its statement.
// Tags are compared here, because they fold otherwise than SQL.
func (s selection) lets() func(number int64, tags string) bool {
	folded := agmem.CleanTags(s.filter.Tags)
	for i := range folded {
		folded[i] = agmem.FoldTag(folded[i])
	}
	if s.among == nil {
		return func(_ int64, tags string) bool { return carries(tags, folded) }
	}
	among := make(map[int64]bool, len(s.among))
	for _, n := range s.among {
		among[n] = true
	}
	return func(number int64, tags string) bool { return among[number] && carries(tags, folded) }
}

// selectNumbers returns the documents of a selection, the latest first, then
// by name.
func selectNumbers(ctx context.Context, t *txn, s selection) ([]int64, error) {
	query, args := s.query()
	lets, skip := s.lets(), s.offset
	var numbers []int64
	err := t.Rows(ctx, query, args, func(rows *sql.Rows) error {
		var number int64
		var tags string
		switch err := rows.Scan(&number, &tags); {
		case err != nil:
			return err
		case len(numbers) == s.limit:
			return sqlitedb.ErrEnough
		case !lets(number, tags):
		case skip > 0:
			skip--
		default:
			numbers = append(numbers, number)
		}
		return nil
	})
	return numbers, err
}

// List returns the entries of a listing, the latest first; a file knows no
// accesses, so both orders are the same.
func (x *Index) List(ctx context.Context, listing agmem.Listing) ([]Entry, error) {
	if err := listing.Validate(); err != nil {
		return nil, err
	}
	if !listing.Projects.Lets(x.opts.Repository(listing.Projects)) {
		return []Entry{}, nil
	}
	return x.selected(ctx, selection{filter: listing.Filter, now: x.opts.Now(), offset: listing.Offset, limit: listing.Limit})
}

// Recent returns the entries that were written or changed last, the latest first.
func (x *Index) Recent(ctx context.Context, limit int) ([]Entry, error) {
	return x.selected(ctx, selection{now: x.opts.Now(), limit: limit, changed: true})
}

// selected returns the entries of a selection in its order.
func (x *Index) selected(ctx context.Context, s selection) ([]Entry, error) {
	var list []Entry
	err := x.view(ctx, func(ctx context.Context, t *txn) error {
		numbers, err := selectNumbers(ctx, t, s)
		if err != nil {
			return err
		}
		entries, err := fetch(ctx, t, numbers, s.now)
		byNumber := make(map[int64]Entry, len(entries))
		for _, e := range entries {
			byNumber[e.number] = e.Entry
		}
		list = make([]Entry, len(numbers))
		for i, n := range numbers {
			list[i] = byNumber[n]
		}
		return err
	})
	return list, err
}

// Survey counts the documents that the filter of a listing lets through, which all
// belong to one repository.
func (x *Index) Survey(ctx context.Context, listing agmem.Listing) ([]agmem.RepositoryCount, error) {
	var count int64
	err := x.view(ctx, func(ctx context.Context, t *txn) error {
		numbers, err := selectNumbers(ctx, t, selection{filter: listing.Filter, now: x.opts.Now(), limit: -1})
		count = int64(len(numbers))
		return err
	})
	if count == 0 {
		return nil, err
	}
	return []agmem.RepositoryCount{{Repository: x.opts.Repository(listing.Projects), Count: count}}, err
}

// Get returns the document of a key in a file, an expired one too; false
// if there is none.
func (x *Index) Get(ctx context.Context, file, key string) (Entry, bool, error) {
	var found Entry
	var ok bool
	err := x.view(ctx, func(ctx context.Context, t *txn) error {
		found, ok = Entry{}, false
		return t.Rows(ctx, `SELECT `+entryColumns+` FROM files AS f JOIN documents AS d ON d.file = f.id
			WHERE f.name = ? AND d.key = ?`, []any{file, key}, func(rows *sql.Rows) error {
			e, err := scanEntry(rows)
			found, ok = e.Entry, true
			return err
		})
	})
	return found, ok, err
}

// Count returns how many documents have not expired.
func (x *Index) Count(ctx context.Context) (int64, error) {
	var n int64
	err := x.view(ctx, func(ctx context.Context, t *txn) error {
		return t.QueryRowContext(ctx, `SELECT count(*) FROM documents WHERE expires > ?`,
			int64(agmem.InstantOf(x.opts.Now()))).Scan(&n)
	})
	return n, err
}

// Tags returns the tags of the documents that have not expired, by count
// descending, then name; of several spellings the first by the alphabet.
func (x *Index) Tags(ctx context.Context) ([]agmem.TagCount, error) {
	var list []agmem.TagCount
	err := x.view(ctx, func(ctx context.Context, t *txn) error {
		byFold := make(map[string]*agmem.TagCount)
		err := t.Rows(ctx, `SELECT tags FROM documents WHERE expires > ? AND tags <> ''`,
			[]any{int64(agmem.InstantOf(x.opts.Now()))}, func(rows *sql.Rows) error {
				var joined string
				err := rows.Scan(&joined)
				for _, tag := range splitTags(joined) {
					countTag(byFold, tag)
				}
				return err
			})
		list = make([]agmem.TagCount, 0, len(byFold))
		for _, c := range byFold {
			list = append(list, *c)
		}
		slices.SortFunc(list, agmem.CompareTagCounts)
		return err
	})
	return list, err
}

func countTag(byFold map[string]*agmem.TagCount, tag string) {
	c := byFold[agmem.FoldTag(tag)]
	if c == nil {
		c = &agmem.TagCount{Tag: tag}
		byFold[agmem.FoldTag(tag)] = c
	}
	c.Tag = min(c.Tag, tag)
	c.Count++
}
