package textindex

import (
	"cmp"
	"slices"
)

// Scores holds a score for every document of an index.
type Scores struct{ of []float32 }

// Candidate is a document and its score.
type Candidate struct {
	Doc   int64
	Score float64
}

// NewScores returns scores of 0 for all documents up to high.
func NewScores(high int64) *Scores { return &Scores{of: make([]float32, high+1)} }

// Add adds to each document the weight of its impact.
func (s *Scores) Add(m Matches, weights *[256]float32) {
	for i, doc := range m.Docs {
		s.of[doc] += weights[m.Impacts[i]]
	}
}

// Raise adds the same to each of some documents, none of them twice, and
// returns what takes it back.
func (s *Scores) Raise(docs []int64, weight float64) (restore func()) {
	before := make([]float32, len(docs))
	for i, doc := range docs {
		if 0 <= doc && doc < int64(len(s.of)) {
			before[i] = s.of[doc]
			s.of[doc] += float32(weight)
		}
	}
	return func() {
		for i, doc := range docs {
			if 0 <= doc && doc < int64(len(s.of)) {
				s.of[doc] = before[i]
			}
		}
	}
}

// Of returns the score of a document, 0 for one that is not there.
func (s *Scores) Of(doc int64) float64 {
	if doc < 0 || doc >= int64(len(s.of)) {
		return 0
	}
	return float64(s.of[doc])
}

// Docs returns the documents with a score above 0, in the order of their numbers.
func (s *Scores) Docs() []int64 {
	var docs []int64
	for doc, score := range s.of {
		if score > 0 {
			docs = append(docs, int64(doc))
		}
	}
	return docs
}

// Keep sets to 0 the score of every document that is not in the set.
func (s *Scores) Keep(set Bitset) {
	for doc := range s.of {
		if s.of[doc] != 0 && !set.Has(int64(doc)) {
			s.of[doc] = 0
		}
	}
}

// Top returns the n best documents with a score above 0, best first; of
// equal ones the highest number first, which is the latest.
func (s *Scores) Top(n int) []Candidate {
	top, _ := s.TopTied(n)
	return top
}

// TopTied is Top, with the documents beside it that have the score of the last
// one and are left out because of their numbers alone, in no order.
func (s *Scores) TopTied(n int) (top []Candidate, beside []int64) {
	heap := make([]Candidate, 0, min(n, len(s.of)))
	for doc := len(s.of) - 1; doc >= 0; doc-- {
		score := float64(s.of[doc])
		if score <= 0 {
			continue
		}
		c := Candidate{int64(doc), score}
		switch {
		case len(heap) < n:
			heap = append(heap, c)
			up(heap)
		case score < heap[0].Score:
		case score == heap[0].Score:
			beside = append(beside, c.Doc)
		default:
			out := heap[0]
			heap[0] = c
			down(heap)
			if out.Score < heap[0].Score {
				beside = beside[:0] // there is a new last score, which no other document has so far
			} else {
				beside = append(beside, out.Doc)
			}
		}
	}
	slices.SortFunc(heap, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Doc, a.Doc))
	})
	return heap, beside
}

// worse orders the heap of the best so far, the worst of them on top.
func worse(a, b Candidate) bool {
	return a.Score < b.Score || a.Score == b.Score && a.Doc < b.Doc
}

func up(h []Candidate) {
	for i := len(h) - 1; i > 0; {
		parent := (i - 1) / 2
		if !worse(h[i], h[parent]) {
			return
		}
		h[i], h[parent] = h[parent], h[i]
		i = parent
	}
}

func down(h []Candidate) {
	for i := 0; ; {
		child := 2*i + 1
		if child >= len(h) {
			return
		}
		if child+1 < len(h) && worse(h[child+1], h[child]) {
			child++
		}
		if !worse(h[child], h[i]) {
			return
		}
		h[i], h[child] = h[child], h[i]
		i = child
	}
}
