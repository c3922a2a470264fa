package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agmem/agmem/internal/commonwords"
	"github.com/agmem/agmem/internal/recall"
)

// misspelling is a word as it should be and as someone wrote it.
type misspelling struct{ right, wrong string }

// misspellings returns the pairs of all sets, each once.
func misspellings(data string) ([]misspelling, error) {
	var all []misspelling
	for _, s := range specs() {
		if !strings.Contains(s.queries, "typo") {
			continue
		}
		questions, err := readLines[struct {
			Typo [2]string `json:"typo"`
		}](filepath.Join(data, "eval", s.folder, s.queries))
		if err != nil {
			return nil, err
		}
		for _, q := range questions {
			pair := misspelling{recall.Fold(q.Typo[0]), recall.Fold(q.Typo[1])}
			if !slices.Contains(all, pair) {
				all = append(all, pair)
			}
		}
	}
	return all, nil
}

// The verdicts on a misspelling, in the order of the table.
const (
	correctedRight  = "corrected to the right form first"
	correctedWrong  = "another word first"
	notCorrected    = "not corrected"
	isCommon        = "not corrected, for the wrong form is a common word"
	storeHasIt      = "not corrected, for the store has the wrong form as another word"
	sameStem        = "needs no correction: the wrong form has the stem of the right one"
	carriesNothing  = "left out: the right form is a word that carries nothing"
	storeLacksItToo = "left out: the store lacks the right form"
)

func verdicts() []string {
	return []string{correctedRight, correctedWrong, notCorrected, isCommon, storeHasIt, sameStem, carriesNothing, storeLacksItToo}
}

// reportMisspellings counts how many misspellings of words that the store has
// are taken for what was meant.
func reportMisspellings(ctx context.Context, a asker, data string, documents []document) error {
	pairs, err := misspellings(data)
	if err != nil {
		return err
	}
	words := vocabulary(documents)
	examples := make(map[string][]string)
	for _, pair := range pairs {
		verdict, to, err := judge(ctx, a, words, pair)
		if err != nil {
			return err
		}
		example := pair.wrong + " (" + pair.right + ")"
		if to != "" {
			example += " → " + to
		}
		examples[verdict] = append(examples[verdict], example)
	}
	fmt.Println("\n| misspellings | how many | which |\n|---|---|---|")
	for _, verdict := range verdicts() {
		which := ""
		if verdict == correctedWrong || verdict == notCorrected || verdict == isCommon {
			which = strings.Join(examples[verdict], ", ")
		}
		fmt.Printf("| %s | %d | %s |\n", verdict, len(examples[verdict]), which)
	}
	return nil
}

func vocabulary(documents []document) map[string]bool {
	words := make(map[string]bool)
	analyzer := recall.NewAnalyzer()
	for _, d := range documents {
		for _, p := range analyzer.Analyze(recall.Document{Content: d.Text, Digest: d.Title, Author: d.Speaker}).Postings {
			words[p.Term] = true
		}
	}
	return words
}

// judge returns what became of a misspelling, and the word it was taken for
// where that is not the right one.
func judge(ctx context.Context, a asker, words map[string]bool, pair misspelling) (verdict, to string, err error) {
	switch {
	case !words[pair.right]:
		return storeLacksItToo, "", nil
	case len(terms(pair.right)) == 0:
		return carriesNothing, "", nil
	case slices.Equal(terms(pair.right), terms(pair.wrong)):
		return sameStem, "", nil
	}
	was, to, err := a.ask(ctx, pair.wrong)
	switch {
	case err != nil:
		return "", "", err
	case was == known:
		return storeHasIt, "", nil
	case was == leftOut && commonwords.Has(pair.wrong):
		return isCommon, "", nil
	case was == leftOut:
		return notCorrected, "", nil
	case to == pair.right:
		return correctedRight, "", nil
	}
	return correctedWrong, to, nil
}

// terms returns what the index looks up for a word, nothing for one that
// carries nothing.
func terms(word string) []string {
	plan := recall.NewPlan(recall.Question{recall.Word(word)}, word)
	var all []string
	for _, i := range plan.Active() {
		all = append(all, plan.Leaves[i].Terms...)
	}
	return all
}
