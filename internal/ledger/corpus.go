package ledger

import (
	"context"
	"database/sql"
	"slices"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
	"github.com/agmem/agmem/internal/search"
	"github.com/agmem/agmem/internal/sqlitedb"
	"github.com/agmem/agmem/internal/textindex"
)

// maxGathered is how many entries a filter may let through to be gathered before
// the texts are read. A wider one is asked as they are read.
const maxGathered = 20_000

// corpus is the entries that a filter lets through. The messages of a
// conversation are beside each other.
type corpus struct {
	t      *txn
	filter chosen
}

var (
	_ search.Corpus[*entry] = (*corpus)(nil)
	_ search.Neighbourhood  = (*corpus)(nil)
	_ search.Mixed          = (*corpus)(nil)
	_ search.Meanings       = (*corpus)(nil)
)

// Snapshot opens the index of the texts.
func (c *corpus) Snapshot(ctx context.Context) (*textindex.Snapshot, error) {
	return c.t.index.Snapshot(ctx, c.t)
}

// Written returns the latest of the entries of a span.
func (c *corpus) Written(ctx context.Context, from, to agmem.Instant, limit int) ([]int64, error) {
	w := c.filter.where()
	w.and(`e.written >= ? AND e.written < ?`, int64(from), int64(to))
	return c.numbers(ctx, w, ` ORDER BY e.written DESC LIMIT ?`, limit)
}

// Narrow returns what the filter lets through where that is a small part of the
// ledger.
func (c *corpus) Narrow(ctx context.Context) ([][]int64, error) {
	dated := c.filter.span.After != 0 || c.filter.span.Before != 0
	smallScope := c.filter.scope != nil && c.filter.count <= maxGathered && c.filter.count < c.filter.total/2
	if !dated && !smallScope && c.filter.only == "" {
		return nil, nil
	}
	numbers, err := c.numbers(ctx, c.filter.where(), ` LIMIT ?`, maxGathered+1)
	if err != nil || len(numbers) > maxGathered {
		return nil, err
	}
	return [][]int64{numbers}, nil
}

func (c *corpus) numbers(ctx context.Context, w *condition, rest string, args ...any) ([]int64, error) {
	var numbers []int64
	err := c.t.Rows(ctx, `SELECT e.number FROM ledger_entries AS e WHERE `+w.text.String()+rest, append(w.args, args...), func(rows *sql.Rows) error {
		var n int64
		err := rows.Scan(&n)
		numbers = append(numbers, n)
		return err
	})
	return numbers, err
}

// reach is how many entries are looked at for some that have room in a pack,
// those with the best words first. It bounds what a pack costs in a large ledger.
const reach = 500

// Texts reads those of the entries that pass the filter.
func (c *corpus) Texts(ctx context.Context, numbers []int64) ([]search.Text[*entry], error) {
	if c.filter.room > 0 {
		numbers = slices.DeleteFunc(slices.Clone(numbers[:min(len(numbers), reach)]), func(n int64) bool { return c.filter.without[n] })
	}
	w := c.filter.where()
	found, err := entries(ctx, c.t, `WHERE e.number IN (`+sqlitedb.List(numbers)+`) AND `+w.text.String()+` ORDER BY e.number`, w.args...)
	texts := make([]search.Text[*entry], 0, len(found))
	for _, e := range found {
		if c.filter.admits(e) {
			texts = append(texts, search.Text[*entry]{Number: e.number, Document: e.document(), CreatedAt: e.written, Repository: e.scope.repository(c.filter.projects), Of: e})
		} else if c.filter.room > 0 {
			c.filter.without[e.number] = true // a search may ask for it again
		}
	}
	return texts, err
}

// besides is the messages of a conversation that come before one, the nearest
// first, as a list of numbers; besidesAfter is those that come behind it.
const (
	besides = `(SELECT group_concat(number) FROM (SELECT n.number FROM ledger_events AS n
		WHERE n.scope = v.scope AND n.thread = v.thread AND n.number < v.number ORDER BY n.number DESC LIMIT ?1))`
	besidesAfter = `(SELECT group_concat(number) FROM (SELECT n.number FROM ledger_events AS n
		WHERE n.scope = v.scope AND n.thread = v.thread AND n.number > v.number ORDER BY n.number LIMIT ?1))`
)

// Beside calls yield for each message that was written shortly before or after
// one of numbers in the same conversation.
func (c *corpus) Beside(ctx context.Context, numbers []int64, yield func(number, neighbour int64, distance int)) error {
	if c.filter.room > 0 {
		return nil // the best answers have brought in what is beside them
	}
	return c.t.Rows(ctx, `SELECT v.number, `+besides+`, `+besidesAfter+`
		FROM ledger_events AS v WHERE v.thread IS NOT NULL AND v.number IN (`+sqlitedb.List(numbers)+`)`,
		[]any{recall.MaxBeside}, func(rows *sql.Rows) error {
			var number int64
			var before, after sql.NullString
			if err := rows.Scan(&number, &before, &after); err != nil {
				return err
			}
			return search.EachBeside(number, before.String, after.String, yield)
		})
}
