package vectorindex

import (
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

// estimate is the score of the signs of a vector, above what a chunk keeps of its
// key: estimates are in order as numbers are.
type estimate int64

func estimateOf(score int, key int64) estimate {
	return estimate(score)<<keyBits | estimate(key&(1<<keyBits-1))
}

func (e estimate) score() int { return int(e >> keyBits) }

func (e estimate) key(generation int64) int64 { return generation<<keyBits | int64(e)&(1<<keyBits-1) }

// scan returns the keys of about n vectors whose signs fit the question best.
func (s *Snapshot) scan(ctx context.Context, n int, allowed func(doc int64) bool) (scanned, error) {
	q := selection{planes: planesOf(s.query), most: n, allowed: allowed}
	err := s.index.rows(ctx, s.db, func(rows *sql.Rows) error {
		c := chunk{generation: s.generation.ID}
		var total int64
		if err := rows.Scan(&total, &c.count, (*sql.RawBytes)(&c.keys), (*sql.RawBytes)(&c.bits)); err != nil {
			return err
		}
		if !c.sound(s.generation.Dims) {
			return damaged()
		}
		q.every = int(max(1, total/sampled))
		q.scan(&c)
		return nil
	}, `SELECT (SELECT sum(count) FROM NAME_chunk WHERE generation = ?1), count, keys, bits
		FROM NAME_chunk WHERE +generation = ?1`, s.generation.ID)
	return q.result(s.generation.ID), err
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
			q.best = append(q.best, estimateOf(score, key))
			if len(q.best) == 2*q.most {
				q.cut()
			}
		}
	}
}

// cut keeps the best estimates.
func (q *selection) cut() {
	if len(q.best) <= q.most {
		return
	}
	slices.Sort(q.best)
	q.best = append(q.best[:0], q.best[len(q.best)-q.most:]...)
	q.cutOff, q.least = true, q.best[0].score()
}

func (q *selection) result(generation int64) scanned {
	q.cut()
	found := scanned{sample: q.sample, cutOff: q.cutOff}
	for _, e := range q.best {
		found.keys = append(found.keys, e.key(generation))
	}
	return found
}
