package vectorindex

import (
	"context"
	"math"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/sqlitedb"
)

// Vectors of another model, of another size or without a direction are never
// compared.
func TestNotCompared(t *testing.T) {
	withIndex(t, func(ctx context.Context, tx *sqlitedb.Tx, x Index) {
		ask := func(model string, query ...float32) int {
			g, _, err := x.Current(ctx, tx)
			if err != nil {
				t.Fatal(err)
			}
			s, fits := x.Compare(tx, g, model, query)
			if !fits {
				return -1
			}
			matches, _, err := s.Nearest(ctx, 10, nil)
			if err != nil {
				t.Fatal(err)
			}
			return len(matches)
		}
		if got := ask("a", 1, 0); got != -1 {
			t.Errorf("an empty index found %d", got)
		}
		g, err := x.Begin(ctx, tx, Generation{Model: "a", Dims: 2})
		if err != nil {
			t.Fatal(err)
		}
		if err := x.Put(ctx, tx, g, Document{1, [][]float32{{3, 4}}}, Document{2, [][]float32{{0, 0}}}); err != nil {
			t.Fatal(err)
		}
		nan := float32(math.NaN())
		for _, c := range []struct {
			model string
			query []float32
			want  int
		}{
			{"a", []float32{1, 0}, 1}, {"b", []float32{1, 0}, -1}, {"a", []float32{1, 0, 0}, -1},
			{"a", []float32{0, 0}, -1}, {"a", []float32{nan, 1}, -1}, {"a", []float32{-1, -1}, 0},
		} {
			if got := ask(c.model, c.query...); got != c.want {
				t.Errorf("%v for %s found %d, want %d", c.query, c.model, got, c.want)
			}
		}
		for _, bad := range [][]float32{{1}, {nan, 1}, {float32(math.Inf(1)), 0}} {
			if err := x.Put(ctx, tx, g, Document{3, [][]float32{bad}}); agmem.KindOf(err) != agmem.Invalid {
				t.Errorf("%v was kept: %v", bad, err)
			}
		}
	})
}

// What is removed leaves its row and its chunk.
func TestRemovedVectorsAreGone(t *testing.T) {
	withIndex(t, func(ctx context.Context, tx *sqlitedb.Tx, x Index) {
		g, err := x.Begin(ctx, tx, Generation{Model: "a", Dims: 8})
		if err != nil {
			t.Fatal(err)
		}
		var documents []Document
		for i := range int64(200) {
			documents = append(documents, Document{i, [][]float32{{float32(i), 1, 1, 1, 1, 1, 1, 1}}})
		}
		if err := x.Put(ctx, tx, g, documents...); err != nil {
			t.Fatal(err)
		}
		chunked := func() (vectors, inChunks int) {
			err := tx.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM test_vector), (SELECT coalesce(sum(count), 0) FROM test_chunk)`).
				Scan(&vectors, &inChunks)
			if err != nil {
				t.Fatal(err)
			}
			return vectors, inChunks
		}
		if vectors, inChunks := chunked(); vectors != 200 || inChunks != 200 {
			t.Fatalf("%d vectors, %d in chunks", vectors, inChunks)
		}
		for left := int64(199); left >= 0; left-- {
			if err := x.Remove(ctx, tx, left); err != nil {
				t.Fatal(err)
			}
			vectors, inChunks := chunked()
			if vectors != int(left) || inChunks > int(left) || left >= fewRows && inChunks != int(left) {
				t.Fatalf("%d vectors and %d in chunks where %d are left", vectors, inChunks, left)
			}
		}
	})
}

// A few vectors do not say alone what the background is.
func TestBackground(t *testing.T) {
	if got := (Background{}).with(nil); got != (Background{}) {
		t.Errorf("the background of nothing is %v", got)
	}
	known := Background{Mean: 0.1, Deviation: 0.1}
	if got := known.with([]float64{0.9}); got.Mean > 0.2 || got.Deviation < 0.1 {
		t.Errorf("one vector makes it %v", got)
	}
	many := make([]float64, priorWeight)
	for i := range many {
		many[i] = 0.5 + 0.1*float64(i%2)
	}
	if got, own := known.with(many), BackgroundOf(many); got != own {
		t.Errorf("vectors enough make it %v, theirs is %v", got, own)
	}
}
