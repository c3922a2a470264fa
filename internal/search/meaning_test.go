package search_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
	"github.com/agmem/agmem/internal/search"
	"github.com/agmem/agmem/internal/vectorindex"
)

// meaningful is a shelf whose texts have vectors.
type meaningful struct {
	*shelf
	vectors vectorindex.Index
}

func (m meaningful) Vectors() (vectorindex.Index, vectorindex.DB) { return m.vectors, m.tx }

const testDims = 32

// meaning gives the texts of a shelf vectors that have nothing in common, but for those
// of some, which are near the question's.
func meaning(s *shelf, near ...int64) (meaningful, func() *agmem.Vector) {
	s.Helper()
	random := rand.New(rand.NewPCG(7, 11))
	vector := func() []float32 {
		v := make([]float32, testDims)
		for i := range v {
			v[i] = float32(random.NormFloat64())
		}
		return v
	}
	question := vector()
	x := vectorindex.New("meaning")
	if err := x.Create(s.Context(), s.tx); err != nil {
		s.Fatal(err)
	}
	g, err := x.Begin(s.Context(), s.tx, vectorindex.Generation{Model: "m", Dims: testDims})
	if err != nil {
		s.Fatal(err)
	}
	for n := range int64(len(s.texts)) {
		v := vector()
		if slices.Contains(near, n) {
			for i := range v {
				v[i] = v[i]/2 + question[i]
			}
		}
		if err := x.Put(s.Context(), s.tx, g, vectorindex.Document{Number: n, Vectors: [][]float32{v}}); err != nil {
			s.Fatal(err)
		}
	}
	return meaningful{s, x}, func() *agmem.Vector { return &agmem.Vector{Model: "m", Values: question, Trust: 1} }
}

// found asks a question that has a vector, and returns the numbers of the answers and
// how many texts were read for them.
func found(m meaningful, text string, vector func() *agmem.Vector) (numbers []string, read int) {
	m.Helper()
	m.read = nil
	hits, err := search.Run(m.Context(), m, agmem.Query{Text: text, Limit: 10, Meaning: vector},
		search.Options{Weights: recall.DefaultWeights(), Now: day(20)})
	if err != nil {
		m.Fatal(err)
	}
	for _, h := range hits {
		numbers = append(numbers, h.Of)
	}
	for _, n := range m.read {
		read += n
	}
	return numbers, read
}

// What means the same is found without a word of the question, among a thousand texts
// of which a handful has words; few others are read for that.
func TestMeaningBringsIn(t *testing.T) {
	texts := make([]string, 1000)
	for i := range texts {
		texts[i] = fmt.Sprint("entry ", i)
	}
	texts[3], texts[4] = "the lantern is lit", "a lantern festival"
	on(t, texts, func(s *shelf) {
		m, vector := meaning(s, 500, 501)
		numbers, read := found(m, "lantern", vector)
		for _, want := range []string{"3", "4", "500", "501"} {
			if !slices.Contains(numbers, want) {
				t.Errorf("%s is not among %v", want, numbers)
			}
		}
		if read > 30 {
			t.Errorf("%d texts are read", read)
		}
	})
}

// An operator is strict: what cannot fulfil it is not read, however near it is.
func TestOperatorsBeforeMeaning(t *testing.T) {
	texts := make([]string, 1000)
	for i := range texts {
		texts[i] = fmt.Sprint("entry ", i)
	}
	texts[3], texts[4] = "the lantern is lit", "a lantern festival"
	on(t, texts, func(s *shelf) {
		m, vector := meaning(s, 500, 501)
		if numbers, read := found(m, `"lantern festival"`, vector); !slices.Equal(numbers, []string{"4"}) || read != 1 {
			t.Errorf("the phrase finds %v and reads %d texts", numbers, read)
		}
		numbers, _ := found(m, "lantern -festival", vector)
		if slices.Contains(numbers, "4") || !slices.Contains(numbers, "3") || !slices.Contains(numbers, "500") {
			t.Errorf("without a word: %v", numbers)
		}
	})
}

// Where many texts have the words, those that are only a little near are not read.
func TestMeaningReadsNoMore(t *testing.T) {
	texts := make([]string, 1000)
	for i := range texts {
		if texts[i] = fmt.Sprint("entry ", i); i%5 == 0 {
			texts[i] = fmt.Sprint("lantern number ", i)
		}
	}
	on(t, texts, func(s *shelf) {
		m, vector := meaning(s)
		_, words := found(m, "lantern number", nil)
		if _, read := found(m, "lantern number", vector); read > words+6 {
			t.Errorf("%d texts are read, %d by words alone", read, words)
		}
	})
}
