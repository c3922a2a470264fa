package main

import (
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
)

// signals are what a prompt and the best of its hits say about whether anything
// answers, in the order of [signalNames].
type signals [8]float64

func signalNames() [len(signals{})]string {
	return [...]string{
		"calibrated score of the best hit (logit)", "its worth (log)", "share of words that no text has", "margin to the second hit",
		"margin to the mean of the others", "share of the weight that the best hit has", "rarest word is in the best hit",
		"words that the best hit has (log)",
	}
}

// nothingFound is the signals of a prompt without any hit: as weak as they can be.
func nothingFound() signals {
	return signals{logit(0), math.Log(.02), 1, -1, -1, 0, 0, 0}
}

// meter knows how rare words are in a store.
type meter struct {
	words *plain
	place map[string]int // of a document among the texts
}

func newMeter(documents []document) *meter {
	m := &meter{place: make(map[string]int, len(documents))}
	texts := make([]string, len(documents))
	for i, d := range documents {
		texts[i] = d.Title + " " + d.Text
		if _, twice := m.place[d.ID]; !twice {
			m.place[d.ID] = i
		}
	}
	m.words = newPlain(texts)
	return m
}

// signals measures a question against the store and its best hit.
func (m *meter) signals(text, best string, hits []agmem.Hit, ranked []recall.Ranked) signals {
	evidence := firstEvidence(ranked)
	second, others := 0.0, 0.0
	for i, h := range hits[1:] {
		if i == 0 {
			second = h.Score
		}
		others += h.Score / float64(len(hits)-1)
	}
	covered, rarest, had := m.covered(text, m.place[best])
	return signals{
		logit(hits[0].Score), math.Log(max(evidence.Worth, .02)), evidence.Unknown, hits[0].Score - second, hits[0].Score - others,
		covered, rarest, math.Log(1 + had),
	}
}

// covered returns the share of the weight of a question's words that a document
// has, whether it has the rarest, and how many it has.
func (m *meter) covered(text string, document int) (share, rarest, had float64) {
	plan := recall.NewPlan(recall.Parse(text), text)
	words := plan.Active()
	if len(words) == 0 {
		words = plan.Inactive()
	}
	var sum, most float64
	for _, i := range words {
		having, has := make(map[int]bool), false
		for _, form := range plan.Leaves[i].Terms {
			for text := range m.words.postings[form] {
				having[text] = true
			}
		}
		has = having[document]
		weight := math.Log(1 + (float64(len(m.words.lengths))-float64(len(having))+.5)/(float64(len(having))+.5))
		sum += weight
		if has {
			share += weight
			had++
		}
		if weight > most {
			most, rarest = weight, 0
			if has {
				rarest = 1
			}
		}
	}
	if sum == 0 {
		return 0, rarest, had
	}
	return share / sum, rarest, had
}

// silenceSignals prints, for each signal alone and for some together, how many
// prompts that nothing answers get a pack where 90 % of the answers are kept. What
// is put together is fitted without the set that it is measured on.
func silenceSignals(w io.Writer, all []prompt) {
	const wanted = .9
	sets := []string{"LoCoMo turns", "LoCoMo sessions", "CoSQA", "Cranfield"}
	fmt.Fprint(w, "| decided by |")
	for _, set := range sets {
		fmt.Fprintf(w, " %s, near | far |", set)
	}
	fmt.Fprintln(w, "\n|---|---|---|---|---|---|---|---|---|")
	row := func(name string, strength func(prompt) float64) {
		changed := slices.Clone(all)
		for i := range changed {
			changed[i].strength = strength(changed[i])
		}
		fmt.Fprintf(w, "| %s |", name)
		for _, set := range sets {
			t, ok := thresholdFor(changed, set, wanted)
			if !ok {
				fmt.Fprint(w, " not reached | |")
				continue
			}
			fmt.Fprintf(w, " %s | %s |", falsely(changed, set, t, near, renamed), falsely(changed, set, t, far))
		}
		fmt.Fprintln(w)
	}
	for i, name := range signalNames() {
		sign := 1.0
		if i == 2 {
			sign = -1
		}
		row(name, func(p prompt) float64 { return sign * p.signals[i] })
	}
	for _, c := range []struct {
		name string
		of   []int
	}{
		{"score and words that no text has", []int{0, 2}},
		{"score and margin to the second", []int{0, 3}},
		{"score and margin to the others", []int{0, 4}},
		{"score, share of the weight", []int{0, 5}},
		{"score, share, rarest, words", []int{0, 5, 6, 7}},
		{"all of them", []int{0, 1, 2, 3, 4, 5, 6, 7}},
	} {
		fitted := make(map[string][]float64)
		for _, set := range promptSets(all) {
			fitted[set] = fitSignals(all, family(set), c.of)
		}
		row(c.name+" (fitted on the other sets)", func(p prompt) float64 { return combine(p.signals, c.of, fitted[p.set]) })
	}
}

// combine is the linear part of a logistic regression.
func combine(s signals, of []int, c []float64) float64 {
	sum := c[len(of)]
	for i, k := range of {
		sum += c[i] * s[k]
	}
	return sum
}

// fitSignals fits a logistic regression that tells prompts with an answer from
// those without, on all sets but those of one family, each with the same weight. It
// descends by the gradient: the signals are few and the curve is smooth.
func fitSignals(all []prompt, held string, of []int) []float64 {
	type class struct {
		set      string
		answered bool
	}
	count := make(map[class]float64)
	used := func(p prompt) bool { return family(p.set) != held && (p.kind != own || p.found) }
	for _, p := range all {
		if used(p) {
			count[class{p.set, p.kind == own}]++
		}
	}
	c := make([]float64, len(of)+1)
	const rounds, rate = 600, .5
	for range rounds {
		gradient := make([]float64, len(c))
		for _, p := range all {
			if !used(p) {
				continue
			}
			wanted := 0.0
			if p.kind == own {
				wanted = 1
			}
			off := (wanted - 1/(1+math.Exp(-combine(p.signals, of, c)))) / count[class{p.set, p.kind == own}]
			for i, k := range of {
				gradient[i] += off * p.signals[k]
			}
			gradient[len(of)] += off
		}
		for i := range c {
			c[i] += rate * gradient[i] / float64(len(count))
		}
	}
	return c
}
