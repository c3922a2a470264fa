package main

import (
	"fmt"
	"io"
	"slices"
)

// curve prints, for each share of the right answers that is kept, how many of
// the questions that nothing answers get a hit all the same.
//
// An own question counts where a right document is among its first ten hits;
// its answer is kept where the best of these scores the threshold or more.
func curve(w io.Writer, all []asked) {
	fmt.Fprintln(w, "| set | right answers | near | far | kept |\n|---|---|---|---|---|")
	for _, name := range names(all) {
		for _, kept := range []float64{.5, .6, .7, .8, .9, .95} {
			t, n := threshold(all, name, kept)
			fmt.Fprintf(w, "| %s %.0f %% | %.3f | %d | %s | %s |\n", name, kept*100, t, n,
				falseAnswers(all, name, near, t), falseAnswers(all, name, far, t))
		}
	}
}

func names(all []asked) []string {
	var names []string
	for _, a := range all {
		if !slices.Contains(names, a.set) {
			names = append(names, a.set)
		}
	}
	return names
}

// threshold returns the highest score that keeps a share of the right answers
// of a set, and how many right answers there are.
func threshold(all []asked, name string, kept float64) (float64, int) {
	var scores []float64
	for _, a := range all {
		if s, ok := a.bestRight(); ok && a.kind == own && a.set == name {
			scores = append(scores, s)
		}
	}
	if len(scores) == 0 {
		return 0, 0
	}
	slices.Sort(scores)
	return scores[int(float64(len(scores))*(1-kept)+1e-9)], len(scores)
}

// falseAnswers returns the share of the questions of a kind that have a hit
// at the threshold or above.
func falseAnswers(all []asked, name string, k kind, t float64) string {
	var n, hit float64
	for _, a := range all {
		if a.set == name && a.kind == k {
			n++
			if a.best() >= t && len(a.hits) > 0 {
				hit++
			}
		}
	}
	if n == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f %%", 100*hit/n)
}
