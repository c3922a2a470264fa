package meaning

import (
	"context"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/sqlitedb"
	"github.com/agmem/agmem/internal/vectorindex"
)

// What a write may spend on documents that it is not about: it ends after the one
// with which either is used up.
const (
	partDocuments = 200
	partTime      = 20 * time.Millisecond
)

// CatchUpPart embeds the first documents above a number that wait, as many as a
// write may spend time on and at least one. It returns where to go on, and whether
// nothing waits behind that. Where another model's vectors answer, it does nothing.
func (r Room) CatchUpPart(ctx context.Context, e agmem.Embedder, after int64) (last int64, whole bool, err error) {
	g, answers, err := r.answering(ctx, e)
	if err != nil || !answers {
		return after, false, err
	}
	made, began := &Embedded{model: g.Model}, time.Now()
	for last = after; !whole && made.hasRoom(began); {
		texts, err := r.waiting(ctx, g, last)
		if err != nil {
			return after, false, err
		}
		whole = len(texts) == 0
		for _, text := range texts {
			if !made.hasRoom(began) {
				break
			}
			if err := made.add(ctx, e, text); err != nil {
				return after, false, err
			}
			last = text.Number
		}
	}
	if len(made.texts) > 0 {
		if _, err := r.store(ctx, g, made); err != nil {
			return after, false, err
		}
	}
	return last, whole, nil
}

// hasRoom says whether one more document belongs to the part that began then.
func (d *Embedded) hasRoom(began time.Time) bool {
	return len(d.texts) == 0 || len(d.texts) < partDocuments && time.Since(began) < partTime
}

// add embeds one more text.
func (d *Embedded) add(ctx context.Context, e agmem.Embedder, text Text) error {
	one, err := embed(ctx, e, []Text{text})
	if err == nil {
		d.texts, d.of = append(d.texts, one.texts...), append(d.of, one.of...)
	}
	return err
}

// Renew gives some documents their vectors, if the vectors of the embedder's model
// answer. It ends with ctx, and keeps what is done.
func (r Room) Renew(ctx context.Context, e agmem.Embedder, numbers []int64) error {
	g, answers, err := r.answering(ctx, e)
	if err != nil || !answers {
		return err
	}
	for len(numbers) > 0 {
		some := numbers[:min(batch, len(numbers))]
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
