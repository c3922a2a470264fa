package memories

import (
	"context"
	"database/sql"
	"slices"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/table"
	"github.com/agmem/agmem/internal/sqlitedb"
)

// List returns summaries of memories that have not expired.
func (s *Store) List(ctx context.Context, listing agmem.Listing) ([]agmem.Summary, error) {
	if err := listing.Validate(); err != nil {
		return nil, err
	}
	list := []agmem.Summary{}
	err := s.db.Read(ctx, func(ctx context.Context, t *table.Txn) error {
		tags, ok, err := findTags(ctx, t, agmem.Selection{Filter: listing.Filter})
		if err != nil || !ok {
			return err
		}
		switch {
		case listing.Projects.Only != "":
			list, err = selectListing(ctx, t, listing, tags.all, placeOf(listing.Projects.Only))
		case listing.Projects.Prefers():
			list, err = listByPlace(ctx, t, listing, tags)
		default:
			list, err = selectListing(ctx, t, listing, tags.all, everywhere())
		}
		return err
	})
	return list, err
}

// selectListing chooses between two ways. Where the rarest tag is rare, it
// gathers the tag's memories and sorts them; else it walks the memories in the
// order of the listing until enough have passed the filter. The place is one more
// condition.
func selectListing(ctx context.Context, t *table.Txn, l agmem.Listing, tags []tagRow, p place) ([]agmem.Summary, error) {
	q := newListQuery(t, agmem.Selection{Filter: l.Filter})
	q.in(p)
	if len(tags) > 0 {
		rare, err := isRare(ctx, t, tags[0].count, l.Offset+l.Limit)
		if err != nil {
			return nil, err
		}
		if rare {
			return q.gather(ctx, tags, l)
		}
	}
	q.require(tags)
	scattered, err := p.isScattered(ctx, t, l.Offset+l.Limit)
	if err != nil {
		return nil, err
	}
	if scattered {
		return q.scan(ctx, p, l)
	}
	if l.Sort == agmem.ByAccess {
		return q.walkAccessed(ctx, l)
	}
	return q.walk(ctx, way{index: `memories_created`, order: byTime}, l.Limit, l.Offset)
}

// isRare says that fewer memories have a tag than a walk would have to pass
// before it has met enough with the tag.
func isRare(ctx context.Context, t *table.Txn, count int64, enough int) (bool, error) {
	const few = 1000 // sorted in a millisecond or two
	if count <= few {
		return true, nil
	}
	var all int64
	_, err := t.Row(ctx, `SELECT max(number) FROM memories`, nil, &all)
	return float64(count) < float64(enough)*float64(all)/float64(count), err
}

// listQuery is the condition of a listing.
type listQuery struct {
	t     *table.Txn
	where strings.Builder
	args  []any
}

func newListQuery(t *table.Txn, f agmem.Selection) *listQuery {
	q := &listQuery{t: t}
	switch f.Expired {
	case agmem.WithoutExpired:
		q.and(`(m.expires_at IS NULL OR m.expires_at > ?)`, int64(t.Now))
	case agmem.OnlyExpired:
		q.and(`m.expires_at <= ?`, int64(t.Now))
	default:
		q.and(`TRUE`)
	}
	if f.Numbers != nil {
		q.and(`m.number IN (` + sqlitedb.List(f.Numbers) + `)`)
	}
	if f.Author != "" {
		q.and(`m.origin IN (SELECT id FROM origins WHERE author = ?)`, f.Author)
	}
	if f.After != 0 {
		q.and(`m.created_at >= ?`, int64(f.After))
	}
	if f.Before != 0 {
		q.and(`m.created_at < ?`, int64(f.Before))
	}
	return q
}

func (q *listQuery) and(condition string, args ...any) {
	if q.where.Len() > 0 {
		q.where.WriteString(" AND ")
	}
	q.where.WriteString(condition)
	q.args = append(q.args, args...)
}

// require adds the tags to the condition.
func (q *listQuery) require(tags []tagRow) {
	for _, tag := range tags {
		q.and(`EXISTS (SELECT 1 FROM memory_tags AS x WHERE x.tag = ? AND x.number = m.number)`, tag.id)
	}
}

