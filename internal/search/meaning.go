package search

import (
	"context"
	"maps"
	"slices"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
	"github.com/agmem/agmem/internal/textindex"
	"github.com/agmem/agmem/internal/vectorindex"
)

// Meanings is a corpus whose documents may have vectors.
type Meanings interface {
	// Vectors returns the index of them, and where it is.
	Vectors() (vectorindex.Index, vectorindex.DB)
}

// likeMeant is how many of the documents that are nearest to the question bring in
// what is beside them, and how many of those are kept.
const likeMeant = 8

// meaning is what the vectors say of a question. The zero value says nothing.
type meaning struct {
	index      vectorindex.Index
	db         vectorindex.DB
	generation *vectorindex.Generation // the vectors that can be compared; nil: none

	vectors *vectorindex.Snapshot // once the question has a vector
	cosines map[int64]float64
	nearest []vectorindex.Match // the nearest first
}

// ask has the vector of the question made, if there is anything to compare it with,
// while its words are looked up. It waits for nothing.
func (s *search[D]) ask(ctx context.Context) error {
	corpus, has := s.corpus.(Meanings)
	if !has || s.query.Meaning == nil || s.plan.Weights.Vector == 0 {
		return nil
	}
	s.index, s.db = corpus.Vectors()
	g, found, err := s.index.Current(ctx, s.db)
	if err != nil || !found {
		return s.withoutVectors(err)
	}
	s.generation = &g
	go s.query.Meaning() // it gives the same to every caller
	return nil
}

// open waits for the vector of the question.
func (s *search[D]) open() {
	if s.generation == nil {
		return
	}
	question := s.query.Meaning()
	if question == nil {
		return
	}
	vectors, fits := s.index.Compare(s.db, *s.generation, question.Model, question.Values)
	if fits {
		s.plan.Trust = question.Trust
		s.vectors, s.cosines = vectors, make(map[int64]float64)
	}
}

// near looks at the n documents that are nearest to the question, keeps the promising
// ones, and learns the background of all. It says whether there are no more of them.
func (s *search[D]) near(ctx context.Context, n int, top []textindex.Candidate) (all bool, err error) {
	if s.vectors == nil {
		return true, nil
	}
	found, background, err := s.vectors.Nearest(ctx, n, s.lets())
	if err != nil {
		return true, s.withoutVectors(err)
	}
	s.plan.Background = recall.Background(background)
	maps.Copy(s.cosines, s.vectors.Compared())
	s.nearest = s.promising(found, top)
	return len(found) < n, nil
}

// promisingShare is what a document that is near must be worth to have its text read,
// as a share of what the last of the answers is worth: what is beside it, and how near
// its words are to each other, may add to it.
const promisingShare = 0.8

// promising returns those of the documents near the question that may be among the
// answers, by what the index says of their words and by their meaning. Reading a text
// costs more than anything else that a search does.
func (s *search[D]) promising(found []vectorindex.Match, top []textindex.Candidate) []vectorindex.Match {
	worth := make([]float64, 0, len(top)+len(found))
	for _, c := range top {
		worth = append(worth, c.Score+s.plan.Meant(s.cosines[c.Doc]))
	}
	for _, m := range found {
		if s.scores.Of(m.Doc) == 0 {
			worth = append(worth, s.plan.Meant(m.Cosine))
		}
	}
	least := 0.0
	if enough := s.query.Limit; 0 < enough && enough <= len(worth) {
		slices.Sort(worth)
		least = promisingShare * worth[len(worth)-enough]
	}
	return slices.DeleteFunc(found, func(m vectorindex.Match) bool {
		meant := s.plan.Meant(m.Cosine)
		return meant == 0 || s.scores.Of(m.Doc)+meant < least
	})
}

// lets says which documents pass the narrow filters and can fulfil what operators
// ask, nil for all.
func (s *search[D]) lets() func(doc int64) bool {
	sets := slices.Concat(s.narrowed, s.weighed.Possible())
	if len(sets) == 0 {
		return nil
	}
	return func(doc int64) bool {
		return !slices.ContainsFunc(sets, func(set textindex.Bitset) bool { return !set.Has(doc) })
	}
}

// compare looks up the cosines of documents that are not known yet.
func (s *search[D]) compare(ctx context.Context, numbers []int64) error {
	if s.vectors == nil {
		return nil
	}
	unknown := slices.DeleteFunc(numbers, func(n int64) bool { _, known := s.cosines[n]; return known })
	found, err := s.vectors.Cosines(ctx, unknown)
	for number, cosine := range found {
		s.cosines[number] = cosine
	}
	return s.withoutVectors(err)
}

// withoutVectors goes on by words where the vectors are damaged, which the check of
// the store says and a rebuild mends. Other errors are those of the file.
func (s *search[D]) withoutVectors(err error) error {
	if err == nil || agmem.KindOf(err) != agmem.Corrupt {
		return err
	}
	s.meaning, s.plan.Background = meaning{}, recall.Background{}
	return nil
}
