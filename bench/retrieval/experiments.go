package main

import (
	"fmt"
	"slices"
	"strings"
)

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

// inExperiment reports whether an experiment needs a set.
func inExperiment(set string) bool {
	return slices.ContainsFunc(experiments(), func(e experiment) bool {
		return e.set == set || slices.ContainsFunc(e.foreign, func(f foreign) bool { return f.set == set })
	})
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
