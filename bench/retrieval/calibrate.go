package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories"
)

// kind says where a question comes from, as the store that it is asked of
// sees it.
type kind int

const (
	own  kind = iota // from the same corpus: something in the store answers it
	near             // of the same sort, from another corpus: nothing answers it
	far              // about something else altogether
)

// asked is a question with what a store answered.
type asked struct {
	kind kind
	set  string
	fold string // the group, or a part of the questions where there is one group
	hits []hit
}

type hit struct {
	score float64
	right bool
}

// best returns the highest score among the hits.
func (a asked) best() float64 {
	if len(a.hits) == 0 {
		return 0
	}
	return a.hits[0].score
}

// bestRight returns the highest score of a right hit, and whether there is one
// among the hits.
func (a asked) bestRight() (float64, bool) {
	i := slices.IndexFunc(a.hits, func(h hit) bool { return h.right })
	if i < 0 {
		return 0, false
	}
	return a.hits[i].score, true
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
		{"LoCoMo turns", []foreign{{near, "", 1000}, {far, "CoSQA", 500}}},
		{"LoCoMo sessions", []foreign{{near, "", 1000}, {far, "CoSQA", 500}}},
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

// examine asks one store its own questions and those of others.
func (s *set) examine(ctx context.Context, group string, others []foreign, sets map[string]*set) (all []asked, err error) {
	store, err := memories.Open(ctx, s.paths[group], memories.Options{Now: clock})
	if err != nil {
		return nil, err
	}
	defer func() { err = firstError(err, store.Close()) }()
	ask := func(k kind, questions []question) error {
		for i, q := range questions {
			hits, err := s.score(ctx, store, q)
			if err != nil {
				return fmt.Errorf("%s: %w", q.ID, err)
			}
			all = append(all, asked{kind: k, set: s.name, fold: foldOf(group, i), hits: hits})
		}
		return nil
	}
	if err := ask(own, s.judgedQuestions(func(g string) bool { return g == group })); err != nil {
		return nil, err
	}
	for _, o := range others {
		from, foreign := sets[o.set], func(string) bool { return true }
		if o.set == "" {
			from, foreign = s, func(g string) bool { return g != group }
		}
		if from == nil {
			return nil, fmt.Errorf("%s is not loaded", o.set)
		}
		if err := ask(o.kind, spread(from.judgedQuestions(foreign), o.most, group)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// foldOf returns what is held out together: a store, or a fifth of the
// questions of the only one.
func foldOf(group string, i int) string {
	if group == "" {
		return fmt.Sprint(i % 5)
	}
	return group
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

// score asks a store and judges each hit.
func (s *set) score(ctx context.Context, store *memories.Store, q question) ([]hit, error) {
	found, err := store.Search(ctx, agmem.Query{Text: q.Text, Limit: 10})
	if err != nil {
		return nil, err
	}
	hits := make([]hit, len(found))
	for i, f := range found {
		hits[i] = hit{score: f.Score, right: s.gold[q.ID][s.idOf[f.ID]]}
	}
	return hits, nil
}
