// Command retrieval measures how well the search of the local store finds
// what public question sets say is right, and writes the tables of
// results.md.
//
// Every question is asked as it is, through [memories.Store.Search], of a
// store that holds the documents of its group as memories: a title is the
// digest, a speaker the author, a session the session, a date the time of
// writing. The order of hits is not trained on the answers; the coefficients of
// scores are.
//
//	AGMEM_TESTDATA=… go run ./bench/retrieval            the figures
//	AGMEM_TESTDATA=… go run ./bench/retrieval -ablate    and each signal left out in turn
//	AGMEM_TESTDATA=… go run ./bench/retrieval -model static -vectors  with vectors, and by these alone; also -model FOLDER, or a model of an Ollama
//	AGMEM_TESTDATA=… go run ./bench/retrieval -spread    LoCoMo turns over memories, values and cards
//	AGMEM_TESTDATA=… go run ./bench/retrieval -calibrate prints calibration.md: what scores say
//	AGMEM_TESTDATA=… go run ./bench/retrieval -tail      prints tail.md: where a list of hits ends
//	AGMEM_TESTDATA=… go run ./bench/retrieval -silence   prints silence_words.md: when agmem context says nothing; with -model too
//	AGMEM_TESTDATA=… go run ./bench/retrieval -packs     prints ledger/results.md: what packs hold
//	AGMEM_TESTDATA=… go run ./bench/retrieval -projects  what preferring a project does
//	AGMEM_TESTDATA=… go run ./bench/retrieval -corrections WORDS
//	                                                     what is corrected, and what not
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agmem/agmem/internal/recall"
)

func main() {
	ablate := flag.Bool("ablate", false, "leave out each signal in turn")
	spread := flag.Bool("spread", false, "measure LoCoMo turns in several rooms, and nothing else")
	scores := flag.Bool("calibrate", false, "measure what scores say, instead of what is found")
	alone := flag.Bool("vectors", false, "also rank by vectors alone and by words alone")
	only := flag.String("only", "", "measure only the set of this name, or those whose name contains it")
	tail := flag.Bool("tail", false, "measure where a list of hits ends, instead of what is found")
	packs := flag.Bool("packs", false, "measure the context packs of ledgers instead")
	projects := flag.Bool("projects", false, "measure two projects in one store instead")
	silence := flag.Bool("silence", false, "measure when agmem context says nothing instead")
	server := flag.String("embedder", "http://127.0.0.1:11434", "the `URL` of what speaks Ollama's /api/embed")
	named := flag.String("model", "", "give every text and question a vector: of the table in the program (static), of the model in this folder, or of this model of the server")
	words := flag.String("corrections", "", "measure what is corrected instead, with the words of this file")
	flag.Parse()
	m := figures(*only, *ablate, *alone)
	switch {
	case *spread:
		m = spreading()
	case *scores:
		m = calibrating()
	case *tail:
		m = cutting()
	case *packs:
		m = packing()
	case *projects:
		m = preferring()
	case *silence:
		m = silencing()
	case *words != "":
		m = correcting(*words)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var err error
	if m.model, err = openModel(*named, *server); err == nil {
		err = m.run(ctx)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "retrieval:", err)
		os.Exit(1)
	}
}

// measurement is what one call of the program measures.
type measurement struct {
	wants  func(spec) bool // the sets
	model  model
	report func(ctx context.Context, sets []*set, in folders) error
}

// folders are where the public sets are and where stores are made.
type folders struct{ data, work string }

func figures(only string, ablate, alone bool) measurement {
	return measurement{
		wants: func(s spec) bool {
			return s.name == only || !slices.ContainsFunc(specs(), func(o spec) bool { return o.name == only }) && strings.Contains(s.name, only)
		},
		report: func(ctx context.Context, sets []*set, _ folders) error {
			if alone {
				return reportHalves(ctx, sets)
			}
			if err := report(ctx, sets); err != nil || !ablate {
				return err
			}
			return reportAblation(ctx, sets)
		},
	}
}

