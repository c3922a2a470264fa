package library_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/library"
)

func hit(id string, score float64) agmem.Hit {
	return agmem.Hit{ID: id, Score: score, Explanation: &agmem.Explanation{}}
}

// both is a memory that two sources hold.
const both = "b0b0b0b0-0000-4000-8000-000000000001"

func TestSearchFusesByRank(t *testing.T) {
	local := &fake{name: "local", hits: []agmem.Hit{hit("a", .9), hit("b", .8), hit(both, .3)}}
	team := &fake{name: "team", hits: []agmem.Hit{hit(both, .5), hit("c", .6)}}
	lib := openWith(library.Options{Memories: "local", Fusion: library.FusionRRF}, local, team)
	got, err := lib.Finder.Search(t.Context(), agmem.Query{Text: "x", Limit: 10, Explain: true})
	if err != nil {
		t.Fatal(err)
	}
	want := []struct {
		id    string
		score float64
		rrf   float64
	}{
		{"team:" + both, 2.2 / 3, 1./63 + 1./61},
		{"a", 2.2 / 3, 1. / 61},
		{"b", 2.2 / 3, 1. / 62},
		{"team:c", .6, 1. / 62},
	}
	if len(got) != len(want) {
		t.Fatalf("%d hits, want %d: %+v", len(got), len(want), got)
	}
	for i, w := range want {
		g := got[i]
		if g.ID != w.id || math.Abs(g.Score-w.score) > 1e-12 || math.Abs(g.Explanation.RRF-w.rrf) > 1e-12 {
			t.Errorf("hit %d: %s %v rrf %v, want %+v", i, g.ID, g.Score, g.Explanation.RRF, w)
		}
	}
	if got[0].Source != "team" || got[0].Also[0] != both || got[1].Source != "local" {
		t.Errorf("sources %s, %s; also %v", got[0].Source, got[1].Source, got[0].Also)
	}
}

// ranks returns the ids of hits with their scores.
func ranks(hits []agmem.Hit) string {
	var all []string
	for _, h := range hits {
		all = append(all, fmt.Sprintf("%s %.2f", h.ID, h.Score))
	}
	return strings.Join(all, ", ")
}

func valued(id string, value, score float64) agmem.Hit {
	h := hit(id, score)
	h.Value = value
	return h
}

// Hits are ordered by their values; those of a source without values stand
// where their scores belong, in their own order.
func TestSearchMergesByValue(t *testing.T) {
	local := &fake{name: "local", hits: []agmem.Hit{valued("a", 9, .9), valued("b", 8, .8), valued("c", 3, .1)}}
	team := &fake{name: "team", hits: []agmem.Hit{valued("d", 8.5, .85), valued("e", 2, .05)}}
	web := &fake{name: "web", hits: []agmem.Hit{hit("f", .82), hit("g", .07)}}
	got, err := open("", local, team, web).Finder.Search(t.Context(), agmem.Query{Text: "x", Limit: 6})
	if err != nil {
		t.Fatal(err)
	}
	if want := "a 0.90, team:d 0.85, web:f 0.82, b 0.80, c 0.10, web:g 0.07"; ranks(got) != want {
		t.Errorf("hits\n%s, want\n%s", ranks(got), want)
	}
}

// The lowest score is one of the merged list, in which a score may rise to the
// mean of its neighbours.
func TestTheLowestScoreIsOfTheMergedList(t *testing.T) {
	local := &fake{name: "local", hits: []agmem.Hit{valued("a", 9, .4)}}
	team := &fake{name: "team", hits: []agmem.Hit{valued("d", 8, .8), valued("e", 2, .05)}}
	got, err := open("", local, team).Finder.Search(t.Context(), agmem.Query{Text: "x", Limit: 6, MinScore: .5})
	if want := "a 0.60, team:d 0.60"; err != nil || ranks(got) != want || local.asked.MinScore != 0 {
		t.Errorf("hits\n%s, want\n%s; %v; the source was asked for %v", ranks(got), want, err, local.asked.MinScore)
	}
}

// The same memory or the same text in two sources is one hit with both ids; two
// of one source stay two.
func TestTheSameTextIsOneHit(t *testing.T) {
	same := func(id string, value float64, hash string) agmem.Hit {
		h := valued(id, value, value/10)
		h.Hash = hash
		return h
	}
	local := &fake{name: "local", hits: []agmem.Hit{same("a", 9, "1"), same(both, 6, "2"), same("b", 5, "3")}}
	team := &fake{name: "team", hits: []agmem.Hit{same("x", 8, "1"), same("y", 7, "1"), same(both, 4, "4"), same("z", 3, "3")}}
	third := &fake{name: "third", hits: []agmem.Hit{same("w", 2, "1")}}
	got, err := open("", local, team, third).Finder.Search(t.Context(), agmem.Query{Text: "x", Limit: 9, Explain: true})
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, h := range got {
		all = append(all, fmt.Sprintf("%s %v %.4f", h.ID, h.Also, h.Explanation.RRF))
	}
	want := []string{
		fmt.Sprintf("a [team:x third:w] %.4f", 3./61), fmt.Sprintf("team:y [] %.4f", 1./62),
		fmt.Sprintf("%s [team:%[1]s] %.4f", both, 1./62+1./63), fmt.Sprintf("b [team:z] %.4f", 1./63+1./64),
	}
	if strings.Join(all, "\n") != strings.Join(want, "\n") {
		t.Errorf("hits\n%s\nwant\n%s", strings.Join(all, "\n"), strings.Join(want, "\n"))
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
				h := hit(fmt.Sprint(random.IntN(30)), score)
				if name != "third" {
					h.Value = score * 20
				}
				f.hits = append(f.hits, h)
			}
			sources = append(sources, f)
		}
		limit := 1 + random.IntN(15)
		fusion := []library.Fusion{library.FusionValue, library.FusionRRF}[random.IntN(2)]
		got, err := openWith(library.Options{Memories: "local", Fusion: fusion}, sources...).Finder.Search(t.Context(), agmem.Query{Text: "x", Limit: limit})
		if err != nil || len(got) > limit {
			t.Fatalf("%d hits of %d, %v", len(got), limit, err)
		}
		for i := 1; i < len(got); i++ {
			if got[i].Score > got[i-1].Score {
				t.Fatalf("hit %d scores %v after %v", i, got[i].Score, got[i-1].Score)
			}
		}
	}
}
