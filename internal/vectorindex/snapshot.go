package vectorindex

import (
	"cmp"
	"context"
	"database/sql"
	"slices"

	"github.com/agmem/agmem/internal/sqlitedb"
)

const (
	// leastCompared is how many vectors are compared as they are, however few are
	// asked for, and comparedEach how many for each that is asked for.
	leastCompared = 120
	comparedEach  = 4
	// sampled is about how many vectors the background is taken from, in runs of
	// sampledAtOnce that are beside each other: each run is a page or two to read.
	// Of a document with several the first one counts, or a long one would be all
	// that there is to compare with.
	sampled       = 128
	sampledAtOnce = 8
)

// Snapshot is the vectors of one generation as one transaction sees them, and a
// question to compare them with. It is not safe for concurrent use.
type Snapshot struct {
	index      Index
	db         DB
	generation Generation
	query      []float32
	known      map[int64]float64 // cosines by key
}

// Match is a document and the cosine of its best passage with the question.
type Match struct {
	Doc    int64
	Cosine float64
}

// Compare opens the vectors of a generation for a question of some model. It says
// false where they are of another model, or the question has no direction.
func (x Index) Compare(db DB, g Generation, model string, query []float32) (*Snapshot, bool) {
	if g.Model != model || g.Dims != len(query) {
		return nil, false
	}
	if encoded, ok := encode(query); !ok || isZero(encoded) {
		return nil, false
	}
	return &Snapshot{index: x, db: db, generation: g, query: unit(query), known: make(map[int64]float64)}, true
}

// Nearest returns the n documents whose best passage is nearest to the question,
// of those that allowed lets through, the nearest first; nil allows all. What is
// not above 0 is not near. It also says what is the background of all vectors,
// allowed or not.
func (s *Snapshot) Nearest(ctx context.Context, n int, allowed func(doc int64) bool) ([]Match, Background, error) {
	if allowed == nil {
		allowed = func(int64) bool { return true }
	}
	pending, err := s.index.pending(ctx, s.db, s.generation)
	if err != nil {
		return nil, Background{}, err
	}
	for _, w := range pending {
		s.known[w.key] = cosine(s.query, w.blob)
	}
	for compared := max(leastCompared, comparedEach*n); ; compared *= comparedEach {
		found, err := s.scan(ctx, compared, allowed)
		if err != nil {
			return nil, Background{}, err
		}
		for _, w := range pending {
			if allowed(docOf(w.key)) {
				found.keys = append(found.keys, w.key)
			}
			if isFirst(w.key) {
				found.sample = append(found.sample, w.key)
			}
		}
		if err := s.compare(ctx, slices.Concat(found.keys, found.sample)); err != nil {
			return nil, Background{}, err
		}
		best := s.best(found.keys)
		if len(best) >= n || !found.cutOff {
			return best[:min(n, len(best))], s.background(found.sample), nil
		}
	}
}

// Compared returns the cosines of the documents that Nearest compared with the
// question: of more than it returned, and of some that were not allowed.
func (s *Snapshot) Compared() map[int64]float64 {
	of := make(map[int64]float64, len(s.known))
	for key, c := range s.known {
		if before, ok := of[docOf(key)]; !ok || c > before {
			of[docOf(key)] = c
		}
	}
	return of
}

// Cosines returns the cosine of the best passage of each of some documents that
// has vectors.
func (s *Snapshot) Cosines(ctx context.Context, docs []int64) (map[int64]float64, error) {
	of := make(map[int64]float64, len(docs))
	for piece := range slices.Chunk(slices.Compact(slices.Sorted(slices.Values(docs))), readAtOnce) {
		err := s.index.rows(ctx, s.db, func(rows *sql.Rows) error {
			key, c, err := s.read(rows)
			if before, ok := of[docOf(key)]; !ok || c > before {
				of[docOf(key)] = c
			}
			return err
		}, `WITH sought (doc) AS (SELECT value FROM json_each(?))
			SELECT v.key, v.vector FROM sought CROSS JOIN NAME_vector AS v
			ON v.key BETWEEN `+keyOf(s.generation, "doc", 0)+` AND `+keyOf(s.generation, "doc", MaxPassages-1),
			`[`+sqlitedb.List(piece)+`]`)
		if err != nil {
			return nil, err
		}
	}
	return of, nil
}

// readAtOnce is how many vectors one statement asks for.
const readAtOnce = 2000

// compare reads the vectors of keys that are not known yet.
func (s *Snapshot) compare(ctx context.Context, keys []int64) error {
	unknown := slices.DeleteFunc(keys, func(key int64) bool { _, ok := s.known[key]; return ok })
	slices.Sort(unknown)
	for piece := range slices.Chunk(slices.Compact(unknown), readAtOnce) {
		err := s.index.rows(ctx, s.db, func(rows *sql.Rows) error {
			key, c, err := s.read(rows)
			s.known[key] = c
			return err
		}, `SELECT v.key, v.vector FROM json_each(?) AS sought CROSS JOIN NAME_vector AS v ON v.key = sought.value`,
			`[`+sqlitedb.List(piece)+`]`)
		if err != nil {
			return err
		}
	}
	return nil
}

// read reads a row of a key and a vector.
func (s *Snapshot) read(rows *sql.Rows) (key int64, c float64, err error) {
	var blob sql.RawBytes
	if err := rows.Scan(&key, &blob); err != nil {
		return 0, 0, err
	}
	if len(blob) != blobSize(s.generation.Dims) {
		return 0, 0, damaged()
	}
	return key, cosine(s.query, blob), nil
}

// best returns the documents of keys, whose cosines are known, the best first.
func (s *Snapshot) best(keys []int64) []Match {
	of := make(map[int64]float64, len(keys))
	for _, key := range keys {
		if c := s.known[key]; c > of[docOf(key)] {
			of[docOf(key)] = c
		}
	}
	matches := make([]Match, 0, len(of))
	for doc, c := range of {
		matches = append(matches, Match{doc, c})
	}
	slices.SortFunc(matches, func(a, b Match) int {
		return cmp.Or(cmp.Compare(b.Cosine, a.Cosine), cmp.Compare(b.Doc, a.Doc))
	})
	return matches
}
