package fileindex

import (
	"context"
	"database/sql"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/meaning"
	"github.com/agmem/agmem/internal/sqlitedb"
	"github.com/agmem/agmem/internal/vectorindex"
)

// fewChanged is how many documents are embedded at once when their files changed, by
// a model that needs no network. More would let a search wait: they are for the
// command embed.
const fewChanged = 16

// vectors is the tables that a search finds meanings in.
func vectors() vectorindex.Index { return vectorindex.New("document_meaning") }

// room is the documents of the index as what is embedded.
func (x *Index) room() meaning.Room { return meaning.Room{Tables: embeddable{x}, Index: vectors()} }

// Embed gives the documents their vectors that have none, or all of them anew, and
// returns how many that were.
func (x *Index) Embed(ctx context.Context, again bool, progress func(done int)) (int, error) {
	return x.room().Embed(ctx, x.opts.Embedding, again, progress)
}

// Embedded says how many of the documents that have not expired have a vector, and
// of which model.
func (x *Index) Embedded(ctx context.Context) (agmem.IndexStatus, error) {
	var status agmem.IndexStatus
	err := x.view(ctx, func(ctx context.Context, t *txn) error {
		status = agmem.IndexStatus{}
		g, found, err := vectors().Current(ctx, t)
		if err != nil {
			return err
		}
		has := "FALSE"
		if found {
			status.Model, has = g.Model, vectors().Has(g, "d.number")
		}
		return t.QueryRowContext(ctx, `SELECT count(*), count(*) FILTER (WHERE `+has+`) FROM documents AS d WHERE d.expires > ?`,
			int64(agmem.InstantOf(x.opts.Now()))).Scan(&status.Total, &status.Indexed)
	})
	return status, err
}

// embeddable is the tables of an index, as package meaning needs them.
type embeddable struct{ index *Index }

// Read and Write run do once the index says what the files say. A file that cannot
// be read keeps no other from being embedded.
func (e embeddable) Read(ctx context.Context, do func(context.Context, *sqlitedb.Tx) error) error {
	return alone(do, func(do lookup) error { return e.index.view(ctx, do) })
}

func (e embeddable) Write(ctx context.Context, do func(context.Context, *sqlitedb.Tx) error) error {
	return alone(do, func(do lookup) error { return e.index.change(ctx, do) })
}

// alone returns the error of do, or that of the view where do was not called.
func alone(do func(context.Context, *sqlitedb.Tx) error, view func(lookup) error) error {
	called := false
	var own error
	err := view(func(ctx context.Context, t *txn) error {
		called, own = true, do(ctx, t.Tx)
		return nil // else it would be taken for a fault of the cache
	})
	if called {
		return own
	}
	return err
}

const selectEmbeddable = `SELECT d.number, d.content, d.tags FROM documents AS d `

// Waiting returns the first documents above a number that a condition is false for.
func (embeddable) Waiting(ctx context.Context, t *sqlitedb.Tx, condition func(column string) string, after int64, limit int) ([]meaning.Text, error) {
	return embeddableTexts(ctx, t, selectEmbeddable+`WHERE d.number > ? AND NOT `+condition("d.number")+` ORDER BY d.number LIMIT ?`, after, limit)
}

// Texts returns those of some documents that there are.
func (embeddable) Texts(ctx context.Context, t *sqlitedb.Tx, numbers []int64) ([]meaning.Text, error) {
	return embeddableTexts(ctx, t, selectEmbeddable+`WHERE d.number IN (`+sqlitedb.List(numbers)+`)`)
}

func embeddableTexts(ctx context.Context, t *sqlitedb.Tx, query string, args ...any) ([]meaning.Text, error) {
	var texts []meaning.Text
	err := t.Rows(ctx, query, args, func(rows *sql.Rows) error {
		var text meaning.Text
		var tags string
		err := rows.Scan(&text.Number, &text.Content, &tags)
		text.Tags = splitTags(tags)
		texts = append(texts, text)
		return err
	})
	return texts, err
}

// Vectors returns the index of the vectors, and where it is.
func (c *corpus) Vectors() (vectorindex.Index, vectorindex.DB) { return vectors(), c.t }
