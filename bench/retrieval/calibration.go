package main

import (
	"context"
	_ "embed"
	"fmt"
	"io"
)

// calibrationHead is what calibration.md begins with.
//
//go:embed calibration_head.md
var calibrationHead string

// before is the curve of the scores that there were before, kept to compare
// with.
//
//go:embed before.md
var before string

// reportCalibration prints calibration.md.
func reportCalibration(ctx context.Context, w io.Writer, sets []*set) error {
	byName := make(map[string]*set)
	for _, s := range sets {
		byName[s.name] = s
	}
	all, err := calibrate(ctx, byName)
	if err != nil {
		return err
	}
	bySet := heldOutSets(all)
	fmt.Fprint(w, calibrationHead)
	fmt.Fprintf(w, "\nFitted on everything, the coefficients are %.2f (base, worth, unknown).\n", fit(examples(all, func(asked) bool { return false })))
	fmt.Fprint(w, "\n## The whole set held out\n\n")
	curve(w, bySet)
	fmt.Fprint(w, "\n## A fifth of the stores, or of the questions, held out\n\n")
	curve(w, heldOutFolds(all))
	fmt.Fprint(w, "\n", before)
	fmt.Fprint(w, "\n## As the program scores, with its rounded coefficients\n\n")
	curve(w, all)
	fmt.Fprint(w, "\n## The same threshold for all sets (the whole set held out)\n\n")
	at(w, bySet)
	fmt.Fprint(w, "\n## Reliability (the whole set held out)\n\n")
	reliability(w, bySet)
	return nil
}
