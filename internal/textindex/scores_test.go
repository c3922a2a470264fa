package textindex

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// The best n are those that sorting everything puts first.
func TestTop(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		s := NewScores(int64(r.IntN(200)))
		var all []Candidate
		for doc := range s.of {
			score := float64(r.IntN(6) - 1) // many are equal, some not above 0
			s.Raise([]int64{int64(doc)}, score)
			if score > 0 {
				all = append(all, Candidate{int64(doc), score})
			}
		}
		slices.SortFunc(all, func(a, b Candidate) int {
			return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Doc, a.Doc))
		})
		n := 1 + r.IntN(250)
		want := all[:min(n, len(all))]
		var equal []int64 // to the last one
		for _, c := range all[len(want):] {
			if c.Score == want[len(want)-1].Score {
				equal = append(equal, c.Doc)
			}
		}
		slices.Sort(equal)
		got, beside := s.TopTied(n)
		slices.Sort(beside)
		if !slices.Equal(got, want) || !slices.Equal(beside, equal) {
			t.Fatalf("the best %d of %v are %v, beside them %v, want %v", n, want, got, beside, equal)
		}
	}
}

func TestScoresOutOfRange(t *testing.T) {
	s := NewScores(10)
	s.of[10] = 0.1
	restore := s.Raise([]int64{-1, 11, 10}, 2)
	if s.Of(10) < 2.09 || s.Of(-1) != 0 || s.Of(11) != 0 {
		t.Errorf("raised scores %v", s.of)
	}
	if restore(); s.of[10] != 0.1 {
		t.Errorf("restored scores %v", s.of)
	}
}

// A set agrees with a map of its numbers, whatever is done to it.
func TestBitset(t *testing.T) {
	const high = 130
	r := rand.New(rand.NewPCG(3, 4))
	a, b := NewBitset(high), NewBitset(high)
	inA, inB := make(map[int64]bool), make(map[int64]bool)
	fill := func(set Bitset, in map[int64]bool) {
		for range 60 {
			n := r.Int64N(high+21) - 10
			set.Add(n)
			in[n] = in[n] || 0 <= n && n < 192 // up to the end of the last word
		}
	}
	fill(a, inA)
	fill(b, inB)
	same := func(after string, want func(n int64) bool) {
		t.Helper()
		for n := int64(-10); n <= high; n++ {
			if a.Has(n) != (n >= 0 && want(n)) {
				t.Fatalf("after %s: %d is in the set: %v", after, n, a.Has(n))
			}
		}
	}
	same("Add", func(n int64) bool { return inA[n] })
	c := slices.Clone(a)
	a.And(b)
	same("And", func(n int64) bool { return inA[n] && inB[n] })
	a.Or(c)
	same("Or", func(n int64) bool { return inA[n] })
	a.Not()
	same("Not", func(n int64) bool { return !inA[n] })
}