func spreading() measurement {
	return measurement{
		wants:  func(s spec) bool { return s.name == "LoCoMo turns" },
		report: func(ctx context.Context, sets []*set, in folders) error { return reportSpread(ctx, sets[0], in.work) },
	}
}

func calibrating() measurement {
	return measurement{
		wants: func(s spec) bool { return inExperiment(s.name) },
		report: func(ctx context.Context, sets []*set, _ folders) error {
			return reportCalibration(ctx, os.Stdout, sets)
		},
	}
}

func cutting() measurement {
	return measurement{
		wants: func(s spec) bool { return inExperiment(s.name) },
		report: func(ctx context.Context, sets []*set, _ folders) error {
			return reportTail(ctx, os.Stdout, sets)
		},
	}
}

func preferring() measurement {
	return measurement{
		wants: func(s spec) bool { return s.name == "LoCoMo turns" || s.name == "CoSQA" },
		report: func(ctx context.Context, sets []*set, in folders) error {
			return reportProjects(ctx, os.Stdout, sets, in)
		},
	}
}

func silencing() measurement {
	return measurement{
		wants:  func(s spec) bool { return inExperiment(s.name) },
		report: func(ctx context.Context, sets []*set, _ folders) error { return reportSilence(ctx, os.Stdout, sets) },
	}
}

func packing() measurement {
	return measurement{
		wants:  func(spec) bool { return false },
		report: func(ctx context.Context, _ []*set, in folders) error { return reportPacks(ctx, os.Stdout, in) },
	}
}

func correcting(words string) measurement {
	return measurement{
		wants: func(spec) bool { return false },
		report: func(ctx context.Context, _ []*set, in folders) error {
			return reportCorrections(ctx, in.data, words, in.work)
		},
	}
}

// run makes the stores of the sets and measures.
func (m measurement) run(ctx context.Context) error {
	data := os.Getenv("AGMEM_TESTDATA")
	if data == "" {
		return fmt.Errorf("AGMEM_TESTDATA is not set: it names the folder that holds eval/locomo, eval/cosqa and the other public sets")
	}
	work, err := os.MkdirTemp("", "agmem-retrieval-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	sets, err := loadSets(ctx, filepath.Join(data, "eval"), work, m.wants, m.model)
	if err != nil {
		return err
	}
	return m.report(ctx, sets, folders{data, work})
}

// loadSets reads the wanted sets and makes their stores.
func loadSets(ctx context.Context, data, work string, wanted func(spec) bool, m model) ([]*set, error) {
	var sets []*set
	for _, spec := range specs() {
		if !wanted(spec) {
			continue
		}
		s, err := load(filepath.Join(data, spec.folder), spec)
		if err != nil {
			return nil, err
		}
		s.model = m
		if err := s.build(ctx, filepath.Join(work, spec.file())); err != nil {
			return nil, err
		}
		sets = append(sets, s)
	}
	return sets, nil
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

// reportHalves prints the figures of words alone, of vectors alone and of both.
func reportHalves(ctx context.Context, sets []*set) error {
	fmt.Println("| set | by | R@5 | R@10 | MRR@10 | nDCG@10 |\n|---|---|---|---|---|---|")
	for _, s := range sets {
		for _, by := range []ablation{
			{"words", func(w *recall.Weights) { w.Vector = 0 }},
			{"vectors", func(w *recall.Weights) { *w = recall.Weights{Vector: 1, Neighbours: 1e-9} }},
			{"both", func(*recall.Weights) {}},
		} {
			w := recall.DefaultWeights()
			by.drop(&w)
			m, _, err := s.measure(ctx, w)
			if err != nil {
				return err
			}
			fmt.Printf("| %s | %s | %s |\n", s.name, by.name, m)
		}
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
		{"vector", func(w *recall.Weights) { w.Vector = 0 }},
	}
}
