package fileindex_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/fileindex"
	"github.com/agmem/agmem/internal/storetest"
)

// meant is the index of a folder whose searches weigh meanings.
func meant(t *testing.T, path string, f *folder, e *storetest.Embedder, local bool) *fileindex.Index {
	t.Helper()
	x := fileindex.New(path, f, fileindex.Options{Embedding: e.Embedding(local)})
	x.WeighMeaning()
	t.Cleanup(func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	return x
}

// near returns the keys of what is found for a question, in their order.
func near(t *testing.T, x *fileindex.Index, e *storetest.Embedder, question string) string {
	t.Helper()
	found, err := x.Search(t.Context(), e.Asking(agmem.Query{Text: question, Limit: 2}))
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	for _, f := range found {
		keys = append(keys, f.Key)
	}
	return strings.Join(keys, " ")
}

func vectorsOf(t *testing.T, x *fileindex.Index, want agmem.IndexStatus) {
	t.Helper()
	if got, err := x.Embedded(t.Context()); err != nil || got != want {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
}

// The cache keeps the vectors of what is in files: a few changes get theirs at once
// where no network is needed, and Embed catches up with the rest.
func TestVectorsOfFiles(t *testing.T) {
	f := &folder{path: t.TempDir()}
	cache := filepath.Join(t.TempDir(), "cache.db")
	f.write(t, "one", "a: the car is red\nb: heron by the river")
	var e storetest.Embedder
	x := meant(t, cache, f, &e, true)
	if got := near(t, x, &e, "automobile"); got != "a" {
		t.Errorf("found %q", got)
	}
	vectorsOf(t, x, agmem.IndexStatus{Indexed: 2, Total: 2, Model: "made"})
	f.write(t, "one", "a: the cat is red\nb: heron by the river")
	if got := near(t, x, &e, "feline"); got != "a" {
		t.Errorf("after the change: %q", got)
	}
	if got := near(t, x, &e, "automobile"); got != "" {
		t.Errorf("after the change, what is gone: %q", got)
	}
	var many strings.Builder
	for i := range 40 {
		many.WriteString(strings.Repeat("k", i+1) + ": " + strings.Repeat("zebra ", i+1) + "\n")
	}
	f.write(t, "two", many.String())
	vectorsOf(t, x, agmem.IndexStatus{Indexed: 2, Total: 42, Model: "made"})
	f.write(t, "three", damage) // it keeps no other file from being embedded
	if done, err := x.Embed(t.Context(), false, func(int) {}); done != 40 || err != nil {
		t.Errorf("embedded %d, %v", done, err)
	}
	if x.InMemory() {
		t.Error("the cache file was given up")
	}
}

// A model that is reached over a network is never asked by a search, and another one
// begins with all documents.
func TestEmbedFiles(t *testing.T) {
	f := &folder{path: t.TempDir()}
	cache := filepath.Join(t.TempDir(), "cache.db")
	f.write(t, "one", "a: the car is red\nb: heron by the river")
	var e storetest.Embedder
	x := meant(t, cache, f, &e, false)
	if got := near(t, x, &e, "automobile"); got != "" || e.Texts.Load() != 0 {
		t.Errorf("found %q with %d vectors", got, e.Texts.Load())
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := x.Embed(ctx, false, func(int) {}); agmem.KindOf(err) != agmem.Cancelled {
		t.Errorf("cancelled: %v", err)
	}
	if done, err := x.Embed(t.Context(), false, func(int) {}); done != 2 || err != nil {
		t.Fatalf("embedded %d, %v", done, err)
	}
	next := storetest.Embedder{Name: "next"}
	y := meant(t, cache, f, &next, false)
	if _, err := y.Embed(t.Context(), false, func(int) {}); agmem.KindOf(err) != agmem.Conflict {
		t.Errorf("with another model: %v", err)
	}
	if done, err := y.Embed(t.Context(), true, func(int) {}); done != 2 || err != nil {
		t.Fatalf("embedded %d again, %v", done, err)
	}
	vectorsOf(t, x, agmem.IndexStatus{Indexed: 2, Total: 2, Model: "next"})
	if got := near(t, y, &next, "automobile"); got != "a" {
		t.Errorf("found %q", got)
	}
}
