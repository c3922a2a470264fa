package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories"
	"github.com/agmem/agmem/internal/recall"
)

// kind says where a question comes from, as the store that it is asked of
// sees it.
type kind int

const (
	own     kind = iota // from the same corpus: something in the store answers it
	near                // of the same sort, from another corpus: nothing answers it
	far                 // about something else altogether
	renamed             // near, with the names of the speakers replaced by those of the store
)

// asked is a question with what a store answered.
type asked struct {
	kind kind
	set  string
	text string
	fold int // what is held out together
	gold int // how many documents answer it, of this set
	hits []hit
}

type hit struct {
	score    float64
	right    bool
	evidence recall.Evidence
}

// calibrate asks every store the questions of its experiment.
func calibrate(ctx context.Context, sets map[string]*set) ([]asked, error) {
	var all []asked
	for _, e := range experiments() {
		s := sets[e.set]
		for _, group := range sortedKeys(s.documents) {
			answers, err := s.examine(ctx, group, e.foreign, sets)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", e.set, err)
			}
			all = append(all, answers...)
		}
	}
	return all, nil
}

// witness is a store that is asked, with the last ranking that it made.
type witness struct {
	*memories.Store
	set    *set
	ranked []recall.Ranked
}

func (s *set) witness(ctx context.Context, group string) (*witness, error) {
	w := &witness{set: s}
	weights := recall.DefaultWeights()
	weights.Ranked = func(ranked []recall.Ranked) { w.ranked = ranked }
	var err error
	w.Store, err = memories.Open(ctx, s.paths[group], memories.Options{Now: clock, Weights: &weights})
	return w, err
}

// hits returns the first ten hits with what their scores rest on. None is right
// for a question of another set, whose ids mean something else here.
func (w *witness) hits(ctx context.Context, q question, k kind) ([]hit, error) {
	w.ranked = nil
	meaning, err := w.set.model.meaning(ctx, q.Text)
	if err != nil {
		return nil, err
	}
	found, err := w.Search(ctx, agmem.Query{Text: q.Text, Limit: 10, Meaning: meaning})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", q.ID, err)
	}
	hits := make([]hit, len(found))
	for i, f := range found {
		hits[i] = hit{score: f.Score, right: k == own && w.set.gold[q.ID][w.set.idOf[f.ID]], evidence: w.ranked[i].Evidence}
	}
	return hits, nil
}

// examine asks one store its own questions and those of others.
func (s *set) examine(ctx context.Context, group string, others []foreign, sets map[string]*set) (all []asked, err error) {
	w, err := s.witness(ctx, group)
	if err != nil {
		return nil, err
	}
	defer func() { err = firstError(err, w.Close()) }()
	ask := func(k kind, questions []question) error {
		for i, q := range questions {
			hits, err := w.hits(ctx, q, k)
			if err != nil {
				return err
			}
			all = append(all, asked{kind: k, set: s.name, text: q.Text, fold: s.foldOf(group, i), gold: len(s.gold[q.ID]), hits: hits})
		}
		return nil
	}
	if err := ask(own, s.judgedQuestions(func(g string) bool { return g == group })); err != nil {
		return nil, err
	}
	for _, o := range others {
		questions, err := s.questionsOf(o, group, sets)
		if err == nil {
			err = ask(o.kind, questions)
		}
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// folds is how many parts there are of which each is held out once.
const folds = 5

// foldOf returns the part of a set that a question to a store belongs to: all
// of a store's, or every fifth where there is one store alone.
func (s *set) foldOf(group string, i int) int {
	if group == "" {
		return i % folds
	}
	return slices.Index(sortedKeys(s.documents), group) % folds
}
