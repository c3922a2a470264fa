package ledger

import (
	"context"
	"slices"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/meaning"
	"github.com/agmem/agmem/internal/sqlitedb"
	"github.com/agmem/agmem/internal/vectorindex"
)

const (
	// embeddedAtOnce is how many entries of a write are embedded together, and
	// embedTime is after how long no more of them are: a conversation of a thousand
	// messages must not wait for a large model. The rest is for the command embed.
	embeddedAtOnce = 32
	embedTime      = time.Second
	// longestHeading is how much of a title is embedded with each passage, in bytes.
	longestHeading = 200
)

// vectors is the tables that a search finds meanings in.
func vectors() vectorindex.Index { return vectorindex.New("ledger_meaning") }

func makeVectors(ctx context.Context, t *sqlitedb.Tx) error { return vectors().Create(ctx, t) }

// room is the entries as documents that are embedded.
func (l *Ledger) room() meaning.Room {
	return meaning.Room{Tables: embeddable{l.db}, Index: vectors()}
}

// embeddable is the tables of a ledger, as package meaning needs them. An event of
// the audit has no vector: it says again what the entry says that it is about.
type embeddable struct{ *sqlitedb.DB }

// Waiting returns the first entries above a number that a condition is false for.
func (embeddable) Waiting(ctx context.Context, t *sqlitedb.Tx, condition func(column string) string, after int64, limit int) ([]meaning.Text, error) {
	return embeddableTexts(ctx, t, `WHERE e.kind <> 'audit' AND e.number > ? AND NOT `+condition("e.number")+` ORDER BY e.number LIMIT ?`, after, limit)
}

// Texts returns those of some entries that there are.
func (embeddable) Texts(ctx context.Context, t *sqlitedb.Tx, numbers []int64) ([]meaning.Text, error) {
	return embeddableTexts(ctx, t, `WHERE e.kind <> 'audit' AND e.number IN (`+sqlitedb.List(numbers)+`)`)
}

func embeddableTexts(ctx context.Context, t *sqlitedb.Tx, rest string, args ...any) ([]meaning.Text, error) {
	found, err := entries(ctx, &txn{Tx: t}, rest, args...)
	return meant(found...), err
}

// meant is what is embedded of entries.
func meant(list ...*entry) []meaning.Text {
	all := make([]meaning.Text, len(list))
	for i, e := range list {
		all[i] = meaning.Text{Number: e.number, Content: e.document().Content}
		if heading := e.heading(); heading != "" {
			all[i].Tags = []string{beginning(heading, longestHeading)}
		}
	}
	return all
}

// heading is what an entry is called besides what it says.
func (e *entry) heading() string {
	switch e.kind {
	case KindResource:
		return e.resource.title
	case KindCore:
		return e.block.label
	}
	return ""
}

// embedAhead embeds what entries will say, before the transaction begins. What it
// leaves out waits for the command embed.
func (l *Ledger) embedAhead(ctx context.Context, list ...*entry) {
	e := l.opts.Embedding.ForWrites(ctx)
	if e == nil || l.db.CheckWritable() != nil {
		return
	}
	end := l.opts.Now().Add(embedTime)
	for some := range slices.Chunk(list, embeddedAtOnce) {
		made := l.room().For(ctx, e, meant(some...)...)
		for _, entry := range some {
			entry.vectors = made
		}
		if l.opts.Now().After(end) {
			return
		}
	}
}

// keepVectors writes the vectors of an entry that was embedded ahead.
func keepVectors(ctx context.Context, t *txn, e *entry) error {
	return meaning.Room{Index: vectors()}.Put(ctx, t.Tx, e.vectors, meant(e)[0])
}

// dropVectors removes the vectors of an entry that says something else from now on.
func dropVectors(ctx context.Context, t *txn, old, e *entry) error {
	if meant(old)[0].Equal(meant(e)[0]) {
		return nil
	}
	return vectors().Remove(ctx, t, e.number)
}

// Embed gives the entries their vectors that have none, or all of them anew, and
// returns how many that were.
func (l *Ledger) Embed(ctx context.Context, again bool, progress func(done int)) (int, error) {
	return l.room().Embed(ctx, l.opts.Embedding, again, progress)
}

// embedded says which model's vectors answer, or are to be made where there are
// none, and how many entries have one.
func (l *Ledger) embedded(ctx context.Context) (agmem.IndexStatus, error) {
	var status agmem.IndexStatus
	err := l.read(ctx, func(ctx context.Context, t *txn) error {
		g, found, err := vectors().Current(ctx, t)
		if err != nil {
			return err
		}
		has := "FALSE"
		if found {
			status.Model, has = g.Model, vectors().Has(g, "e.number")
		}
		_, err = t.Row(ctx, `SELECT count(*), count(*) FILTER (WHERE `+has+`) FROM ledger_entries AS e WHERE e.kind <> 'audit'`, nil,
			&status.Total, &status.Indexed)
		return err
	})
	if err == nil && status.Model == "" {
		status.Model = meaning.Configured(ctx, l.opts.Embedding)
	}
	return status, err
}

// question is a query with what gives its vector, which outlives the transaction.
func (l *Ledger) question(ctx context.Context, text string) agmem.Query {
	query := agmem.Query{Text: text}
	if l.opts.Meaning != nil {
		query.Meaning = l.opts.Meaning(ctx, query.Question())
	}
	return query
}

// Vectors returns the index of the vectors, and where it is.
func (c *corpus) Vectors() (vectorindex.Index, vectorindex.DB) { return vectors(), c.t }
