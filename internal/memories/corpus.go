package memories

import (
	"cmp"
	"context"
	"database/sql"
	"math"
	"slices"
	"strconv"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/table"
	"github.com/agmem/agmem/internal/recall"
	"github.com/agmem/agmem/internal/search"
	"github.com/agmem/agmem/internal/sqlitedb"
	"github.com/agmem/agmem/internal/textindex"
	"github.com/agmem/agmem/internal/vectorindex"
)

// maxGathered is how many memories a filter may let through to be gathered
// before the texts are read. A wider one is asked as they are read, which is
// faster then.
const maxGathered = 20_000

// corpus is the memories that a filter lets through, in the order of their
// numbers. Those of a session are beside each other.
type corpus struct {
	t      *table.Txn
	filter agmem.Selection
	tags   tagRows // of the filter
	// projects are those of the question. A lookup has none.
	projects agmem.Projects
}

var (
	_ search.Corpus[table.ID] = (*corpus)(nil)
	_ search.Neighbourhood    = (*corpus)(nil)
	_ search.Counter          = (*corpus)(nil)
	_ search.Mixed            = (*corpus)(nil)
	_ search.Meanings         = (*corpus)(nil)
)

// Snapshot opens the index of the texts.
func (c *corpus) Snapshot(ctx context.Context) (*textindex.Snapshot, error) {
	return c.t.Index.Snapshot(ctx, c.t)
}

// Written returns the latest of the memories of a span.
func (c *corpus) Written(ctx context.Context, from, to agmem.Instant, limit int) ([]int64, error) {
	return c.numbers(ctx, `
		SELECT number FROM memories WHERE created_at >= ? AND created_at < ?
		ORDER BY created_at DESC LIMIT ?`, int64(from), int64(to), limit)
}

// Narrow returns the memories with a rare tag, and those of a span or of the only
// project where these have few.
func (c *corpus) Narrow(ctx context.Context) ([][]int64, error) {
	var lists [][]int64
	for _, tag := range c.tags.all {
		if tag.count > maxGathered {
			continue
		}
		numbers, err := c.numbers(ctx, `SELECT number FROM memory_tags WHERE tag = ?`, tag.id)
		if err != nil {
			return nil, err
		}
		lists = append(lists, numbers)
	}
	if c.filter.After != 0 || c.filter.Before != 0 {
		numbers, err := c.few(ctx, `SELECT number FROM memories WHERE created_at >= ? AND created_at < ? LIMIT ?`,
			int64(c.filter.After), int64(cmp.Or(c.filter.Before, math.MaxInt64)))
		if err != nil {
			return nil, err
		}
		lists = append(lists, numbers...)
	}
	if c.projects.Only != "" {
		numbers, err := c.few(ctx, `SELECT number FROM memories WHERE origin IN (SELECT id FROM origins WHERE repository = ?) LIMIT ?`,
			c.projects.Only)
		if err != nil {
			return nil, err
		}
		lists = append(lists, numbers...)
	}
	return lists, nil
}

// few returns a list of what a statement finds, whose last argument is the limit,
// and no list where that is too much to be gathered.
func (c *corpus) few(ctx context.Context, query string, args ...any) ([][]int64, error) {
	numbers, err := c.numbers(ctx, query, append(args, maxGathered+1)...)
	if err != nil || len(numbers) > maxGathered {
		return nil, err
	}
	return [][]int64{numbers}, nil
}

func (c *corpus) numbers(ctx context.Context, query string, args ...any) ([]int64, error) {
	var numbers []int64
	err := c.t.Rows(ctx, query, args, func(rows *sql.Rows) error {
		var n int64
		err := rows.Scan(&n)
		numbers = append(numbers, n)
		return err
	})
	return numbers, err
}

// Texts reads those of the memories that are alive and pass the filter.
func (c *corpus) Texts(ctx context.Context, numbers []int64) ([]search.Text[table.ID], error) {
	q := newListQuery(c.t, c.filter)
	q.requireTags(c.tags)
	q.requireProject(c.projects)
	texts := make([]search.Text[table.ID], 0, len(numbers))
	err := c.t.Rows(ctx, `
		SELECT m.number, m.id, m.content, m.digest, m.tags, m.created_at, o.author, o.repository
		FROM memories AS m LEFT JOIN origins AS o ON o.id = m.origin
		WHERE m.number IN (`+sqlitedb.List(numbers)+`) AND `+q.where.String(), q.args, func(rows *sql.Rows) error {
		var f search.Text[table.ID]
		var digest, tags, author, repository sql.NullString
		err := rows.Scan(&f.Number, table.ScanBytes(f.Of[:]), &f.Document.Content, &digest, &tags, &f.CreatedAt, &author, &repository)
		f.Document.Digest, f.Document.Tags, f.Document.Author = digest.String, table.SplitTags(tags.String), author.String
		f.Repository = repository.String
		texts = append(texts, f)
		return err
	})
	slices.SortFunc(texts, func(a, b search.Text[table.ID]) int { return cmp.Compare(a.Number, b.Number) })
	return texts, err
}

// Count returns how many of the memories, which are in order, are alive and pass
// the filter.
func (c *corpus) Count(ctx context.Context, numbers []int64) (int, error) {
	if c.filter.OnlyExpiry() {
		return c.countAlive(ctx, numbers)
	}
	q := newListQuery(c.t, c.filter)
	q.requireTags(c.tags)
	count := 0
	for piece := range slices.Chunk(numbers, maxGathered) {
		var n int
		_, err := c.t.Row(ctx, `SELECT count(*) FROM memories AS m WHERE m.number IN (`+sqlitedb.List(piece)+`) AND `+q.where.String(), q.args, &n)
		if err != nil {
			return 0, err
		}
		count += n
	}
	return count, nil
}

// countAlive counts by the few memories that have expired.
func (c *corpus) countAlive(ctx context.Context, numbers []int64) (int, error) {
	expired, err := c.numbers(ctx, `SELECT number FROM memories WHERE expires_at <= ?`, int64(c.t.Now))
	count := len(numbers)
	for _, n := range expired {
		if _, found := slices.BinarySearch(numbers, n); found {
			count--
		}
	}
	return count, err
}

// besides is the memories of a session that come before one, or after it, the nearest
// first, as a list of numbers. The limit is not an argument: SQLite would prepare the
// statement twice.
func besides(than, order string) string {
	return `(SELECT group_concat(number) FROM (SELECT n.number FROM memories AS n
		WHERE n.session = m.session AND n.number ` + than + ` m.number ORDER BY n.number ` + order + ` LIMIT ` + strconv.Itoa(recall.MaxBeside) + `))`
}

// Beside calls yield for each memory that was written shortly before or after
// one of numbers in the same session.
func (c *corpus) Beside(ctx context.Context, numbers []int64, yield func(number, neighbour int64, distance int)) error {
	query := `SELECT m.number, ` + besides("<", "DESC") + `, ` + besides(">", "ASC") + `
		FROM memories AS m WHERE m.session IS NOT NULL AND m.number IN (` + sqlitedb.List(numbers) + `)`
	return c.t.Rows(ctx, query, nil, func(rows *sql.Rows) error {
		var number int64
		var before, after sql.NullString
		if err := rows.Scan(&number, &before, &after); err != nil {
			return err
		}
		return search.EachBeside(number, before.String, after.String, yield)
	})
}

// Vectors returns the index of the vectors, and where it is.
func (c *corpus) Vectors() (vectorindex.Index, vectorindex.DB) { return table.Vectors(), c.t.Tx }
