package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// curve is, for each set, how high a threshold keeps how many of the right
// answers, and how many questions that nothing answers get a hit all the same.
//
// An own question counts where a right document is among its first ten hits;
// its answer is kept where the best of the right hits scores the threshold or
// more.
func curve(w io.Writer, all []asked) {
	fmt.Fprint(w, "| set (right answers) | kept | threshold | near | near, renamed | far |\n|---|---|---|---|---|---|\n")
	for _, name := range names(all) {
		kept := ranked(all, name, own)
		for i, share := range []float64{.5, .6, .7, .8, .9, .95} {
			t, label := threshold(kept, share), ""
			if i == 0 {
				label = fmt.Sprintf("%s (%d)", name, len(kept))
			}
			fmt.Fprintf(w, "| %s | %.0f %% | %.2f | %s | %s | %s |\n", label, share*100, t,
				percent(ranked(all, name, near), t), percent(ranked(all, name, renamed), t), percent(ranked(all, name, far), t))
		}
	}
}

// at prints what thresholds that are the same for all sets would keep and let
// through.
func at(w io.Writer, all []asked) {
	fmt.Fprint(w, "| threshold | set | kept | near | near, renamed | far |\n|---|---|---|---|---|---|\n")
	for _, t := range []float64{.3, .5, .7} {
		for _, name := range names(all) {
			fmt.Fprintf(w, "| %.1f | %s | %s | %s | %s | %s |\n", t, name, percent(ranked(all, name, own), t),
				percent(ranked(all, name, near), t), percent(ranked(all, name, renamed), t), percent(ranked(all, name, far), t))
		}
	}
}

// reliability prints for each tenth of scores how many of the first hits have
// such a one, and of how many of these the question has an answer among the
// first ten hits, or in that very place. Own questions and others count alike,
// and every set does.
func reliability(w io.Writer, all []asked) {
	type bin struct{ hits, weight, score, answered, right float64 }
	var bins [10]bin
	count := make(map[string][2]float64)
	for _, a := range all {
		c := count[a.set]
		c[min(int(a.kind), 1)]++
		count[a.set] = c
	}
	for _, a := range all {
		if len(a.hits) == 0 {
			continue
		}
		first := a.hits[0]
		b := &bins[min(int(first.score*10), 9)]
		weight := 1 / count[a.set][min(int(a.kind), 1)]
		b.hits++
		b.weight += weight
		b.score += weight * first.score
		if a.right() >= 0 {
			b.answered += weight
		}
		if first.right {
			b.right += weight
		}
	}
	fmt.Fprint(w, "| score | first hits | mean score | a right hit among ten | the first is right |\n|---|---|---|---|---|\n")
	for i, b := range bins {
		n := max(b.weight, 1e-9)
		fmt.Fprintf(w, "| %.1f to %.1f | %.0f | %.2f | %.2f | %.2f |\n", float64(i)/10, float64(i+1)/10,
			b.hits, b.score/n, b.answered/n, b.right/n)
	}
}

// right returns the place of the best right hit, -1 where there is none.
func (a asked) right() int {
	return slices.IndexFunc(a.hits, func(h hit) bool { return h.right })
}

// names returns the sets in the order in which they were asked.
func names(all []asked) []string {
	var names []string
	for _, a := range all {
		if !slices.Contains(names, a.set) {
			names = append(names, a.set)
		}
	}
	return names
}

// family is the name of a set without what it makes of the texts.
func family(set string) string {
	name, _, _ := strings.Cut(set, " ")
	return name
}

// ranked returns for each question of a kind the score that decides whether
// there is an answer, ascending: that of the best right hit of an own question,
// that of the first hit of another. -1 is no hit.
func ranked(all []asked, set string, k kind) []float64 {
	var scores []float64
	for _, a := range all {
		if a.set != set || a.kind != k {
			continue
		}
		i := 0
		if k == own {
			if i = a.right(); i < 0 {
				continue
			}
		}
		score := -1.0
		if i < len(a.hits) {
			score = a.hits[i].score
		}
		scores = append(scores, score)
	}
	slices.Sort(scores)
	return scores
}

// threshold returns the highest score that a share of the scores have.
func threshold(ascending []float64, share float64) float64 {
	if len(ascending) == 0 {
		return 0
	}
	return ascending[int(float64(len(ascending))*(1-share)+1e-9)]
}

// percent says how many of the scores reach a threshold.
func percent(ascending []float64, t float64) string {
	if len(ascending) == 0 {
		return "–"
	}
	below, _ := slices.BinarySearch(ascending, t)
	return fmt.Sprintf("%.1f %%", 100*(1-float64(below)/float64(len(ascending))))
}
