package bert_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/agmem/agmem/internal/embed/bert"
)

// recorded is a text with the vector that another implementation gave.
type recorded struct {
	Query  bool
	Text   string
	Vector []float32
}

func readRecorded(t testing.TB, name string) (all []recorded) {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for d := json.NewDecoder(f); d.More(); {
		var r recorded
		if err := d.Decode(&r); err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

func open(t testing.TB, folder string) *bert.Embedder {
	t.Helper()
	e, err := bert.Open(folder, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

func cosine(a, b []float32) float64 {
	dot, x, y := 0.0, 0.0, 0.0
	for i := range a {
		dot += float64(a[i]) * float64(b[i])
		x += float64(a[i]) * float64(a[i])
		y += float64(b[i]) * float64(b[i])
	}
	return dot / math.Sqrt(x*y)
}

// compare embeds the recorded texts, documents at once, and returns the least
// cosine with what was recorded.
func compare(t testing.TB, e *bert.Embedder, all []recorded) float64 {
	t.Helper()
	var texts []string
	for _, r := range all {
		if !r.Query {
			texts = append(texts, r.Text)
		}
	}
	documents, err := e.EmbedDocuments(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	least := 1.0
	for _, r := range all {
		var v []float32
		if r.Query {
			if v, err = e.EmbedQuery(t.Context(), r.Text); err != nil {
				t.Fatal(err)
			}
		} else {
			v, documents = documents[0], documents[1:]
		}
		c := cosine(v, r.Vector)
		least = min(least, c)
		if !(c >= .9999) {
			t.Errorf("%.70q: the cosine with the recorded vector is %.6f", r.Text, c)
		}
	}
	return least
}

// TestMadeModels compares with what bench/embed/golden_models.py recorded: a
// BERT in 32 bits, and a nomic-bert in 16.
func TestMadeModels(t *testing.T) {
	for _, name := range []string{"bert", "nomic"} {
		t.Run(name, func(t *testing.T) {
			folder := filepath.Join("testdata", name)
			compare(t, open(t, folder), readRecorded(t, filepath.Join(folder, "vectors.jsonl")))
		})
	}
}

// TestARealModel compares with a file that bench/embed/oracle_vectors.py wrote.
func TestARealModel(t *testing.T) {
	folder, vectors := os.Getenv("AGMEM_MODEL"), os.Getenv("AGMEM_MODEL_VECTORS")
	if folder == "" || vectors == "" {
		t.Skip("AGMEM_MODEL and AGMEM_MODEL_VECTORS are not set: the vectors of a real model (bench/embed) are not tested")
	}
	all := readRecorded(t, vectors)
	t.Logf("%d texts, the least cosine is %.7f", len(all), compare(t, open(t, folder), all))
}

func BenchmarkOpen(b *testing.B) {
	folder := os.Getenv("AGMEM_MODEL")
	if folder == "" {
		b.Skip("AGMEM_MODEL is not set: there is no model to open")
	}
	cache := b.TempDir()
	for b.Loop() {
		e, err := bert.Open(folder, cache)
		if err != nil {
			b.Fatal(err)
		}
		_ = e.Close()
	}
}

func BenchmarkQuery(b *testing.B) {
	folder := os.Getenv("AGMEM_MODEL")
	if folder == "" {
		b.Skip("AGMEM_MODEL is not set: there is no model to open")
	}
	e := open(b, folder)
	for b.Loop() {
		if _, err := e.EmbedQuery(b.Context(), "why did the deploy of the parser fail"); err != nil {
			b.Fatal(err)
		}
	}
}
