package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agmem/agmem/bench/speed/result"
	"github.com/agmem/agmem/internal/recall"
)

// TestEnginesFindTheSame compares how many documents both find: a difference
// would mean that they are not given the same work.
func TestEnginesFindTheSame(t *testing.T) {
	dir := t.TempDir()
	var lines strings.Builder
	for i := range 120 {
		fmt.Fprintf(&lines, `{"content":"note %d about %s: don't retry getUserName in v1.2.%d, 缓存失效 %s","tags":["c++"]}`+"\n",
			i, []string{"migrations", "migrate", "café", "caches"}[i%4], i, strings.Repeat("again ", i%5))
	}
	memories, facts := filepath.Join(dir, "memories.jsonl"), filepath.Join(dir, "facts")
	if err := os.WriteFile(memories, []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	questions := map[string]int{
		"migration": 60, "cache": 30, "cafe": 30, "again": 96, "缓存": 120, "retry": 120,
		"user": 120, "username": 0, "getusername": 120, "41": 1, "c++": 120, "cache café": 60, "absentword": 0,
	}
	for _, name := range []string{"fts5", "own"} {
		path := filepath.Join(dir, name+".db")
		if err := run(t.Context(), []string{"build", name, path, memories, facts, "120"}); err != nil {
			t.Fatal(err)
		}
		for question, want := range questions {
			if got := found(t, name, path, question); got != want {
				t.Errorf("%s finds %d for %q, want %d", name, got, question, want)
			}
		}
	}
	all, err := result.Read[result.Fact](facts)
	if err != nil || len(all) != 6 {
		t.Errorf("%d facts, %v", len(all), err)
	}
}

func found(t *testing.T, name, path, question string) int {
	t.Helper()
	db, err := open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }() // nothing was written
	engines := map[string]engine{"fts5": fts5{}, "own": newOwn()}
	n, err := engines[name].search(context.Background(), tx, recall.NewPlan(recall.Parse(question), question))
	if err != nil {
		t.Fatal(err)
	}
	return n
}
