package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

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
	fold int // what is held out together
	hits []hit
}

type hit struct {
	score    float64
	right    bool
	evidence recall.Evidence
}

// foreign is where questions come from that a store cannot answer.
type foreign struct {
	kind kind
	set  string // empty: the other groups of the set itself
	most int    // how many are asked of each store, spread evenly
}

// experiment is a set whose stores are asked their own questions and those of
// others.
type experiment struct {
	set     string
	foreign []foreign
}

func experiments() []experiment {
	return []experiment{
		{"LoCoMo turns", []foreign{{near, "", 1000}, {renamed, "", 1000}, {far, "CoSQA", 500}}},
		{"LoCoMo sessions", []foreign{{near, "", 1000}, {renamed, "", 300}, {far, "CoSQA", 500}}},
		{"CoSQA", []foreign{{far, "LoCoMo turns", 500}, {far, "Cranfield", 225}}},
		{"Cranfield", []foreign{{near, "CISI", 76}, {far, "LoCoMo turns", 500}, {far, "CoSQA", 500}}},
		{"LongMemEval sessions", []foreign{{near, "", 15}, {near, "LoCoMo turns", 60}, {far, "CoSQA", 60}}},
		{"MemDaily-zh", []foreign{{near, "", 8}}},
	}
}

// calibrate asks every store the questions of its experiment.
func calibrate(ctx context.Context, sets map[string]*set) ([]asked, error) {
	var all []asked
	for _, e := range experiments() {
		s := sets[e.set]
		if s == nil {
			continue
		}
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

// hits returns the first ten hits with what their scores rest on.
func (w *witness) hits(ctx context.Context, q question) ([]hit, error) {
	w.ranked = nil
	found, err := w.Search(ctx, agmem.Query{Text: q.Text, Limit: 10})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", q.ID, err)
	}
	hits := make([]hit, len(found))
	for i, f := range found {
		hits[i] = hit{score: f.Score, right: w.set.gold[q.ID][w.set.idOf[f.ID]], evidence: w.ranked[i].Evidence}
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
			hits, err := w.hits(ctx, q)
			if err != nil {
				return err
			}
			for i := range hits {
				hits[i].right = hits[i].right && k == own // the ids of another set mean something else here
			}
			all = append(all, asked{kind: k, set: s.name, fold: s.foldOf(group, i), hits: hits})
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

// questionsOf returns the questions of others that a store is asked.
func (s *set) questionsOf(o foreign, group string, sets map[string]*set) ([]question, error) {
	from, of := sets[o.set], func(string) bool { return true }
	if o.set == "" {
		from, of = s, func(g string) bool { return g != group }
	}
	if from == nil {
		return nil, fmt.Errorf("%s is not loaded", o.set)
	}
	questions := spread(from.judgedQuestions(of), o.most, group)
	if o.kind == renamed {
		questions = s.rename(questions, group)
	}
	return questions, nil
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

// judgedQuestions returns the questions of some groups that have an answer.
func (s *set) judgedQuestions(of func(group string) bool) []question {
	var all []question
	for _, q := range s.questions {
		if of(q.Group) && len(s.gold[q.ID]) > 0 {
			all = append(all, q)
		}
	}
	return all
}

// spread returns up to n questions from the whole length of the list, other
// ones for other groups.
func spread(all []question, n int, group string) []question {
	if len(all) <= n {
		return all
	}
	offset := 0
	for _, r := range group {
		offset = (offset*31 + int(r)) % len(all)
	}
	few := make([]question, n)
	for i := range few {
		few[i] = all[(offset+i*len(all)/n)%len(all)]
	}
	return few
}

// rename puts the speakers of a group in the place of those whom questions
// name.
func (s *set) rename(questions []question, group string) []question {
	all := slices.Clone(questions)
	to := s.speakers[group]
	for i, q := range all {
		for n, name := range s.speakers[q.Group] {
			all[i].Text = strings.ReplaceAll(all[i].Text, name, to[n%len(to)])
		}
	}
	return all
}
