package search

import (
	"context"
	"slices"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
	"github.com/agmem/agmem/internal/textindex"
	"github.com/agmem/agmem/internal/vectorindex"
)

// Meanings is a corpus whose documents may have vectors.
type Meanings interface {
	// Model returns the model whose vectors answer, empty where there are none.
	Model(ctx context.Context) (string, error)
	// Vectors opens the vectors for a question, and says false where they are of
	// another model than it.
	Vectors(ctx context.Context, question *agmem.Vector) (*vectorindex.Snapshot, bool, error)
}

// likeMeant is how many of the documents that are nearest to the question bring in
// what is beside them, and how many of those are kept.
const likeMeant = surrounded / 2

// meaning is what the vectors say of a question. The zero value says nothing.
type meaning struct {
	vectors *vectorindex.Snapshot
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
	model, err := corpus.Model(ctx)
	if err != nil || model == "" {
		return err
	}
	s.meant = corpus
	go s.query.Meaning() // it gives the same to every caller
	return nil
}

// open waits for the vector of the question.
func (s *search[D]) open(ctx context.Context) (err error) {
	if s.meant == nil {
		return nil
	}
	question := s.query.Meaning()
	if question == nil {
		return nil
	}
	vectors, found, err := s.meant.Vectors(ctx, question)
	if err == nil && found {
		s.plan.Trust = question.Trust
		s.meaning = meaning{vectors: vectors, cosines: make(map[int64]float64)}
	}
	return err
}

// near finds the n documents that are nearest to the question, and the background of
// all. What an operator asks for is judged by the texts.
func (s *search[D]) near(ctx context.Context, n int) error {
	if s.vectors == nil {
		return nil
	}
	found, background, err := s.vectors.Nearest(ctx, n, s.lets())
	if err != nil {
		return s.withoutVectors(err)
	}
	s.nearest = found
	s.plan.Background = recall.Background(background)
	for _, m := range found {
		s.cosines[m.Doc] = m.Cosine
	}
	return nil
}

// lets says which documents pass the narrow filters, nil for all.
func (s *search[D]) lets() func(doc int64) bool {
	if len(s.narrowed) == 0 {
		return nil
	}
	return func(doc int64) bool {
		return !slices.ContainsFunc(s.narrowed, func(set textindex.Bitset) bool { return !set.Has(doc) })
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
