package library_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/agmem/agmem"
)

func hit(id string, score float64) agmem.Hit {
	return agmem.Hit{ID: id, Score: score, Explanation: &agmem.Explanation{}}
}

// both is a memory that two sources hold.
const both = "b0b0b0b0-0000-4000-8000-000000000001"

func TestSearchFusesByRank(t *testing.T) {
	local := &fake{name: "local", hits: []agmem.Hit{hit("a", .9), hit("b", .8), hit(both, .3)}}
	team := &fake{name: "team", hits: []agmem.Hit{hit(both, .5), hit("c", .95)}}
	got, err := open("", local, team).Finder.Search(t.Context(), agmem.Query{Text: "x", Limit: 10, Explain: true})
	if err != nil {
		t.Fatal(err)
	}
	want := []struct {
		id    string
		score float64
		rrf   float64
	}{
		{both, .5, 1./63 + 1./61},
		{"a", .5, 1. / 61},
		{"team:c", .5, 1. / 62},
		{"b", .5, 1. / 62},
	}
	if len(got) != len(want) {
		t.Fatalf("%d hits, want %d: %+v", len(got), len(want), got)
	}
	for i, w := range want {
		g := got[i]
		if g.ID != w.id || g.Score != w.score || math.Abs(g.Explanation.RRF-w.rrf) > 1e-12 {
			t.Errorf("hit %d: %s %v rrf %v, want %+v", i, g.ID, g.Score, g.Explanation.RRF, w)
		}
	}
	if got[0].Source != "local" || got[2].Source != "team" {
		t.Errorf("sources %s, %s", got[0].Source, got[2].Source)
	}
}

func TestSearchSurvivesAFailingSource(t *testing.T) {
	local := &fake{name: "local", hits: []agmem.Hit{hit("a", .9)}}
	team := &fake{name: "team", fails: agmem.Errorf(agmem.Unavailable, "the network is down").WithHint("plug it in")}
	lib := open("", local, team)
	got, err := lib.Finder.Search(t.Context(), agmem.Query{Text: "x", Limit: 10})
	if len(got) != 1 || got[0].ID != "a" {
		t.Errorf("hits %+v", got)
	}
	if agmem.KindOf(err) != agmem.Unavailable || !strings.Contains(err.Error(), "team: the network is down") {
		t.Errorf("error %v", err)
	}
	list, err := lib.Sources.List(t.Context())
	if len(list) != 2 || list[1].Count != nil || agmem.KindOf(err) != agmem.Unavailable {
		t.Errorf("list %+v, %v", list, err)
	}
}

func TestSearchAsksOnlyTheChosenSource(t *testing.T) {
	local := &fake{name: "local", hits: []agmem.Hit{hit("a", .9)}}
	team := &fake{name: "team", hits: []agmem.Hit{hit("b", .9)}}
	got, err := open("team", local, team).Finder.Search(t.Context(), agmem.Query{Text: "x", Limit: 10})
	if err != nil || len(got) != 1 || got[0].ID != "team:b" || len(local.metadata) != 0 {
		t.Errorf("%+v, %v, local was called %d times", got, err, len(local.metadata))
	}
}

// The contract of scores must hold for all sources that answer.
func TestFusedScoresNeverRise(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var sources []*fake
		for _, name := range []string{"local", "team", "third"} {
			f := &fake{name: name}
			score := 1.0
			for range random.IntN(20) {
				score *= random.Float64()
				f.hits = append(f.hits, hit(fmt.Sprint(random.IntN(30)), score))
			}
			sources = append(sources, f)
		}
		limit := 1 + random.IntN(15)
		got, err := open("", sources...).Finder.Search(t.Context(), agmem.Query{Text: "x", Limit: limit})
		if err != nil || len(got) > limit {
			t.Fatalf("%d hits of %d, %v", len(got), limit, err)
		}
		for i := 1; i < len(got); i++ {
			if got[i].Score > got[i-1].Score || got[i].Explanation.RRF > got[i-1].Explanation.RRF {
				t.Fatalf("hit %d scores %v after %v", i, got[i].Score, got[i-1].Score)
			}
		}
	}
}