const (
	summaryColumns = `m.id, coalesce(m.digest, m.content), octet_length(m.content), m.tags, m.created_at, m.access_count, ` + repositoryOf
	byTime         = `m.created_at DESC, m.number DESC`
	byAccess       = `m.access_count DESC, ` + byTime
)

// gather sorts the memories of the first tag. CROSS JOIN keeps SQLite from
// turning the loops around.
func (q *listQuery) gather(ctx context.Context, tags []tagRow, l agmem.Listing) ([]agmem.Summary, error) {
	q.and(`g.tag = ?`, tags[0].id)
	q.require(tags[1:])
	return q.summaries(ctx, `SELECT `+summaryColumns+`
		FROM memory_tags AS g CROSS JOIN memories AS m ON m.number = g.number
		WHERE `+q.where.String()+` ORDER BY `+orderOf(l)+` LIMIT ? OFFSET ?`, l.Limit, l.Offset)
}

// scan sorts the memories of a place, which are found by the index of origins.
func (q *listQuery) scan(ctx context.Context, p place, l agmem.Listing) ([]agmem.Summary, error) {
	q.and(`m.number IN (`+p.scan+`)`, p.args...)
	return q.summaries(ctx, `SELECT `+summaryColumns+` FROM memories AS m WHERE `+q.where.String()+`
		ORDER BY `+orderOf(l)+` LIMIT ? OFFSET ?`, l.Limit, l.Offset)
}

func orderOf(l agmem.Listing) string {
	if l.Sort == agmem.ByAccess {
		return byAccess
	}
	return byTime
}

// way is an index, which of its entries to read, and their order.
type way struct{ index, only, order string }

// from returns the rest of a query that goes this way.
func (w way) from(q *listQuery) string {
	return ` FROM memories AS m INDEXED BY ` + w.index + ` WHERE ` + w.only + q.where.String()
}

// walk reads the memories in the order of an index.
func (q *listQuery) walk(ctx context.Context, w way, limit, offset int) ([]agmem.Summary, error) {
	return q.summaries(ctx, `SELECT `+summaryColumns+w.from(q)+` ORDER BY `+w.order+` LIMIT ? OFFSET ?`, limit, offset)
}

// walkAccessed reads the few memories that were ever fetched by their own
// index, and then the others by time.
func (q *listQuery) walkAccessed(ctx context.Context, l agmem.Listing) ([]agmem.Summary, error) {
	accessed := way{index: `memories_accessed`, only: `m.access_count > 0 AND `, order: byAccess}
	never := way{index: `memories_created`, only: `m.access_count <= 0 AND `, order: byTime}
	list, err := q.walk(ctx, accessed, l.Limit, l.Offset)
	if err != nil || len(list) == l.Limit {
		return list, err
	}
	skip := 0
	if len(list) == 0 && l.Offset > 0 {
		var before int
		if _, err := q.t.Row(ctx, `SELECT count(*)`+accessed.from(q), q.args, &before); err != nil {
			return nil, err
		}
		skip = l.Offset - before
	}
	rest, err := q.walk(ctx, never, l.Limit-len(list), skip)
	return append(list, rest...), err
}

func (q *listQuery) summaries(ctx context.Context, query string, limit, offset int) ([]agmem.Summary, error) {
	list := []agmem.Summary{}
	var ids []table.ID
	args := append(slices.Clone(q.args), limit, offset)
	err := q.t.Rows(ctx, query, args, func(rows *sql.Rows) error {
		var id table.ID
		var tags sql.NullString
		var m agmem.Summary
		if err := rows.Scan(table.ScanBytes(id[:]), &m.Digest, &m.Size, &tags, &m.CreatedAt, &m.AccessCount, &m.Repository); err != nil {
			return err
		}
		m.ID, m.Tags, m.AccessCount = id.String(), table.SplitTags(tags.String), agmem.BoundCount(m.AccessCount)
		list, ids = append(list, m), append(ids, id)
		return nil
	})
	for i := range list {
		if err == nil {
			list[i].Short, err = q.t.Short(ctx, ids[i])
		}
	}
	return list, err
}
