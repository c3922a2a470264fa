package main

import (
	"bufio"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories"
)

// spec says which question set to measure and how.
type spec struct {
	name, folder, queries string
	// whole joins the turns of a session to one document.
	whole bool
	// bySession judges turns by the session that they are of.
	bySession bool
	goal      string // what is asked for, for the table
	compare   string // figures of others on the same or the whole set
}

func (s spec) file() string { return strings.ReplaceAll(s.name, " ", "-") }

func specs() []spec {
	return []spec{
		{name: "LoCoMo turns", folder: "locomo", queries: "queries.jsonl", goal: "R@10 .78, MRR .55",
			compare: "BM25 .626 / .464; a first try .788 / .560"},
		{name: "LoCoMo turns misspelt", folder: "locomo", queries: "queries_typo.jsonl", goal: "within 2 points",
			compare: "BM25 with correction .589"},
		{name: "LoCoMo sessions", folder: "locomo", queries: "queries.jsonl", whole: true, goal: "R@5 .90",
			compare: "a first try R@5 .903, MRR .840"},
		{name: "LoCoMo sessions by their turns", folder: "locomo", queries: "queries.jsonl", bySession: true,
			compare: "–"},
		{name: "CoSQA", folder: "cosqa", queries: "queries.jsonl", goal: "R@10 .56", compare: "BM25 .529, at 1.2/0.75 .568"},
		{name: "CoSQA misspelt", folder: "cosqa", queries: "queries_typo.jsonl", goal: "within 2 points", compare: "–"},
		{name: "Cranfield", folder: "cranfield", queries: "queries.jsonl", goal: "nDCG .39", compare: "BM25 .366; a first try .397"},
		{name: "Cranfield misspelt", folder: "cranfield", queries: "queries_typo.jsonl", compare: "–"},
		{name: "CISI", folder: "cisi", queries: "queries.jsonl", goal: "nDCG .40", compare: "BM25 .381"},
		{name: "MemDaily-zh", folder: "memdaily-zh", queries: "queries.jsonl", goal: "R@10 .89", compare: "pairs of characters .890"},
		{name: "LongMemEval sessions", folder: "longmemeval", queries: "queries.jsonl", goal: "R@5 .85",
			compare: "BM25 .837 (47 questions)"},
		{name: "LongMemEval sessions misspelt", folder: "longmemeval", queries: "queries_typo.jsonl", compare: "–"},
	}
}

// set is a question set with the stores that its questions are asked of.
type set struct {
	spec
	model     model
	documents map[string][]document // by group
	questions []question
	gold      map[string]map[string]bool // by question
	speakers  map[string][]string        // by group
	paths     map[string]string          // of the stores, by group
	idOf      map[string]string          // of a document, by the id of its memory
}

type document struct {
	ID      string          `json:"_id"`
	Group   string          `json:"group"`
	Title   string          `json:"title"`
	Text    string          `json:"text"`
	Speaker string          `json:"speaker"`
	Session json.RawMessage `json:"session"`
	Date    string          `json:"date"`
}

type question struct {
	ID       string `json:"_id"`
	Group    string `json:"group"`
	Text     string `json:"text"`
	Category string `json:"category"`
}

func load(folder string, s spec) (*set, error) {
	loaded := &set{spec: s, speakers: make(map[string][]string), documents: make(map[string][]document), gold: make(map[string]map[string]bool),
		paths: make(map[string]string), idOf: make(map[string]string)}
	documents, err := readLines[document](filepath.Join(folder, "corpus.jsonl.gz"))
	if err != nil {
		return nil, err
	}
	for _, d := range documents {
		loaded.documents[d.Group] = append(loaded.documents[d.Group], d)
		if d.Speaker != "" && !slices.Contains(loaded.speakers[d.Group], d.Speaker) {
			loaded.speakers[d.Group] = append(loaded.speakers[d.Group], d.Speaker)
		}
	}
	if s.whole {
		loaded.joinSessions()
	}
	if loaded.questions, err = readLines[question](filepath.Join(folder, s.queries)); err != nil {
		return nil, err
	}
	return loaded, loaded.readGold(filepath.Join(folder, "qrels.tsv"))
}

