package main

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/library"
	"github.com/agmem/agmem/internal/recall"
	"github.com/agmem/agmem/internal/tokens"
)

// silenceHead is what the tables begin with.
//
//go:embed silence_head.md
var silenceHead string

// lowest is the least threshold that is measured: below it a pack has other items.
const lowest = 0.3

// prompt is a question with what agmem context makes of it at the lowest
// threshold.
type prompt struct {
	kind     kind
	set      string
	found    bool // a right document is among the first ten hits
	packed   bool // a right document is in the pack
	hooked   bool // and in that of the prompt hook, which has a smaller budget
	signals  signals
	strength float64 // decides whether the prompt gets a pack
}

func silenceExperiments() []experiment {
	return []experiment{
		{"LoCoMo turns", []foreign{{renamed, "", 200}, {far, "CoSQA", 100}}},
		{"LoCoMo sessions", []foreign{{renamed, "", 200}, {far, "CoSQA", 100}}},
		{"CoSQA", []foreign{{far, "LoCoMo turns", 300}, {far, "Cranfield", 225}}},
		{"Cranfield", []foreign{{near, "CISI", 76}, {far, "LoCoMo turns", 300}, {far, "CoSQA", 300}}},
		{"LongMemEval sessions", []foreign{{near, "", 15}, {near, "LoCoMo turns", 30}, {far, "CoSQA", 30}}},
		{"MemDaily-zh", []foreign{{near, "", 3}}},
	}
}

// reportSilence prints silence_words.md, or that of a model.
func reportSilence(ctx context.Context, w io.Writer, sets []*set) error {
	byName := make(map[string]*set)
	for _, s := range sets {
		byName[s.name] = s
	}
	var all []prompt
	for _, e := range silenceExperiments() {
		s := byName[e.set]
		for _, group := range sortedKeys(s.documents) {
			asked, err := s.prompts(ctx, group, e.foreign, byName)
			if err != nil {
				return fmt.Errorf("%s: %w", e.set, err)
			}
			all = append(all, asked...)
		}
	}
	fmt.Fprint(w, silenceHead)
	fmt.Fprintf(w, "\nBy words%s.\n", meant(sets[0].model))
	fmt.Fprint(w, "\n## The curve\n\n")
	silenceCurve(w, all)
	fmt.Fprint(w, "\n## One threshold for all sets\n\n")
	silenceAt(w, all)
	fmt.Fprint(w, "\n## The prompt hook\n\n")
	silenceOfHook(w, all)
	fmt.Fprint(w, "\n## What else was tried\n\n")
	silenceSignals(w, all)
	return nil
}

// meant names the model whose vectors count beside the words, if there is one.
func meant(m model) string {
	if m.Embedder == nil {
		return " alone"
	}
	return " and by the vectors of " + m.Model()
}

