package memories_test

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories"
	"github.com/agmem/agmem/internal/recall"
	"github.com/agmem/agmem/internal/storetest"
	"github.com/agmem/agmem/internal/testsize"
)

// meaningful opens a store whose searches weigh meanings.
func meaningful(t *testing.T, path string, e *storetest.Embedder, local bool) *memories.Store {
	t.Helper()
	weights := recall.DefaultWeights()
	weights.Vector = 1
	return open(t, path, memories.Options{Weights: &weights, Embedding: e.Embedding(local)})
}

// contents returns the contents that a query finds.
func contents(t *testing.T, s *memories.Store, query agmem.Query) []string {
	t.Helper()
	if query.Limit == 0 {
		query.Limit = 10
	}
	hits, err := s.Search(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	found := make([]string, len(hits))
	for i, h := range hits {
		found[i] = h.Digest
	}
	return found
}

// indexed is what embed-status says: the vectors that there are, of how many.
func indexed(t *testing.T, s *memories.Store) string {
	t.Helper()
	stats, err := s.Stats(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%d/%d %s", stats.IndexStatus.Indexed, stats.IndexStatus.Total, stats.IndexStatus.Model)
}

func run(t *testing.T, s *memories.Store, name string) agmem.RunResult {
	t.Helper()
	result, err := s.Run(t.Context(), name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// noise fills a store with texts that have nothing to do with any question here.
func noise(t *testing.T, s *memories.Store, n int) {
	t.Helper()
	if _, err := s.Import(t.Context(), storetest.Sequence(corpus(n)...), agmem.ImportOptions{}); err != nil {
		t.Fatal(err)
	}
}

func TestEmbedding(t *testing.T) {
	ids := make(map[string]string) // by file and name
	storetest.RunEmbedding(t, "memory_meaning", func(t *testing.T, path string, e agmem.Embedding) storetest.Embeddable {
		s := open(t, path, memories.Options{Embedding: e})
		return storetest.Embeddable{
			Source: s,
			Add: func(texts ...string) {
				for _, text := range texts {
					add(t, s, text)
				}
			},
			Set: func(name, text string) {
				id, there := ids[path+name]
				if !there {
					ids[path+name] = add(t, s, text).ID
				} else if _, err := s.Update(t.Context(), id, agmem.Patch{Content: &text}); err != nil {
					t.Fatal(err)
				}
			},
		}
	})
}

// What the filter of a question leaves out is not found by its meaning either.
func TestMeaningUnderAFilter(t *testing.T) {
	var e storetest.Embedder
	s := meaningful(t, filepath.Join(t.TempDir(), "agmem.db"), &e, true)
	noise(t, s, 300)
	add(t, s, "the car is at the garage", "things")
	add(t, s, "a car without wheels", "other")
	got := contents(t, s, e.Asking(agmem.Query{Text: "automobile vehicle", Filter: agmem.Filter{Tags: []string{"other"}}}))
	if !slices.Equal(got, []string{"a car without wheels"}) {
		t.Errorf("with a filter: %q", got)
	}
}

// Vectors follow the texts through every kind of write.
func TestVectorsFollowTexts(t *testing.T) {
	var e storetest.Embedder
	s := meaningful(t, filepath.Join(t.TempDir(), "agmem.db"), &e, true)
	id := add(t, s, "the car is red").ID
	add(t, s, "the car is red") // again
	if got := indexed(t, s); got != "1/1 made" {
		t.Fatal(got)
	}
	vehicle := e.Asking(agmem.Query{Text: "vehicle"})
	feline := e.Asking(agmem.Query{Text: "feline"})
	before := e.Texts.Load()
	digest := "a digest"
	if _, err := s.Update(t.Context(), id, agmem.Patch{Digest: &digest}); err != nil {
		t.Fatal(err)
	}
	if got := indexed(t, s); got != "1/1 made" || e.Texts.Load() != before {
		t.Errorf("a digest is embedded: %s", got)
	}
	text := "the cat is red"
	if _, err := s.Update(t.Context(), id, agmem.Patch{Content: &text}); err != nil {
		t.Fatal(err)
	}
	if got := contents(t, s, feline); !slices.Equal(got, []string{"a digest"}) {
		t.Errorf("after the update: %q", got)
	}
	if _, err := s.Undo(t.Context(), agmem.UndoOptions{ID: id}); err != nil {
		t.Fatal(err)
	}
	run(t, s, "embed")
	if got := contents(t, s, vehicle); !slices.Equal(got, []string{"a digest"}) {
		t.Errorf("after the undo: %q", got)
	}
	e.Fails.Store(true)
	add(t, s, "no vector for this one")
	e.Fails.Store(false)
	if got := indexed(t, s); got != "1/2 made" {
		t.Errorf("after a failure of the model: %s", got)
	}
	run(t, s, "embed")
	sound(t, s)
	if _, err := s.Delete(t.Context(), []string{id}, agmem.DeleteOptions{}); err != nil {
		t.Fatal(err)
	}
	if got := indexed(t, s); got != "1/1 made" || len(contents(t, s, vehicle)) != 0 {
		t.Errorf("after the deletion: %s", got)
	}
	sound(t, s)
}

// A rebuild is killed again and again at any moment: old vectors answer until the
// new ones do, and the next one goes on where it was.
func TestKilledRebuild(t *testing.T) {
	size := testsize.Of(1500, 400)
	path := filepath.Join(t.TempDir(), "agmem.db")
	old := &storetest.Embedder{Name: "old"}
	s := meaningful(t, path, old, false)
	noise(t, s, size)
	run(t, s, "embed")
	both := []string{fmt.Sprintf("%d/%d old", size, size), fmt.Sprintf("%d/%d next", size, size)}
	storetest.KilledRebuild(t, func() *exec.Cmd { return helper(t, "rebuild", path) }, func(round int) {
		sound(t, s)
		if got := indexed(t, s); !slices.Contains(both, got) {
			t.Fatalf("round %d: %s", round, got)
		}
	})
	next := meaningful(t, path, &storetest.Embedder{Name: "next"}, false)
	run(t, next, "embed-rebuild")
	sound(t, s)
	if got := indexed(t, s); got != both[1] {
		t.Errorf("in the end: %s", got)
	}
}

// The best passage of a long text counts.
func TestPassages(t *testing.T) {
	var e storetest.Embedder
	s := meaningful(t, filepath.Join(t.TempDir(), "agmem.db"), &e, true)
	noise(t, s, 100)
	var long bytes.Buffer
	for i := range 2000 {
		if fmt.Fprintf(&long, "filler%d ", i); i == 1500 {
			long.WriteString(strings.Repeat("car ", 100))
		}
	}
	add(t, s, long.String())
	if got := contents(t, s, e.Asking(agmem.Query{Text: "automobile"})); len(got) == 0 || got[0] != strings.TrimSpace(long.String()) && got[0] != long.String() {
		t.Errorf("found %d texts", len(got))
	}
}
