package memories_test

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"math"
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

// A text that has none of the words is found by its meaning, under the filter and
// the operators of the question; not without a vector of the question.
func TestFoundByMeaning(t *testing.T) {
	var e storetest.Embedder
	s := meaningful(t, filepath.Join(t.TempDir(), "agmem.db"), &e, true)
	noise(t, s, 300)
	add(t, s, "the car is at the garage", "things")
	add(t, s, "a car without wheels", "other")
	const question = "where is the automobile"
	if got := contents(t, s, agmem.Query{Text: question}); slices.Contains(got, "the car is at the garage") &&
		got[0] == "a car without wheels" {
		t.Errorf("without a vector: %q", got)
	}
	got := contents(t, s, e.Asking(agmem.Query{Text: "automobile vehicle"}))
	if len(got) < 2 || !slices.Contains(got[:2], "the car is at the garage") || !slices.Contains(got[:2], "a car without wheels") {
		t.Errorf("by meaning: %q", got)
	}
	hits, err := s.Search(t.Context(), e.Asking(agmem.Query{Text: "automobile garage", Limit: 3, Explain: true}))
	if err != nil || len(hits) == 0 || hits[0].Explanation.Ranks == nil || *hits[0].Explanation.Ranks != (agmem.Ranks{Words: 1, Meaning: 1}) ||
		math.Abs(hits[0].Explanation.RRF-2./61) > 1e-9 {
		t.Errorf("explained: %+v, %v", hits, err)
	}
	got = contents(t, s, e.Asking(agmem.Query{Text: "automobile vehicle", Filter: agmem.Filter{Tags: []string{"other"}}}))
	if !slices.Equal(got, []string{"a car without wheels"}) {
		t.Errorf("with a filter: %q", got)
	}
	got = contents(t, s, e.Asking(agmem.Query{Text: "automobile vehicle -wheels"}))
	if len(got) == 0 || got[0] != "the car is at the garage" || slices.Contains(got, "a car without wheels") {
		t.Errorf("with an operator: %q", got)
	}
	if got := contents(t, s, agmem.Query{Text: "automobile vehicle", Meaning: func() *agmem.Vector { return nil }}); len(got) != 0 {
		t.Errorf("without a vector in time: %q", got)
	}
	other := storetest.Embedder{Name: "other"}
	if got := contents(t, s, other.Asking(agmem.Query{Text: "automobile vehicle"})); len(got) != 0 {
		t.Errorf("by the vector of another model: %q", got)
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

// What a network is needed for is queued, and caught up with in batches that can be
// interrupted.
func TestCatchUp(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var e storetest.Embedder
	s := meaningful(t, filepath.Join(t.TempDir(), "agmem.db"), &e, false)
	noise(t, s, 142)
	if got := indexed(t, s); got != "0/142 made" || e.Texts.Load() != 0 {
		t.Fatalf("%s, %d embedded", got, e.Texts.Load())
	}
	_, err := s.Run(ctx, "embed", func(string) { cancel() })
	if agmem.KindOf(err) != agmem.Cancelled {
		t.Fatalf("interrupted: %v", err)
	}
	if got := indexed(t, s); got == "0/142 made" || got == "142/142 made" {
		t.Errorf("after the interruption: %s", got)
	}
	result := run(t, s, "embed")
	if got := fmt.Sprint(result[1:]); got != "[{embedder made} {indexed 142} {total 142}]" {
		t.Errorf("result %s", got)
	}
	before := e.Texts.Load()
	run(t, s, "embed")
	if now := e.Texts.Load(); now > before+16 { // but for asking the model what it is like
		t.Errorf("%d texts are embedded where none waits", now-before)
	}
	sound(t, s)
}

// Another model begins with a rebuild, until whose end the old vectors answer.
func TestRebuild(t *testing.T) {
	path := filepath.Join(t.TempDir(), "agmem.db")
	old, next := &storetest.Embedder{Name: "old"}, &storetest.Embedder{Name: "next"}
	first := meaningful(t, path, old, true)
	noise(t, first, 100)
	add(t, first, "the car is red")
	s := meaningful(t, path, next, true)
	add(t, s, "the cat is red") // its vector would be of another model
	if got := indexed(t, s); got != "101/102 old" {
		t.Errorf("after a write with another model: %s", got)
	}
	if _, err := s.Run(t.Context(), "embed", nil); agmem.KindOf(err) != agmem.Conflict {
		t.Errorf("embedding with another model: %v", err)
	}
	vehicle := agmem.Query{Text: "vehicle"}
	asked := 0
	next.Each = func() {
		asked++
		if got := contents(t, s, old.Asking(vehicle)); !slices.Contains(got, "the car is red") {
			t.Errorf("during the rebuild: %q", got)
		}
		if asked == 3 { // in the middle, somebody else writes
			add(t, first, "a vehicle of wood")
		}
	}
	run(t, s, "embed-rebuild")
	next.Each = nil
	if got := indexed(t, s); got != "103/103 next" {
		t.Errorf("after the rebuild: %s", got)
	}
	if got := contents(t, s, next.Asking(agmem.Query{Text: "automobile"})); len(got) < 2 || !slices.Contains(got[:2], "a vehicle of wood") {
		t.Errorf("after the rebuild: %q", got)
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
	for round := range 12 {
		cmd := helper(t, "rebuild", path)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		seen := make([]byte, 1+round*7) // a byte for each step of its work
		for got := 0; got < len(seen); {
			n, err := out.Read(seen[got:])
			if got += n; err != nil {
				break // it is done
			}
		}
		_ = cmd.Process.Kill() // or it has ended
		_ = cmd.Wait()
		sound(t, s)
		want := []string{fmt.Sprintf("%d/%d old", size, size), fmt.Sprintf("%d/%d next", size, size)}
		if got := indexed(t, s); !slices.Contains(want, got) {
			t.Fatalf("round %d: %s", round, got)
		}
	}
	next := meaningful(t, path, &storetest.Embedder{Name: "next"}, false)
	run(t, next, "embed-rebuild")
	sound(t, s)
	if got := indexed(t, s); got != fmt.Sprintf("%d/%d next", size, size) {
		t.Errorf("in the end: %s", got)
	}
}

// Without an embedder nothing is made or asked, and a file with vectors can be used.
func TestWithoutEmbedder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "agmem.db")
	var e storetest.Embedder
	add(t, meaningful(t, path, &e, true), "the car is red")
	s := open(t, path, memories.Options{})
	add(t, s, "the cat is red")
	if got := indexed(t, s); got != "1/2 made" {
		t.Error(got)
	}
	for _, name := range []string{"embed", "embed-rebuild"} {
		if _, err := s.Run(t.Context(), name, nil); agmem.KindOf(err) != agmem.Unavailable || !strings.Contains(err.Error(), "no embedder") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := contents(t, s, agmem.Query{Text: "red"}); len(got) != 2 {
		t.Errorf("found %q", got)
	}
	sound(t, s)
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

// Damaged vectors leave the words: a search goes on without them, and the check of
// the store names them.
func TestDamagedVectorsLeaveTheWords(t *testing.T) {
	var e storetest.Embedder
	s := meaningful(t, filepath.Join(t.TempDir(), "agmem.db"), &e, true)
	noise(t, s, 300)
	add(t, s, "the car is at the garage", "things")
	db, err := sql.Open("sqlite", s.Location())
	if err != nil {
		t.Fatal(err)
	}
	changed, err := db.Exec(`UPDATE memory_meaning_vector SET vector = x'00'`)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := changed.RowsAffected(); n == 0 || err != nil {
		t.Fatalf("%d vectors were damaged, %v: nothing is tested", n, err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if got := contents(t, s, e.Asking(agmem.Query{Text: "car garage"})); len(got) == 0 || got[0] != "the car is at the garage" {
		t.Errorf("found %q", got)
	}
	if _, err := s.Run(t.Context(), "check", nil); agmem.KindOf(err) != agmem.Corrupt {
		t.Errorf("the check says %v", err)
	}
}
