package meaning

import (
	"context"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/sqlitedb"
	"github.com/agmem/agmem/internal/vectorindex"
)

// part is how much is embedded for one transaction: it ends after the batch with which
// either is used up.
type part struct {
	documents int
	time      time.Duration
	batch     int // how many documents the embedder is asked for at a time
}

var (
	// beside is what a write may spend on documents that it is not about.
	beside = part{documents: 200, time: 20 * time.Millisecond, batch: 1}
	// whole is for a command that embeds: what is lost when it is killed takes no
	// longer than this, and an embedder that is fast does not wait for the disk.
	whole = part{documents: 1000, time: 50 * time.Millisecond, batch: 32}
)

// CatchUpPart embeds the first documents above a number that wait, as many as a
// write may spend time on and at least one. It returns where to go on, and whether
// nothing waits behind that. Where another model's vectors answer, it does nothing.
func (r Room) CatchUpPart(ctx context.Context, e agmem.Embedder, after int64) (last int64, all bool, err error) {
	g, answers, err := r.answering(ctx, e)
	if err != nil || !answers {
		return after, false, err
	}
	made, err := r.gather(ctx, e, g, after, beside)
	if err != nil || len(made.texts) == 0 {
		return after, err == nil, err
	}
	_, err = r.store(ctx, g, made)
	return made.last(), false, err
}

// gather embeds the first documents above a number that wait in a generation, at least
// one batch of them. None means that nothing waits there. What was embedded before
// something failed is not lost: the failure comes again with the next part.
func (r Room) gather(ctx context.Context, e agmem.Embedder, g vectorindex.Generation, after int64, p part) (*Embedded, error) {
	made, began := &Embedded{model: g.Model}, time.Now()
	texts, err := r.waiting(ctx, g, after)
	for err == nil && len(texts) > 0 {
		batch := texts[:min(p.batch, len(texts))]
		texts = texts[len(batch):]
		var some *Embedded
		if some, err = embed(ctx, e, batch); err != nil {
			break
		}
		made.texts, made.of = append(made.texts, some.texts...), append(made.of, some.of...)
		if len(made.texts) >= p.documents || time.Since(began) >= p.time {
			break
		}
		if len(texts) == 0 {
			texts, err = r.waiting(ctx, g, made.last())
		}
	}
	if len(made.texts) > 0 {
		err = nil
	}
	return made, err
}

// last is the highest number of documents that were gathered.
func (d *Embedded) last() int64 { return d.texts[len(d.texts)-1].Number }

// Renew gives some documents their vectors, if the vectors of the embedder's model
// answer. It ends with ctx, and keeps what is done.
func (r Room) Renew(ctx context.Context, e agmem.Embedder, numbers []int64) error {
	g, answers, err := r.answering(ctx, e)
	if err != nil || !answers {
		return err
	}
	for len(numbers) > 0 {
		some := numbers[:min(readAtOnce, len(numbers))]
		numbers = numbers[len(some):]
		var texts []Text
		err := r.Tables.Read(ctx, func(ctx context.Context, t *sqlitedb.Tx) (err error) {
			texts, err = r.Tables.Texts(ctx, t, some)
			return err
		})
		if err != nil {
			return err
		}
		if len(texts) == 0 {
			continue
		}
		made, err := embed(ctx, e, texts)
		if err != nil {
			return err
		}
		if _, err := r.store(ctx, g, made); err != nil {
			return err
		}
	}
	return nil
}

// answering returns the generation that answers, and whether it is of the model of
// an embedder.
func (r Room) answering(ctx context.Context, e agmem.Embedder) (g vectorindex.Generation, answers bool, err error) {
	err = r.Tables.Read(ctx, func(ctx context.Context, t *sqlitedb.Tx) (err error) {
		g, answers, err = r.Index.Current(ctx, t)
		return err
	})
	return g, answers && g.Model == e.Model(), err
}
