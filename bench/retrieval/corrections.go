package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories"
	"github.com/agmem/agmem/internal/numbered"
)

// mixedFolders are the sets whose documents fill the stores of the
// corrections: talk, code and abstracts.
func mixedFolders() []string { return []string{"locomo", "cosqa", "cranfield"} }

// maxEnglish is how many words of English a store is asked for that it lacks.
const maxEnglish = 2000

// reportCorrections asks stores of three sizes for single words: common ones
// that they lack, none of which is misspelt, and the largest also for
// misspellings that people made.
func reportCorrections(ctx context.Context, data, wordFile, work string) error {
	lists, err := readWords(wordFile)
	if err != nil {
		return err
	}
	documents, err := mixedDocuments(data)
	if err != nil {
		return err
	}
	for _, size := range []int{35, 1000, 10_000} {
		s := mixedSet(documents, size)
		if err := s.build(ctx, filepath.Join(work, s.file())); err != nil {
			return err
		}
		store, err := memories.Open(ctx, s.paths[""], memories.Options{Now: clock})
		if err != nil {
			return err
		}
		for _, a := range askers(store) {
			fmt.Printf("\n%s\n\n| memories | words | lacking | corrected | share | which |\n|---|---|---|---|---|---|\n", a.name)
			err = firstError(err, reportLacking(ctx, a, size, lists))
			if err == nil && size == 10_000 {
				err = reportMisspellings(ctx, a, data, s.documents[""])
			}
		}
		if err := firstError(err, store.Close()); err != nil {
			return err
		}
	}
	return nil
}

// wordList is the words of one kind, in the order of the file.
type wordList struct {
	kind  string
	words []string
}

// readWords reads what words.py printed.
func readWords(path string) ([]wordList, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var lists []wordList
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		kind, word, ok := strings.Cut(lines.Text(), "\t")
		if !ok {
			return nil, fmt.Errorf("%s: %q is not a kind, a tab and a word", path, lines.Text())
		}
		if n := len(lists); n == 0 || lists[n-1].kind != kind {
			lists = append(lists, wordList{kind: kind})
		}
		last := &lists[len(lists)-1]
		last.words = append(last.words, word)
	}
	return lists, lines.Err()
}

func mixedDocuments(data string) ([]document, error) {
	var all []document
	for _, folder := range mixedFolders() {
		documents, err := readLines[document](filepath.Join(data, "eval", folder, "corpus.jsonl.gz"))
		if err != nil {
			return nil, err
		}
		for _, d := range documents {
			d.ID, d.Group = folder+"/"+d.ID, ""
			all = append(all, d)
		}
	}
	return all, nil
}

// mixedSet takes size documents at equal distances.
func mixedSet(documents []document, size int) *set {
	s := &set{spec: spec{name: fmt.Sprint("mixed ", size)}, documents: make(map[string][]document),
		paths: make(map[string]string), idOf: make(map[string]string)}
	for i := range size {
		s.documents[""] = append(s.documents[""], documents[i*len(documents)/size])
	}
	return s
}

// outcome is what a store made of a word that was asked for alone.
type outcome int

const (
	known   outcome = iota // the store has it
	leftOut                // nothing was found, and nothing taken for it
	changed                // another word was taken for it
)

// asker is a way to ask a store for a word. ask returns the outcome and, where
// the word was changed, what the best hit has in its place.
type asker struct {
	name string
	ask  func(ctx context.Context, word string) (was outcome, to string, err error)
}

func askers(store *memories.Store) []asker {
	byNumber := numbered.Memories{
		Read: func(context.Context) (numbered.Store, error) { return store, nil },
		Now:  clock,
	}
	fuzzy := func(when numbered.Fuzzy) func(context.Context, string) (outcome, string, error) {
		return func(ctx context.Context, word string) (outcome, string, error) {
			return askByNumber(ctx, byNumber, word, when)
		}
	}
	return []asker{
		{"agmem search", func(ctx context.Context, word string) (outcome, string, error) { return askFor(ctx, store, word) }},
		{"memory search", fuzzy(numbered.FuzzyAuto)},
		{"memory search --fuzzy", fuzzy(numbered.FuzzyAlways)},
	}
}

func askByNumber(ctx context.Context, memories numbered.Memories, word string, when numbered.Fuzzy) (was outcome, to string, err error) {
	found, err := memories.Search(ctx, numbered.Search{Text: word, Limit: 1, Fuzzy: when, Threshold: numbered.DefaultThreshold})
	switch {
	case err != nil || len(found.Results) == 0:
		return leftOut, "", err
	case len(found.Corrections) == 0:
		return known, "", nil
	}
	return changed, found.Corrections[0].To, nil
}

func askFor(ctx context.Context, store *memories.Store, word string) (was outcome, to string, err error) {
	hits, err := store.Search(ctx, agmem.Query{Text: word, Limit: 1})
	switch {
	case err != nil || len(hits) == 0:
		return leftOut, "", err
	case len(hits[0].Corrected) == 0:
		return known, "", nil
	}
	return changed, hits[0].Corrected[0].To, nil
}

// reportLacking prints how many words of each kind are corrected, of those
// that a store lacks.
func reportLacking(ctx context.Context, a asker, size int, lists []wordList) error {
	for _, list := range lists {
		lacking := 0
		var corrected []string
		for _, word := range list.words {
			if list.kind == "english" && lacking == maxEnglish {
				break
			}
			was, to, err := a.ask(ctx, word)
			if err != nil {
				return err
			}
			if was != known {
				lacking++
			}
			if was == changed {
				corrected = append(corrected, word+" → "+to)
			}
		}
		fmt.Printf("| %d | %s | %d | %d | %.2f %% | %s |\n", size, list.kind, lacking, len(corrected),
			100*float64(len(corrected))/float64(max(lacking, 1)), strings.Join(corrected, ", "))
	}
	return nil
}
