package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf8"

	"github.com/agmem/agmem/bench/speed/result"
	"github.com/agmem/agmem/internal/portable"
)

const tested = 3000

func TestSameNumberSameCorpus(t *testing.T) {
	a, b := t.TempDir(), t.TempDir()
	for _, dir := range []string{a, b} {
		if err := write(dir, tested); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := os.ReadDir(a)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		first, err := os.ReadFile(filepath.Join(a, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		second, err := os.ReadFile(filepath.Join(b, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(first, second) {
			t.Errorf("%s differs between two runs", e.Name())
		}
	}
}

func TestMemoriesLookReal(t *testing.T) {
	dir := t.TempDir()
	if err := write(dir, tested); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(filepath.Join(dir, "memories.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	batch, err := portable.ReadLines(f)
	if err != nil || len(batch.Memories) != tested {
		t.Fatalf("%d memories, %v", len(batch.Memories), err)
	}
	contents, ids, sessions := map[string]bool{}, map[string]bool{}, map[string]bool{}
	foreign := 0
	for i, m := range batch.Memories {
		contents[m.Content], ids[m.ID], sessions[m.Origin.Session] = true, true, true
		if utf8.RuneCountInString(m.Content) < len(m.Content)*9/10 {
			foreign++
		}
		if i > 0 && m.CreatedAt < batch.Memories[i-1].CreatedAt {
			t.Fatalf("memory %d is older than the one before it", i)
		}
	}
	if len(contents) != tested || len(ids) != tested {
		t.Errorf("%d contents and %d ids of %d memories", len(contents), len(ids), tested)
	}
	within(t, "sessions", float64(len(sessions)), tested/50, tested/15)
	within(t, "memories in Chinese", float64(foreign), tested*3/100, tested*7/100)

	facts, err := result.Read[result.Fact](filepath.Join(dir, "facts"))
	if err != nil {
		t.Fatal(err)
	}
	bounds := map[string][2]float64{
		"words of a memory":                        {50, 65},
		"distinct words":                           {10_000, 25_000},
		"memories with the commonest word, %":      {30, 50},
		"memories with the next commonest word, %": {20, 40},
	}
	for _, f := range facts {
		if b, ok := bounds[f.Name]; ok {
			within(t, f.Name, f.Value, b[0], b[1])
			delete(bounds, f.Name)
		}
	}
	if len(bounds) > 0 {
		t.Errorf("facts that are missing: %v", bounds)
	}
}

func within(t *testing.T, what string, got, low, high float64) {
	t.Helper()
	if got < low || got > high {
		t.Errorf("%s: %v, want %v to %v", what, got, low, high)
	}
}

// TestVocabularyGrowsWithTheRoot is Heaps' law: four times the text has about
// twice the words.
func TestVocabularyGrowsWithTheRoot(t *testing.T) {
	distinct := func(n int) float64 {
		w, c := newWriter(n), newCensus(n)
		for range n {
			m, ranks := w.next()
			c.count(m, ranks)
		}
		for _, f := range c.facts() {
			if f.Name == "distinct words" {
				return f.Value
			}
		}
		t.Fatal("the number of distinct words is missing")
		return 0
	}
	within(t, "growth of the vocabulary", distinct(8000)/distinct(2000), 1.6, 2.5)
}

func TestWordsDiffer(t *testing.T) {
	w := newWords()
	seen := make(map[string]bool)
	const ranks = 50_000
	for rank := range ranks {
		seen[w.of(rank)] = true
	}
	within(t, "different words of 50,000 ranks", float64(len(seen)), ranks*0.97, ranks)
	if w.of(0) != "the" || w.of(70) != newWords().of(70) {
		t.Error("a rank has another word than before")
	}
}
