package meaning

import (
	"context"
	"slices"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/sqlitedb"
	"github.com/agmem/agmem/internal/vectorindex"
)

const (
	// readAtOnce is how many texts are read at a time.
	readAtOnce = 32
	// sweepAtOnce is how many vectors that no generation needs one transaction
	// removes.
	sweepAtOnce = 5000
)

// Tables is what the vectors of a room are of: its documents.
type Tables interface {
	// Read and Write run do in a transaction.
	Read(ctx context.Context, do func(context.Context, *sqlitedb.Tx) error) error
	Write(ctx context.Context, do func(context.Context, *sqlitedb.Tx) error) error
	// Waiting returns the first documents above a number for which a condition is
	// false. The condition is made of the column that holds the number.
	Waiting(ctx context.Context, t *sqlitedb.Tx, condition func(column string) string, after int64, limit int) ([]Text, error)
	// Texts returns those of some documents that there are, in any order.
	Texts(ctx context.Context, t *sqlitedb.Tx, numbers []int64) ([]Text, error)
}

// Room is the documents of a room and the index of their vectors.
type Room struct {
	Tables Tables
	Index  vectorindex.Index
}

// For embeds texts for a write that is about to begin, with an embedder that may be
// nil. What fails is left for later: the write must not fail for it.
func (r Room) For(ctx context.Context, e agmem.Embedder, texts ...Text) *Embedded {
	if e == nil || len(texts) == 0 {
		return nil
	}
	known := false
	err := r.Tables.Read(ctx, func(ctx context.Context, t *sqlitedb.Tx) (err error) {
		_, known, err = r.Index.Current(ctx, t)
		return err
	})
	if err != nil {
		return nil
	}
	return ahead(ctx, e, texts, known)
}

// ahead embeds texts, and asks the model what it is like where no vectors are known.
// It is nil where that fails.
func ahead(ctx context.Context, e agmem.Embedder, texts []Text, known bool) *Embedded {
	made, err := embed(ctx, e, texts)
	if err != nil {
		return nil
	}
	if !known {
		if made.unlike, err = unlike(ctx, e); err != nil {
			return nil
		}
	}
	return made
}

// Now embeds texts within the transaction of a cache, for which nobody waits long,
// with an embedder that may be nil. What fails is left for later.
func Now(ctx context.Context, t *sqlitedb.Tx, x vectorindex.Index, e agmem.Embedder, texts []Text) error {
	if e == nil {
		return nil
	}
	_, known, err := x.Current(ctx, t)
	if err != nil {
		return err
	}
	made := ahead(ctx, e, texts, known)
	for _, text := range texts {
		if err := (Room{Index: x}).Put(ctx, t, made, text); err != nil {
			return err
		}
	}
	return nil
}

// Put stores the vectors of one of the texts for the document that has it now. Where
// it has another text, or another model's vectors answer, it stays without.
func (r Room) Put(ctx context.Context, t *sqlitedb.Tx, made *Embedded, now Text) error {
	if made == nil {
		return nil
	}
	for i, text := range made.texts {
		if text.Number == 0 { // it was new
			text.Number = now.Number
		}
		if !text.Equal(now) {
			continue
		}
		generations, err := r.generations(ctx, t, made)
		if err != nil {
			return err
		}
		for _, g := range generations {
			err := r.Index.Put(ctx, t, g, vectorindex.Document{Number: now.Number, Vectors: made.of[i].Vectors})
			if err != nil && agmem.KindOf(err) != agmem.Invalid { // the write must not fail for vectors of another size
				return err
			}
		}
		return nil
	}
	return nil
}

// generations returns those that take the vectors of a model. The first model there
// is gets one.
func (r Room) generations(ctx context.Context, t *sqlitedb.Tx, made *Embedded) ([]vectorindex.Generation, error) {
	all, err := r.Index.Of(ctx, t, made.model)
	if err != nil || len(all) > 0 {
		return all, err
	}
	if _, answers, err := r.Index.Current(ctx, t); err != nil || answers || made.dims() == 0 {
		return nil, err
	}
	g, err := r.Index.Begin(ctx, t, vectorindex.Generation{Model: made.model, Dims: made.dims(), Unlike: made.unlike})
	return []vectorindex.Generation{g}, err
}

// CatchUp embeds what has no vector yet, and returns how many documents that were.
// progress is told how many are done. Vectors of another model are not replaced:
// that is Conflict, and for Rebuild.
func (r Room) CatchUp(ctx context.Context, e agmem.Embedder, progress func(done int)) (int, error) {
	g, err := r.ensure(ctx, e, false)
	if err != nil {
		return 0, err
	}
	done, err := r.fill(ctx, e, g, progress)
	if err != nil {
		return done, err
	}
	return done, r.sweep(ctx)
}

// Rebuild embeds every document again in a second generation, lets that answer, and
// removes the first. It goes on with what an earlier call left of the same model.
func (r Room) Rebuild(ctx context.Context, e agmem.Embedder, progress func(done int)) (int, error) {
	g, err := r.ensure(ctx, e, true)
	if err != nil {
		return 0, err
	}
	done, err := r.fill(ctx, e, g, progress)
	if err != nil {
		return done, err
	}
	if err := r.Tables.Write(ctx, func(ctx context.Context, t *sqlitedb.Tx) error { return r.Index.Swap(ctx, t) }); err != nil {
		return done, err
	}
	return done, r.sweep(ctx)
}

