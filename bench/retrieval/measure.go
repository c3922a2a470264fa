package main

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories"
	"github.com/agmem/agmem/internal/recall"
)

// metrics sums up measures over questions.
type metrics struct{ r5, r10, mrr, ndcg, questions float64 }

func (m *metrics) mean(sum float64) float64 { return sum / max(m.questions, 1) }

// String is the cells of a table row.
func (m *metrics) String() string {
	return fmt.Sprintf("%.3f | %.3f | %.3f | %.3f", m.mean(m.r5), m.mean(m.r10), m.mean(m.mrr), m.mean(m.ndcg))
}

// add counts the answer to a question: recall at 5 and 10 (the share of the
// gold found), the reciprocal rank of the first right one and the normalised
// discounted cumulative gain, both at 10.
func (m *metrics) add(answer []string, gold map[string]bool) {
	var hits5, hits10, reciprocal, gain, ideal float64
	for i, id := range answer[:min(len(answer), 10)] {
		if !gold[id] {
			continue
		}
		hits10++
		if i < 5 {
			hits5++
		}
		if reciprocal == 0 {
			reciprocal = 1 / float64(i+1)
		}
		gain += 1 / math.Log2(float64(i+2))
	}
	for i := range min(len(gold), 10) {
		ideal += 1 / math.Log2(float64(i+2))
	}
	m.r5 += hits5 / float64(len(gold))
	m.r10 += hits10 / float64(len(gold))
	m.mrr += reciprocal
	m.ndcg += gain / ideal
	m.questions++
}

// measure asks every question that has gold of the store of its group.
func (s *set) measure(ctx context.Context, weights recall.Weights) (*metrics, map[string]*metrics, error) {
	all, byKind := &metrics{}, make(map[string]*metrics)
	byGroup := make(map[string][]question)
	for _, q := range s.questions {
		if len(s.gold[q.ID]) > 0 {
			byGroup[q.Group] = append(byGroup[q.Group], q)
		}
	}
	for _, group := range sortedKeys(byGroup) {
		store, err := memories.Open(ctx, s.paths[group], memories.Options{Now: clock, Weights: &weights})
		if err != nil {
			return nil, nil, err
		}
		for _, q := range byGroup[group] {
			answer, err := s.ask(ctx, store, q)
			if err != nil {
				return nil, nil, firstError(fmt.Errorf("%s: %w", q.ID, err), store.Close())
			}
			if byKind[q.Category] == nil {
				byKind[q.Category] = &metrics{}
			}
			all.add(answer, s.gold[q.ID])
			byKind[q.Category].add(answer, s.gold[q.ID])
		}
		if err := store.Close(); err != nil {
			return nil, nil, err
		}
	}
	return all, byKind, nil
}

// ask returns the documents, or the sessions, of the answer to a question.
func (s *set) ask(ctx context.Context, store *memories.Store, q question) ([]string, error) {
	limit := 10
	if s.bySession {
		limit = 100
	}
	meaning, err := s.model.meaning(ctx, q.Text)
	if err != nil {
		return nil, err
	}
	hits, err := store.Search(ctx, agmem.Query{Text: q.Text, Limit: limit, Meaning: meaning})
	if err != nil {
		return nil, err
	}
	var answer []string
	for _, h := range hits {
		id := s.idOf[h.ID]
		if s.bySession {
			id = s.judged(id)
		}
		if !slices.Contains(answer, id) {
			answer = append(answer, id)
		}
	}
	return answer, nil
}
