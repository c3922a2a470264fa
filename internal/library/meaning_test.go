package library_test

import (
	"context"
	"errors"
	"math"
	"sync/atomic"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/library"
)

// seer is an embedder made for these tests.
type seer struct {
	values []float32
	fails  error
	hangs  chan struct{} // until it is closed, if not nil
	asked  atomic.Int64
}

func (*seer) Model() string { return "seer" }

func (e *seer) EmbedDocuments(context.Context, []string) ([][]float32, error) { return nil, nil }

func (e *seer) EmbedQuery(context.Context, string) ([]float32, error) {
	e.asked.Add(1)
	if e.hangs != nil {
		<-e.hangs
	}
	return e.values, e.fails
}

func (e *seer) open(context.Context) (agmem.Embedder, error) { return e, nil }

// meaning is what the sources of a search get.
func meaning(t *testing.T, e *seer, patience time.Duration) *agmem.Vector {
	t.Helper()
	local, team := &fake{name: "local"}, &fake{name: "team"}
	lib := openWith(library.Options{Memories: "local", Embedder: e.open, Patience: patience}, local, team)
	if _, err := lib.Finder.Search(t.Context(), agmem.Query{Text: "x", Limit: 1}); err != nil {
		t.Fatal(err)
	}
	if e.asked.Load() != 0 {
		t.Error("the model is asked before a source needs it")
	}
	one, two := local.asked.Meaning(), team.asked.Meaning()
	if e.asked.Load() != 1 || one != two {
		t.Errorf("the model is asked %d times", e.asked.Load())
	}
	return one
}

// A question is embedded once for all sources, and not before one of them has
// vectors. A model that fails or hangs is no failure of the search.
func TestMeaningOfAQuestion(t *testing.T) {
	v := meaning(t, &seer{values: []float32{3, 4}}, time.Minute)
	if v == nil || v.Model != "seer" || math.Abs(float64(v.Values[0])-0.6) > 1e-6 {
		t.Errorf("the vector is %v", v)
	}
	for name, e := range map[string]*seer{
		"fails":        {fails: errors.New("no"), values: []float32{1}},
		"no direction": {values: []float32{0, 0}},
		"not a number": {values: []float32{float32(math.NaN())}},
		"nothing":      {},
	} {
		if v := meaning(t, e, time.Minute); v != nil {
			t.Errorf("%s: %v", name, v)
		}
	}
	hanging := &seer{hangs: make(chan struct{}), values: []float32{1}}
	if v := meaning(t, hanging, time.Millisecond); v != nil {
		t.Errorf("after its time: %v", v)
	}
	close(hanging.hangs)
}

// Without an embedder a query has no meaning to ask for.
func TestNoEmbedder(t *testing.T) {
	local := &fake{name: "local"}
	lib := openWith(library.Options{Memories: "local"}, local)
	if _, err := lib.Finder.Search(t.Context(), agmem.Query{Text: "x", Limit: 1}); err != nil || local.asked.Meaning != nil {
		t.Errorf("%v, has a meaning: %v", err, local.asked.Meaning != nil)
	}
}

// Where ranks decide, those of a source's two lists count, of one source too, and
// nobody sees the explanation who did not ask for it.
func TestRanksOfTwoLists(t *testing.T) {
	ranked := func(id string, words, meaning int) agmem.Hit {
		h := hit(id, .5)
		h.Explanation.Ranks = &agmem.Ranks{Words: words, Meaning: meaning}
		for _, rank := range []int{words, meaning} {
			if rank > 0 {
				h.Explanation.RRF += 1 / float64(60+rank)
			}
		}
		return h
	}
	for _, explain := range []bool{true, false} {
		local := &fake{name: "local", hits: []agmem.Hit{ranked("a", 1, 0), ranked("b", 3, 2), ranked("c", 0, 1)}}
		lib := openWith(library.Options{Memories: "local", Fusion: library.FusionRRF, Embedder: (&seer{values: []float32{1}}).open}, local)
		got, err := lib.Finder.Search(t.Context(), agmem.Query{Text: "x", Limit: 2, Explain: explain})
		if err != nil || len(got) != 2 || got[0].ID != "b" || got[1].ID != "a" {
			t.Fatalf("%+v, %v", got, err)
		}
		if has := got[0].Explanation != nil; has != explain {
			t.Errorf("explained: %v, asked for: %v", has, explain)
		}
		if !local.asked.Explain || local.asked.Limit < 60 {
			t.Errorf("the source is asked for %+v", local.asked)
		}
	}
}
