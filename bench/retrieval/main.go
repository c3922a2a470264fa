// Command retrieval measures how well the search of the local store finds
// what public question sets say is right, and writes the tables of
// results.md.
//
// Every question is asked as it stands, through [memories.Store.Search], of a
// store that holds the documents of its group as memories: a title is the
// digest, a speaker the author, a session the session, a date the time of
// writing. Nothing is trained on the answers.
//
//	AGMEM_TESTDATA=… go run ./bench/retrieval            the figures
//	AGMEM_TESTDATA=… go run ./bench/retrieval -ablate    and each signal left out in turn
//	AGMEM_TESTDATA=… go run ./bench/retrieval -corrections words.tsv
//
// The last one measures what is taken for misspelt; words.py beside this file
// makes the words. Its results are in corrections.md.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/agmem/agmem/internal/recall"
)

func main() {
	ablate := flag.Bool("ablate", false, "leave out each signal in turn")
	only := flag.String("only", "", "measure only the sets whose name contains this")
	words := flag.String("corrections", "", "measure what is corrected instead, with the words of this file")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *only, *words, *ablate); err != nil {
		fmt.Fprintln(os.Stderr, "retrieval:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, only, words string, ablate bool) error {
	data := os.Getenv("AGMEM_TESTDATA")
	if data == "" {
		return fmt.Errorf("AGMEM_TESTDATA is not set: it names the folder that holds eval/locomo, eval/cosqa and the other public sets")
	}
	work, err := os.MkdirTemp("", "agmem-retrieval-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if words != "" {
		return reportCorrections(ctx, data, words, work)
	}
	var sets []*set
	for _, spec := range specs() {
		if !strings.Contains(spec.name, only) {
			continue
		}
		s, err := load(filepath.Join(data, "eval", spec.folder), spec)
		if err != nil {
			return err
		}
		if err := s.build(ctx, filepath.Join(work, spec.file())); err != nil {
			return err
		}
		sets = append(sets, s)
	}
	if err := report(ctx, sets); err != nil || !ablate {
		return err
	}
	return reportAblation(ctx, sets)
}

// report prints the figures of every set, and of LoCoMo's kinds of question.
func report(ctx context.Context, sets []*set) error {
	fmt.Println("| set | questions | R@5 | R@10 | MRR@10 | nDCG@10 | asked for | compare |")
	fmt.Println("|---|---|---|---|---|---|---|---|")
	var kinds []string
	for _, s := range sets {
		all, byKind, err := s.measure(ctx, recall.DefaultWeights())
		if err != nil {
			return err
		}
		fmt.Printf("| %s | %d | %s | %s | %s |\n", s.name, int(all.questions), all, s.goal, s.compare)
		if s.name == "LoCoMo turns" {
			for _, kind := range sortedKeys(byKind) {
				kinds = append(kinds, fmt.Sprintf("| %s | %d | %s |", kind, int(byKind[kind].questions), byKind[kind]))
			}
		}
	}
	if len(kinds) > 0 {
		fmt.Println("\n| LoCoMo turns by kind of question | questions | R@5 | R@10 | MRR@10 | nDCG@10 |\n|---|---|---|---|---|---|")
		fmt.Println(strings.Join(kinds, "\n"))
	}
	return nil
}

// reportAblation prints for every set what R@10 and nDCG@10 lose, in points, when
// a signal is left out.
func reportAblation(ctx context.Context, sets []*set) error {
	fmt.Print("\n| without |")
	rule := "|---|"
	for _, s := range sets {
		fmt.Printf(" %s |", s.name)
		rule += "---|"
	}
	fmt.Println("\n" + rule)
	base := make([]*metrics, len(sets))
	for i, s := range sets {
		var err error
		if base[i], _, err = s.measure(ctx, recall.DefaultWeights()); err != nil {
			return err
		}
	}
	for _, out := range ablations() {
		fmt.Printf("| %s |", out.name)
		for i, s := range sets {
			w := recall.DefaultWeights()
			out.drop(&w)
			m, _, err := s.measure(ctx, w)
			if err != nil {
				return err
			}
			fmt.Printf(" %+.1f / %+.1f |", 100*(m.mean(m.r10)-base[i].mean(base[i].r10)), 100*(m.mean(m.ndcg)-base[i].mean(base[i].ndcg)))
		}
		fmt.Println()
	}
	return nil
}

type ablation struct {
	name string
	drop func(*recall.Weights)
}

func ablations() []ablation {
	return []ablation{
		{"bm25", func(w *recall.Weights) { w.BM25 = 0 }},
		{"bm25: the exact form", func(w *recall.Weights) { w.Exact = 0 }},
		{"bm25: the author who is named", func(w *recall.Weights) { w.Author = 0 }},
		{"phrase", func(w *recall.Weights) { w.Phrase = 0 }},
		{"proximity", func(w *recall.Weights) { w.Proximity, w.Scatter = 0, 0 }},
		{"coverage", func(w *recall.Weights) { w.Coverage = 0 }},
		{"neighbours", func(w *recall.Weights) { w.Neighbours = 0 }},
		{"date", func(w *recall.Weights) { w.Date, w.TellsTime = 0, 0 }},
		{"recency", func(w *recall.Weights) { w.Recency = 0 }},
		{"fuzzy", func(w *recall.Weights) { w.Fuzzy = 0 }},
	}
}
