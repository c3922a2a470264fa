package vectorindex

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/sqlitedb"
	"github.com/agmem/agmem/internal/testsize"
)

const testDims = 96 // not a multiple of 64

// rig is an index beside a map of what it must hold.
type rig struct {
	*testing.T
	tx      *sqlitedb.Tx
	index   Index
	random  *rand.Rand
	centres [][]float32
	model   map[int64]map[int64][][]float32 // by generation, by document
}

// withIndex calls do with an empty index in a transaction that the test ends.
func withIndex(t *testing.T, do func(ctx context.Context, tx *sqlitedb.Tx, x Index)) {
	t.Helper()
	db, err := sqlitedb.OpenMemory(t.Context(), sqlitedb.Component{})
	if err != nil {
		t.Fatal(err)
	}
	err = db.Write(t.Context(), func(ctx context.Context, tx *sqlitedb.Tx) error {
		x := New("test")
		if err := x.Create(ctx, tx); err != nil {
			return err
		}
		do(ctx, tx, x)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
}

func (r *rig) must(err error) {
	r.Helper()
	if err != nil {
		r.Fatal(err)
	}
}

// vector is near one of a few centres, as the vectors of a real model are.
func (r *rig) vector() []float32 {
	centre := r.centres[r.random.IntN(len(r.centres))]
	v := make([]float32, testDims)
	for i := range v {
		v[i] = centre[i] + 0.6*float32(r.random.NormFloat64()) + 0.3
	}
	return v
}

func (r *rig) begin(model string) Generation {
	r.Helper()
	g, err := r.index.Begin(r.Context(), r.tx, Generation{Model: model, Dims: testDims})
	r.must(err)
	r.model[g.ID] = make(map[int64][][]float32)
	return g
}

func (r *rig) put(g Generation, docs ...int64) {
	r.Helper()
	var all []Document
	for _, doc := range docs {
		d := Document{Number: doc}
		for range 1 + r.random.IntN(3)*r.random.IntN(2) {
			d.Vectors = append(d.Vectors, r.vector())
		}
		all = append(all, d)
		r.model[g.ID][doc] = d.Vectors
	}
	r.must(r.index.Put(r.Context(), r.tx, g, all...))
}

func (r *rig) remove(doc int64) {
	r.Helper()
	r.must(r.index.Remove(r.Context(), r.tx, doc))
	for _, docs := range r.model {
		delete(docs, doc)
	}
}

// exact is what Nearest must say, computed the simple way.
func (r *rig) exact(g Generation, query []float32, allowed func(int64) bool) []Match {
	var all []Match
	q := unit(query)
	for doc, vectors := range r.model[g.ID] {
		best := math.Inf(-1)
		for _, v := range vectors {
			u, sum := unit(v), 0.0
			for i := range u {
				sum += float64(u[i]) * float64(q[i])
			}
			best = max(best, sum)
		}
		if allowed == nil || allowed(doc) {
			all = append(all, Match{doc, best})
		}
	}
	slices.SortFunc(all, func(a, b Match) int { return cmp.Compare(b.Cosine, a.Cosine) })
	return all
}

// compare asks the index what is near a random question, with and without a
// filter, and what some cosines are.
func (r *rig) compare(g Generation) {
	r.Helper()
	faults, err := r.index.Check(r.Context(), r.tx, `WITH RECURSIVE n (i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < 5000) SELECT i FROM n`)
	if r.must(err); len(faults) > 0 {
		r.Fatal(strings.Join(faults, "; "))
	}
	count, err := r.index.Count(r.Context(), r.tx, g)
	if r.must(err); count != int64(len(r.model[g.ID])) {
		r.Fatalf("%d documents are counted, %d have vectors", count, len(r.model[g.ID]))
	}
	for _, allowed := range []func(int64) bool{nil, func(doc int64) bool { return doc%7 == 3 }} {
		query := r.vector()
		current, found, err := r.index.Current(r.Context(), r.tx)
		if r.must(err); !found || current.ID != g.ID {
			r.Fatal("the generation does not answer")
		}
		s, fits := r.index.Compare(r.tx, g, g.Model, query)
		if !fits {
			r.Fatal("the vectors do not fit the question")
		}
		matches, _, err := s.Nearest(r.Context(), 10, allowed)
		r.must(err)
		r.same(r.exact(g, query, allowed), matches, 10)
		r.cosines(s, g, query)
	}
}

// same requires that matches are the best, but for what rounding can exchange.
func (r *rig) same(exact, matches []Match, n int) {
	r.Helper()
	const rounding = 0.0001
	exact = slices.DeleteFunc(exact, func(m Match) bool { return m.Cosine <= 0 })
	if len(matches) != min(n, len(exact)) {
		r.Fatalf("%d matches, want %d of %d", len(matches), n, len(exact))
	}
	for i, m := range matches {
		at := slices.IndexFunc(exact, func(e Match) bool { return e.Doc == m.Doc })
		if at < 0 || math.Abs(exact[at].Cosine-m.Cosine) > rounding || m.Cosine < exact[i].Cosine-rounding {
			r.Fatalf("match %d is %v, should be %v", i, m, exact[i])
		}
	}
}

func (r *rig) cosines(s *Snapshot, g Generation, query []float32) {
	r.Helper()
	docs := []int64{1, 2, 3, 50, 999_999}
	of, err := s.Cosines(r.Context(), docs)
	r.must(err)
	for _, m := range r.exact(g, query, func(doc int64) bool { return slices.Contains(docs, doc) }) {
		if math.Abs(of[m.Doc]-m.Cosine) > 0.0001 {
			r.Fatalf("document %d has the cosine %v, should be %v", m.Doc, of[m.Doc], m.Cosine)
		}
		delete(of, m.Doc)
	}
	if len(of) > 0 {
		r.Fatalf("cosines of documents without vectors: %v", of)
	}
}

// Whatever is put in, replaced and taken out, in any order, while another
// generation is made: the index finds what comparing all vectors finds.
func TestRandomOperations(t *testing.T) {
	for _, seed := range []uint64{1, 2} {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			withIndex(t, func(_ context.Context, tx *sqlitedb.Tx, x Index) {
				r := &rig{T: t, tx: tx, index: x, random: rand.New(rand.NewPCG(seed, 7)), model: make(map[int64]map[int64][][]float32)}
				for range 20 {
					centre := make([]float32, testDims)
					for i := range centre {
						centre[i] = float32(r.random.NormFloat64())
					}
					r.centres = append(r.centres, centre)
				}
				g := r.begin("a")
				for range testsize.Of(12, 5) {
					r.step(g)
					r.compare(g)
				}
				next := r.begin("b")
				r.put(next, 1, 2, 3, 4, 5)
				r.step(g)
				r.compare(g) // the old one answers
				r.must(x.Swap(t.Context(), tx))
				for more := true; more; {
					var err error
					more, err = x.Sweep(t.Context(), tx, 100)
					r.must(err)
				}
				r.step(next)
				r.compare(next)
			})
		})
	}
}

// step does some hundred random changes.
func (r *rig) step(g Generation) {
	r.Helper()
	const last = 1500
	switch r.random.IntN(4) {
	case 0: // many at once
		from := r.random.Int64N(last)
		var docs []int64
		for doc := from; doc < from+1200; doc++ {
			docs = append(docs, doc)
		}
		r.put(g, docs...)
	case 1: // most of a stretch goes
		from := r.random.Int64N(last)
		for range 700 {
			r.remove(from + r.random.Int64N(800))
		}
	default:
		for range 300 {
			if doc := r.random.Int64N(last); r.random.IntN(3) == 0 {
				r.remove(doc)
			} else {
				r.put(g, doc)
			}
		}
	}
}