func readLines[T any](path string) (all []T, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(path, ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			return nil, err
		}
	}
	for d := json.NewDecoder(bufio.NewReader(r)); ; {
		var v T
		if err := d.Decode(&v); err == io.EOF {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		all = append(all, v)
	}
}

func (s *set) readGold(path string) error {
	raw, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(raw)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if len(f) != 3 || f[0] == "query-id" || f[2] == "0" {
			continue
		}
		if s.gold[f[0]] == nil {
			s.gold[f[0]] = make(map[string]bool)
		}
		s.gold[f[0]][s.judged(f[1])] = true
	}
	return nil
}

// judged is what an answer is judged by: its document, or its session.
func (s *set) judged(id string) string {
	if s.whole || s.bySession {
		return id[:max(strings.LastIndexByte(id, ':'), 0)]
	}
	return id
}

// joinSessions makes one document of the turns of each session.
func (s *set) joinSessions() {
	for group, turns := range s.documents {
		var joined []document
		for _, d := range turns {
			if id := s.judged(d.ID); len(joined) == 0 || joined[len(joined)-1].ID != id {
				joined = append(joined, document{ID: id, Group: group, Date: d.Date})
			}
			joined[len(joined)-1].Text += d.Text + "\n"
		}
		s.documents[group] = joined
	}
}

// build makes the stores.
func (s *set) build(ctx context.Context, folder string) error {
	for i, group := range slices.Sorted(maps.Keys(s.documents)) {
		path := filepath.Join(folder, strconv.Itoa(i)+".db")
		s.paths[group] = path
		store, err := memories.Open(ctx, path, memories.Options{Now: clock, Embedding: s.model.embedding()})
		if err != nil {
			return err
		}
		memories, err := s.memories(s.documents[group])
		if err == nil {
			_, err = store.Import(ctx, each(memories), agmem.ImportOptions{})
		}
		if err == nil && s.model.Embedder != nil {
			_, err = store.Run(ctx, "embed", nil)
		}
		if err := firstError(err, store.Close()); err != nil {
			return err
		}
	}
	return nil
}

// each is a sequence in which nothing fails.
func each(memories []agmem.Memory) iter.Seq2[agmem.Memory, error] {
	return func(yield func(agmem.Memory, error) bool) {
		for _, m := range memories {
			if !yield(m, nil) {
				return
			}
		}
	}
}

func (s *set) memories(documents []document) ([]agmem.Memory, error) {
	all := make([]agmem.Memory, 0, len(documents))
	for _, d := range documents {
		written, err := writtenAt(d.Date)
		if err != nil {
			return nil, err
		}
		m := agmem.Memory{ID: memoryID(s.name, d.ID), Content: d.Text, Digest: d.Title, CreatedAt: written,
			Origin: agmem.Origin{Author: d.Speaker, Session: strings.Trim(string(d.Session), `"`)}}
		if strings.TrimSpace(m.Content) == "" {
			continue
		}
		// A store has each text once; a second one counts as the first.
		if _, twice := s.idOf[m.ID]; !twice {
			s.idOf[m.ID] = d.ID
		}
		all = append(all, m)
	}
	return all, nil
}

func memoryID(set, document string) string {
	sum := sha256.Sum256([]byte(set + "\x00" + document))
	id := uuid.UUID(sum[:16])
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80
	return id.String()
}

// clock stands still after all dates of the sets.
func clock() time.Time { return time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC) }

// writtenAt reads the dates of the sets: 1:56 pm on 8 May, 2023;
// 2023/05/20 (Sat) 02:21; 2024年04月01日 周一 08:30.
func writtenAt(date string) (agmem.Instant, error) {
	if date == "" {
		return agmem.InstantOf(clock()), nil
	}
	for _, layout := range []string{"3:04 pm on 2 January, 2006", "2006/01/02 (Mon) 15:04"} {
		if t, err := time.Parse(layout, date); err == nil {
			return agmem.InstantOf(t), nil
		}
	}
	if f := strings.Fields(date); len(f) == 3 {
		if t, err := time.Parse("2006年01月02日 15:04", f[0]+" "+f[2]); err == nil {
			return agmem.InstantOf(t), nil
		}
	}
	return 0, fmt.Errorf("%q is a date of a form that is not known", date)
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
