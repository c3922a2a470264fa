package main

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/bench/speed/result"
	"github.com/agmem/agmem/internal/portable"
	"github.com/agmem/agmem/internal/recall"
)

// turn is how many documents are written in one transaction, about as many as
// an import writes.
const turn = 8000

// builder fills an engine with the memories of a file.
type builder struct {
	engine   engine
	name     string
	db       *sql.DB
	path     string
	analysis time.Duration
}

// build makes the index and adds to the facts what it took. Reading the file
// does not count.
func (b *builder) build(ctx context.Context, memories, facts, set string) error {
	all, err := readMemories(memories)
	if err != nil {
		return err
	}
	start := time.Now()
	if err := b.fill(ctx, all); err != nil {
		return err
	}
	took := time.Since(start)
	bytes, err := b.bytes(ctx)
	if err != nil {
		return err
	}
	per := func(total float64) float64 { return total / float64(len(all)) }
	return result.Append(facts,
		result.Fact{Set: set, Name: b.name + ": µs to build per memory", Value: per(float64(took.Microseconds()))},
		result.Fact{Set: set, Name: b.name + ": µs of that to analyse", Value: per(float64(b.analysis.Microseconds()))},
		result.Fact{Set: set, Name: b.name + ": bytes per memory", Value: per(bytes)})
}

func readMemories(path string) (all []agmem.Memory, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	batch, err := portable.ReadLines(f)
	return batch.Memories, err
}

func (b *builder) fill(ctx context.Context, all []agmem.Memory) error {
	if err := b.engine.create(ctx, b.db); err != nil {
		return err
	}
	analyzer := recall.NewAnalyzer()
	for first := 0; first < len(all); first += turn {
		start := time.Now()
		docs := make([]document, 0, turn)
		for i, m := range all[first:min(first+turn, len(all))] {
			docs = append(docs, document{int64(first + i + 1), analyzer.Analyze(recall.Document{
				Content: m.Content, Digest: m.Digest, Tags: m.Tags, Author: m.Origin.Author,
			})})
		}
		b.analysis += time.Since(start)
		if err := b.write(ctx, docs); err != nil {
			return err
		}
	}
	return b.engine.tidy(ctx, b.db)
}

func (b *builder) write(ctx context.Context, docs []document) error {
	tx, err := b.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := b.engine.put(ctx, tx, docs); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// bytes returns how much the pages in use hold; pages that merging left free
// do not count.
func (b *builder) bytes(ctx context.Context) (n float64, err error) {
	err = b.db.QueryRowContext(ctx, `SELECT sum(pgsize) FROM dbstat`).Scan(&n)
	return n, err
}
