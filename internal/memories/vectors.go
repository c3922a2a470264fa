package memories

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/meaning"
	"github.com/agmem/agmem/internal/memories/table"
	"github.com/agmem/agmem/internal/sqlitedb"
)

// settleTime is how long an import goes on embedding what it brought, if no network
// is needed for that. What is left waits for the command embed.
const settleTime = 2 * time.Second

// vectors is the memories as documents that are embedded.
func (s *Store) vectors() meaning.Room {
	return meaning.Room{Tables: embeddable{s.db.DB}, Index: table.Vectors()}
}

// embeddable is the tables of a store, as package meaning needs them.
type embeddable struct{ *sqlitedb.DB }

const selectEmbeddable = `SELECT m.number, m.content, m.tags FROM memories AS m `

// Waiting returns the first memories above a number that a condition is false for.
// Expired ones are among them: they may come back.
func (embeddable) Waiting(ctx context.Context, t *sqlitedb.Tx, condition func(column string) string, after int64, limit int) ([]meaning.Text, error) {
	return embeddableTexts(ctx, t, selectEmbeddable+`WHERE m.number > ? AND NOT `+condition("m.number")+` ORDER BY m.number LIMIT ?`, after, limit)
}

// Texts returns those of some memories that there are.
func (embeddable) Texts(ctx context.Context, t *sqlitedb.Tx, numbers []int64) ([]meaning.Text, error) {
	return embeddableTexts(ctx, t, selectEmbeddable+`WHERE m.number IN (`+sqlitedb.List(numbers)+`)`)
}

func embeddableTexts(ctx context.Context, t *sqlitedb.Tx, query string, args ...any) ([]meaning.Text, error) {
	var texts []meaning.Text
	err := t.Rows(ctx, query, args, func(rows *sql.Rows) error {
		var text meaning.Text
		var tags sql.NullString
		err := rows.Scan(&text.Number, &text.Content, &tags)
		text.Tags = table.SplitTags(tags.String)
		texts = append(texts, text)
		return err
	})
	return texts, err
}

// meant is what is embedded of a record.
func meant(r *table.Record) meaning.Text {
	return meaning.Text{Number: r.Number, Content: r.Content, Tags: r.Tags}
}

// embedAhead embeds what a record will say, before the transaction begins.
func (s *Store) embedAhead(ctx context.Context, r *table.Record) *meaning.Embedded {
	if e := s.embedding.ForWrites(ctx); e != nil && s.db.CheckWritable() == nil {
		return s.vectors().For(ctx, e, meant(r))
	}
	return nil
}

// settle embeds what an import brought, as far as that can be done at once.
func (s *Store) settle(ctx context.Context) {
	e := s.embedding.ForWrites(ctx)
	if e == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, settleTime)
	defer cancel()
	_, _ = s.vectors().CatchUp(ctx, e, func(int) {}) // the command embed says what is wrong
}

func (s *Store) embed(ctx context.Context, progress func(string)) (agmem.RunResult, error) {
	return s.embedAll(ctx, false, progress)
}

func (s *Store) embedRebuild(ctx context.Context, progress func(string)) (agmem.RunResult, error) {
	return s.embedAll(ctx, true, progress)
}

func (s *Store) embedAll(ctx context.Context, again bool, progress func(string)) (agmem.RunResult, error) {
	if err := s.db.CheckWritable(); err != nil {
		return nil, err
	}
	stats, err := s.Stats(ctx)
	if err != nil {
		return nil, err
	}
	done, err := s.vectors().Embed(ctx, s.embedding, again, func(done int) {
		progress(fmt.Sprintf("%d of %d embedded", done, stats.TotalMemories))
	})
	if err != nil {
		return nil, err
	}
	status, err := s.embedStatus(ctx, progress)
	return append(agmem.RunResult{{Name: "embedded", Value: done}}, status...), err
}

func (s *Store) embedStatus(ctx context.Context, _ func(string)) (agmem.RunResult, error) {
	stats, err := s.Stats(ctx)
	if err != nil {
		return nil, err
	}
	return agmem.RunResult{
		{Name: "embedder", Value: modelName(stats)},
		{Name: "indexed", Value: stats.IndexStatus.Indexed},
		{Name: "total", Value: stats.IndexStatus.Total},
	}, nil
}

// modelName is the model that a status names.
func modelName(stats agmem.Stats) string {
	if stats.IndexStatus.Model == "" {
		return "none"
	}
	return stats.IndexStatus.Model
}
