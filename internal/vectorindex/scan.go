package vectorindex

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
)

// scanned is what the chunks say of a question.
type scanned struct {
	keys   []int64 // that may be the nearest
	sample []int64 // of all vectors
	cutOff bool    // there are more that may be near
}

// estimate is the score of the signs of a vector.
type estimate struct {
	key   int64
	score int
}

// scan returns the keys of about n vectors whose signs fit the question best.
func (s *Snapshot) scan(ctx context.Context, n int, allowed func(doc int64) bool) (scanned, error) {
	var total int64
	err := s.db.QueryRowContext(ctx, s.index.sql(`SELECT coalesce(sum(count), 0) FROM NAME_chunk WHERE generation = ?`),
		s.generation.ID).Scan(&total)
	if err != nil || total == 0 {
		return scanned{}, err
	}
	q := selection{planes: planesOf(s.query), most: n, every: int(max(1, total/sampled)), allowed: allowed}
	err = s.index.rows(ctx, s.db, func(rows *sql.Rows) error {
		c := chunk{generation: s.generation.ID}
		if err := rows.Scan(&c.count, (*sql.RawBytes)(&c.keys), (*sql.RawBytes)(&c.bits)); err != nil {
			return err
		}
		if !c.sound(s.generation.Dims) {
			return damaged()
		}
		q.scan(&c)
		return nil
	}, `SELECT count, keys, bits FROM NAME_chunk WHERE +generation = ?`, s.generation.ID)
	return q.result(), err
}

// selection keeps the best estimates of a scan.
type selection struct {
	planes  planes
	most    int
	every   int // one of so many runs of vectors is in the sample
	allowed func(doc int64) bool

	seen   int
	best   []estimate // up to twice as many as are kept
	least  int        // what a further one must exceed, once there are enough
	cutOff bool
	sample []int64
}

func (q *selection) scan(c *chunk) {
	size := c.signSize()
	for i := range c.count {
		score := q.planes.score(c.bits[i*size:])
		if key := c.key(i); q.seen/sampledAtOnce%q.every == 0 && isFirst(key) {
			q.sample = append(q.sample, key)
		}
		q.seen++
		if q.cutOff && score <= q.least {
			continue
		}
		if key := c.key(i); q.allowed(docOf(key)) {
			q.best = append(q.best, estimate{key, score})
			if len(q.best) == 2*q.most {
				q.cut()
			}
		}
	}
}

// cut keeps the best estimates.
func (q *selection) cut() {
	slices.SortFunc(q.best, func(a, b estimate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.key, a.key))
	})
	if len(q.best) > q.most {
		q.best, q.cutOff = q.best[:q.most], true
		q.least = q.best[q.most-1].score
	}
}

func (q *selection) result() scanned {
	q.cut()
	found := scanned{sample: q.sample, cutOff: q.cutOff}
	for _, e := range q.best {
		found.keys = append(found.keys, e.key)
	}
	return found
}