// prompts asks one store its own questions and those of others.
func (s *set) prompts(ctx context.Context, group string, others []foreign, sets map[string]*set) (all []prompt, err error) {
	w, err := s.witness(ctx, group)
	if err != nil {
		return nil, err
	}
	defer func() { err = firstError(err, w.Close()) }()
	p := &packer{witness: w, meter: newMeter(s.documents[group]), library: library.New([]library.Registration{{
		Name: "local", Active: func() bool { return true }, Open: func(context.Context) (agmem.Source, error) { return w.Store, nil },
	}}, library.Options{Memories: "local", Embedder: s.model.embedding().Open, Patience: time.Minute})}
	ask := func(k kind, questions []question) error {
		for _, q := range questions {
			one, err := p.prompt(ctx, q, k)
			if err != nil {
				return err
			}
			all = append(all, one)
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

// packer makes packs from one store.
type packer struct {
	*witness
	meter   *meter
	library *library.Library
}

func (p *packer) prompt(ctx context.Context, q question, k kind) (prompt, error) {
	p.ranked = nil
	request := library.ContextRequest{
		Query: q.Text, Budget: library.ContextBudget, MinScore: lowest, Now: agmem.InstantOf(clock()),
		Cost: func(c *library.ContextPack) int { return tokens.Estimate(c.Markdown()) },
	}
	pack, err := p.library.Context.Pack(ctx, request)
	if err != nil {
		return prompt{}, fmt.Errorf("%s: %w", q.ID, err)
	}
	one := prompt{kind: k, set: p.set.name}
	ranked := p.ranked
	hooked, err := p.hookPack(ctx, request)
	if err != nil {
		return prompt{}, fmt.Errorf("%s: %w", q.ID, err)
	}
	meaning, err := p.set.model.meaning(ctx, q.Text)
	if err != nil {
		return prompt{}, fmt.Errorf("%s: %w", q.ID, err)
	}
	hits, err := p.Search(ctx, agmem.Query{Text: q.Text, Limit: 10, Meaning: meaning})
	if err != nil || len(hits) == 0 {
		one.signals, one.strength = nothingFound(), 0
		return one, err
	}
	right := func(id string) bool { return k == own && p.set.gold[q.ID][p.set.idOf[id]] }
	one.found = slices.ContainsFunc(hits, func(h agmem.Hit) bool { return right(h.ID) })
	inPack := func(i library.ContextItem) bool { return right(i.Address) }
	one.packed, one.hooked = slices.ContainsFunc(pack.Items, inPack), slices.ContainsFunc(hooked.Items, inPack)
	one.signals = p.meter.signals(q.Text, p.set.idOf[hits[0].ID], hits, ranked)
	one.strength = hits[0].Score
	return one, nil
}

// share is how many of some prompts get a pack at a threshold, and how many there
// are.
func share(all []prompt, of func(prompt) bool, t float64) (part float64, total int) {
	for _, p := range all {
		if of(p) {
			total++
			if p.strength >= t {
				part++
			}
		}
	}
	return part / float64(max(total, 1)), total
}

// kept is how many of the answers that a search finds are in a pack at a
// threshold, and how many there are.
func kept(all []prompt, set string, t float64) (part float64, total int) {
	for _, p := range all {
		if p.set == set && p.kind == own && p.found {
			total++
			if p.packed && p.strength >= t {
				part++
			}
		}
	}
	return part / float64(max(total, 1)), total
}

// thresholdFor returns the highest threshold that keeps a share of the answers,
// false where the packs do not have so many.
func thresholdFor(all []prompt, set string, wanted float64) (float64, bool) {
	best, found := 0.0, false
	for _, p := range all {
		if p.set != set || p.kind != own || !p.packed || found && p.strength <= best {
			continue
		}
		if part, _ := kept(all, set, p.strength); part >= wanted {
			best, found = p.strength, true
		}
	}
	return best, found
}

func promptSets(all []prompt) []string {
	var names []string
	for _, p := range all {
		if !slices.Contains(names, p.set) {
			names = append(names, p.set)
		}
	}
	return names
}

// falsely is the share of the prompts of some kinds to a set that get a pack.
func falsely(all []prompt, set string, t float64, kinds ...kind) string {
	part, total := share(all, func(p prompt) bool { return p.set == set && slices.Contains(kinds, p.kind) }, t)
	if total == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f %%", 100*part)
}

func silenceCurve(w io.Writer, all []prompt) {
	fmt.Fprint(w, "| set (answers, near, far prompts) | kept | threshold | near | far |\n|---|---|---|---|---|\n")
	for _, set := range promptSets(all) {
		_, answers := kept(all, set, 0)
		_, nears := share(all, func(p prompt) bool { return p.set == set && (p.kind == near || p.kind == renamed) }, 0)
		_, fars := share(all, func(p prompt) bool { return p.set == set && p.kind == far }, 0)
		label := fmt.Sprintf("%s (%d, %d, %d)", set, answers, nears, fars)
		for _, wanted := range []float64{.5, .6, .7, .8, .9, .95} {
			t, ok := thresholdFor(all, set, wanted)
			if !ok {
				fmt.Fprintf(w, "| %s | %.0f %% | not reached | – | – |\n", label, 100*wanted)
			} else {
				fmt.Fprintf(w, "| %s | %.0f %% | %.2f | %s | %s |\n", label, 100*wanted, t, falsely(all, set, t, near, renamed), falsely(all, set, t, far))
			}
			label = ""
		}
	}
}

func silenceAt(w io.Writer, all []prompt) {
	fmt.Fprint(w, "| threshold | set | kept | near | far |\n|---|---|---|---|---|\n")
	for _, t := range []float64{.4, .45, .5, .55, .6, .65, .7} {
		for _, set := range promptSets(all) {
			part, _ := kept(all, set, t)
			fmt.Fprintf(w, "| %.2f | %s | %.1f %% | %s | %s |\n", t, set, 100*part, falsely(all, set, t, near, renamed), falsely(all, set, t, far))
		}
	}
}

// logit is the inverse of the logistic function, bounded.
func logit(p float64) float64 {
	p = min(max(p, 1e-4), 1-1e-4)
	return math.Log(p / (1 - p))
}

// firstEvidence is the evidence of the best hit.
func firstEvidence(ranked []recall.Ranked) recall.Evidence {
	if len(ranked) == 0 {
		return recall.Evidence{}
	}
	return ranked[0].Evidence
}
