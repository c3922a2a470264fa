package main

import (
	"context"
	_ "embed"
	"fmt"
	"io"
)

// tailHead is what tail.md begins with.
//
//go:embed tail_head.md
var tailHead string

// mostLost is how much of R@10 a threshold may cost, as a mean over the sets.
const mostLost = 0.005

// reportTail prints tail.md.
func reportTail(ctx context.Context, w io.Writer, sets []*set) error {
	byName := make(map[string]*set)
	for _, s := range sets {
		byName[s.name] = s
	}
	all, err := calibrate(ctx, byName)
	if err != nil {
		return err
	}
	fmt.Fprint(w, tailHead)
	tailCurve(w, all)
	tailHeldOut(w, all)
	tailAsBuilt(w, all)
	goodMatches(w, all)
	return nil
}

const tailColumns = " lost | wrong hits dropped | other hits dropped | others empty | own empty |\n"

// tailCurve prints what thresholds cost, and those that hits to which the best
// one is not much better need not reach.
func tailCurve(w io.Writer, all []asked) {
	fmt.Fprint(w, "\n## The curve\n\n| kept | sets |"+tailColumns+"|---|---|---|---|---|---|---|\n")
	words, pairs := byScript(all)
	for _, least := range []float64{.01, .02, .03, .05, .08, .1, .15, .2, .3} {
		r := tailRule{least: least, share: 2}
		fmt.Fprintf(w, "| %.2f | words | %s |\n", least, meanCosts(words, r, ""))
		fmt.Fprintf(w, "| %.2f | Chinese | %s |\n", least, meanCosts(pairs, r, ""))
	}
	for _, r := range []tailRule{{.03, .9}, {.03, .5}, {.05, .9}, {.05, .5}, {.1, .5}, {.1, .3}, {2, .3}, {2, .2}} {
		label := fmt.Sprintf("%.2f, or %.1f of the best", r.least, r.share)
		if r.least > 1 {
			label = fmt.Sprintf("%.1f of the best", r.share)
		}
		fmt.Fprintf(w, "| %s | words | %s |\n", label, meanCosts(words, r, ""))
	}
}

// byScript tells the sets in words from those in a script without blanks, where
// another threshold holds. A set is what its first question is.
func byScript(all []asked) (words, pairs []asked) {
	inWords := make(map[string]bool)
	for _, a := range all {
		if _, known := inWords[a.set]; !known {
			inWords[a.set] = a.expected().Least > 0
		}
		if inWords[a.set] {
			words = append(words, a)
		} else {
			pairs = append(pairs, a)
		}
	}
	return words, pairs
}

// tailHeldOut chooses the threshold without a set and says what it does to it.
func tailHeldOut(w io.Writer, all []asked) {
	words, _ := byScript(all)
	fmt.Fprintf(w, "\n## The highest threshold that loses at most %.1f points on the other sets\n\n", 100*mostLost)
	fmt.Fprint(w, "| set held out | threshold |"+tailColumns+"|---|---|---|---|---|---|---|\n")
	for _, name := range names(words) {
		var chosen tailRule
		for step := range 31 {
			r := tailRule{least: float64(step) / 100, share: 2}
			if meanCosts(words, r, name).lost <= mostLost {
				chosen = r
			}
		}
		fmt.Fprintf(w, "| %s | %.2f | %s |\n", name, chosen.least, costs(words, name, chosen))
	}
}

func tailAsBuilt(w io.Writer, all []asked) {
	fmt.Fprint(w, "\n## As the program does it\n\n| set |"+tailColumns+"|---|---|---|---|---|---|\n")
	for _, name := range names(all) {
		fmt.Fprintf(w, "| %s | %s |\n", name, costs(all, name, asBuilt{}))
	}
	fmt.Fprintf(w, "| mean | %s |\n", meanCosts(all, asBuilt{}, ""))
}

// goodMatches prints how often the program says that there is no good match.
func goodMatches(w io.Writer, all []asked) {
	fmt.Fprint(w, "\n## No good match is said\n\n| set | of own questions with a right hit | of others |\n|---|---|---|\n")
	for _, name := range names(all) {
		var said, asked [2]float64
		for _, a := range all {
			if a.set != name || a.kind == own && a.right() < 0 {
				continue
			}
			k := min(int(a.kind), 1)
			asked[k]++
			if len(a.hits) == 0 || a.hits[0].score < a.expected().Good {
				said[k]++
			}
		}
		fmt.Fprintf(w, "| %s | %.1f %% | %.1f %% |\n", name, 100*said[0]/max(asked[0], 1), 100*said[1]/max(asked[1], 1))
	}
}
