package main

import "github.com/agmem/agmem/internal/ledger"

// packSums adds up over questions.
type packSums struct {
	questions int
	pack      shareSum
	capped    shareSum // BM25 with as many items as a pack may have
	free      shareSum // BM25 with any number
	search    shareSum // the order of a search with any number
	better    [2]int   // questions of which the pack holds more than capped, than free
	worse     [2]int
}

// shareSum adds up what budgets hold.
type shareSum struct{ gold, items, tokens float64 }

func (s *shareSum) add(f filled, gold map[string]bool) (share float64) {
	share = f.share(gold)
	s.gold += share
	s.items += float64(f.items)
	s.tokens += float64(f.tokens)
	return share
}

// add compares a pack with the texts that fill the same budget in the order of
// BM25.
func (s *packSums) add(pack ledger.Pack, number map[string]int, pieces []piece, ranked, searched []int, gold map[string]bool) {
	packed := filled{documents: make(map[string]bool), items: len(pack.Items), tokens: pack.EstimatedTokens}
	for _, item := range pack.Items {
		packed.documents[pieces[number[item.ID]].document] = true
	}
	s.questions++
	share := s.pack.add(packed, gold)
	others := [2]float64{
		s.capped.add(greedy(pieces, ranked, pack.BudgetTokens, mostItems), gold),
		s.free.add(greedy(pieces, ranked, pack.BudgetTokens, len(pieces)), gold),
	}
	s.search.add(greedy(pieces, searched, pack.BudgetTokens, len(pieces)), gold)
	for i, other := range others {
		if share > other {
			s.better[i]++
		} else if share < other {
			s.worse[i]++
		}
	}
}

// filled is what a budget holds.
type filled struct {
	documents     map[string]bool
	items, tokens int
}

// share is how much of the gold it holds.
func (f filled) share(gold map[string]bool) float64 {
	n := 0
	for id := range gold {
		if f.documents[id] {
			n++
		}
	}
	return float64(n) / float64(len(gold))
}

// greedy fills a budget as a pack is filled: a text that does not fit is left out
// and the next is tried.
func greedy(pieces []piece, ranked []int, budget, most int) filled {
	f := filled{documents: make(map[string]bool)}
	for _, i := range ranked {
		if f.items == most {
			break
		}
		if p := pieces[i]; p.tokens <= budget-f.tokens {
			f.tokens += p.tokens
			f.items++
			f.documents[p.document] = true
		}
	}
	return f
}