// Embed is CatchUp, or Rebuild, with the embedder that is configured. Without one it
// is Unavailable.
func (r Room) Embed(ctx context.Context, configured agmem.Embedding, again bool, progress func(done int)) (int, error) {
	e, err := configured.Opened(ctx)
	if err != nil {
		return 0, err
	}
	if again {
		return r.Rebuild(ctx, e, progress)
	}
	return r.CatchUp(ctx, e, progress)
}

// Configured returns the model that is to make vectors, empty where there is none or
// it cannot be asked.
func Configured(ctx context.Context, configured agmem.Embedding) string {
	e, err := configured.Opened(ctx)
	if err != nil {
		return ""
	}
	return e.Model()
}

// ensure returns the generation to be filled, and makes it where there is none.
func (r Room) ensure(ctx context.Context, e agmem.Embedder, again bool) (vectorindex.Generation, error) {
	var g, answering vectorindex.Generation
	var found, answers bool
	look := func(ctx context.Context, t *sqlitedb.Tx) (err error) {
		if answering, answers, err = r.Index.Current(ctx, t); err != nil {
			return err
		}
		g, found = answering, answers && answering.Model == e.Model()
		if again && answers {
			g, found, err = r.Index.Building(ctx, t)
			found = found && g.Model == e.Model()
		}
		return err
	}
	if err := r.Tables.Read(ctx, look); err != nil || found {
		return g, err
	}
	if answers && !again {
		return g, agmem.Errorf(agmem.Conflict, "the vectors are of the model %s, and %s is configured", answering.Model, e.Model()).
			WithHint("embed all again").WithStep(agmem.ActionRun, "embed-rebuild")
	}
	background, err := unlike(ctx, e)
	if err != nil {
		return g, err
	}
	first, err := embed(ctx, e, []Text{{Content: unlikeTexts()[0]}})
	if err != nil {
		return g, err
	}
	err = r.Tables.Write(ctx, func(ctx context.Context, t *sqlitedb.Tx) error {
		if err := look(ctx, t); err != nil || found { // another process may have been quicker
			return err
		}
		g, err = r.Index.Begin(ctx, t, vectorindex.Generation{Model: e.Model(), Dims: first.dims(), Unlike: background})
		return err
	})
	return g, err
}

// fill embeds what a generation lacks until nothing is left, a part at a time.
func (r Room) fill(ctx context.Context, e agmem.Embedder, g vectorindex.Generation, progress func(int)) (int, error) {
	done, after, before := 0, int64(-1), -1
	for {
		made, err := r.gather(ctx, e, g, after, whole)
		if err != nil {
			return done, err
		}
		if len(made.texts) == 0 { // what was written behind our back has a lower number
			if after < 0 || done == before {
				return done, nil
			}
			after, before = -1, done
			continue
		}
		stored, err := r.store(ctx, g, made)
		if err != nil {
			return done, err
		}
		done += stored
		after = made.last()
		progress(done)
	}
}

func (r Room) waiting(ctx context.Context, g vectorindex.Generation, after int64) (texts []Text, err error) {
	if err := ctx.Err(); err != nil {
		return nil, agmem.Errorf(agmem.Cancelled, "cancelled: %w", err)
	}
	err = r.Tables.Read(ctx, func(ctx context.Context, t *sqlitedb.Tx) (err error) {
		texts, err = r.Tables.Waiting(ctx, t, func(column string) string { return r.Index.Has(g, column) }, after, readAtOnce)
		return err
	})
	return texts, err
}

// store writes the vectors of texts that are still what was embedded.
func (r Room) store(ctx context.Context, g vectorindex.Generation, made *Embedded) (stored int, err error) {
	err = r.Tables.Write(ctx, func(ctx context.Context, t *sqlitedb.Tx) error {
		stored = 0
		live, err := r.Index.Of(ctx, t, g.Model)
		if err != nil {
			return err
		}
		if !slices.Contains(live, g) {
			return agmem.Errorf(agmem.Conflict, "another process has made the vectors of %s anew", g.Model)
		}
		current, err := r.current(ctx, t, made)
		if err != nil {
			return err
		}
		stored = len(current)
		return r.Index.Put(ctx, t, g, current...)
	})
	return stored, err
}

// current returns the documents that still have the text that was embedded.
func (r Room) current(ctx context.Context, t *sqlitedb.Tx, made *Embedded) ([]vectorindex.Document, error) {
	numbers := make([]int64, len(made.texts))
	for i, text := range made.texts {
		numbers[i] = text.Number
	}
	texts, err := r.Tables.Texts(ctx, t, numbers)
	if err != nil {
		return nil, err
	}
	var current []vectorindex.Document
	for i, text := range made.texts {
		if slices.ContainsFunc(texts, text.Equal) {
			current = append(current, made.of[i])
		}
	}
	return current, nil
}

// sweep removes what no generation needs.
func (r Room) sweep(ctx context.Context) error {
	for more := true; more; {
		if err := ctx.Err(); err != nil {
			return agmem.Errorf(agmem.Cancelled, "cancelled: %w", err)
		}
		err := r.Tables.Write(ctx, func(ctx context.Context, t *sqlitedb.Tx) (err error) {
			more, err = r.Index.Sweep(ctx, t, sweepAtOnce)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
