package numbered_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/numbered"
)

// Pages through every tier are parts of one order, also where many memories have
// the same score and the fuzzy tier is below hundreds.
func TestPagesThroughTheFuzzyTier(t *testing.T) {
	words := strings.Fields("docker kubernetes postgres redis nginx terraform deploy build cache token login error timeout")
	random := rand.New(rand.NewPCG(1, 2))
	f := newFaces(t)
	for i := range 400 {
		var content []string
		for range 2 + random.IntN(4) {
			content = append(content, words[random.IntN(len(words))])
		}
		f.clock = f.clock.Add(time.Duration(random.IntN(100)-50) * time.Hour)
		f.storeOne(fmt.Sprintf("%s n%d", strings.Join(content, " "), i))
	}
	for _, s := range []numbered.Search{
		{Text: "login dokcer", Fuzzy: numbered.FuzzyAlways}, {Text: "n357 kuberntes"}, {Text: "dokcer kuberntes"}, {Text: "redis nginx"},
		{Text: "redis dokcer n1", Fuzzy: numbered.FuzzyAlways}, {Text: "redis buidl2 dokcer"}, {Text: "redis nginx", Fuzzy: numbered.FuzzyAlways},
	} {
		s.Limit = 1000
		whole := f.search(s)
		if whole.Total != int64(len(whole.Results)) {
			t.Errorf("%s: %d results, and the total is %d", s.Text, len(whole.Results), whole.Total)
		}
		for _, size := range []int{10, 100} {
			for s.Limit, s.Offset = size, 0; s.Offset < len(whole.Results); s.Offset += size {
				page := f.search(s)
				want := whole.Results[s.Offset:min(s.Offset+size, len(whole.Results))]
				if tiers(page) != tiers(numbered.Results{Results: want}) || page.Results[0].Score != want[0].Score {
					t.Fatalf("%s: the page of %d from %d differs from the whole", s.Text, size, s.Offset)
				}
				if !slices.Equal(page.Corrections, whole.Corrections) || page.Total != whole.Total {
					t.Fatalf("%s: the page from %d says %v of %d, want %v of %d",
						s.Text, s.Offset, page.Corrections, page.Total, whole.Corrections, whole.Total)
				}
			}
		}
	}
}

// A misspelt word beside a correct one is corrected, said, and worth something.
func TestMisspeltBesideCorrect(t *testing.T) {
	f := stored(t, "state note 1 about things", "state note 2 about things", "state note 3 about things", "react state",
		"terraform apply needs the remote state lock, otherwise two pipelines may run at once")
	want := []agmem.Correction{{From: "terafrom", To: "terraform"}}
	check := func(s numbered.Search) {
		t.Helper()
		found := f.search(s)
		if !slices.Equal(found.Corrections, want) || found.Results[0].Number != 5 || found.Results[0].Tier != numbered.TierAny {
			t.Errorf("%+v finds %s, corrected %v", s, tiers(found), found.Corrections)
		}
	}
	check(numbered.Search{Text: "terafrom state", Fuzzy: numbered.FuzzyAlways, Limit: 3})
	f.storeOne("state six")
	check(numbered.Search{Text: "terafrom state", Fuzzy: numbered.FuzzyAlways, Limit: 1})
	few := stored(t, "docker build cache is kept in a volume", "the build of the site")
	found := few.search(numbered.Search{Text: "dockr build cahce"})
	if len(found.Corrections) != 2 || found.Results[0].Number != 1 {
		t.Errorf("%s, corrected %v", tiers(found), found.Corrections)
	}
}

// A search that must be fuzzy does not mind that some memory has the misspelt
// word. Common words have no such doubt.
func TestMisspeltInMemoriesToo(t *testing.T) {
	f := newFaces(t)
	f.storeOne("docker real thing", "y")
	_, _, err := f.memory.Store(f.Context(), numbered.Draft{Content: "dokcer typo", ExpiresAt: agmem.InstantOf(f.clock.Add(time.Second))})
	f.check(err)
	f.storeOne("dokcer typo2", "x")
	f.clock = f.clock.Add(time.Minute)
	always := numbered.Search{Text: "dokcer", Fuzzy: numbered.FuzzyAlways}
	if got := tiers(f.search(always)); got != "3:all 1:fuzzy " {
		t.Errorf("dokcer finds %s", got)
	}
	always.Selection.Tags = []string{"y"}
	found := f.search(always)
	if got := tiers(found); got != "1:fuzzy " || !slices.Equal(found.Corrections, []agmem.Correction{{From: "dokcer", To: "docker"}}) {
		t.Errorf("dokcer with a filter finds %s, corrected %v", got, found.Corrections)
	}
	if found := f.search(numbered.Search{Text: "docker", Fuzzy: numbered.FuzzyAlways}); tiers(found) != "1:all " || len(found.Corrections) > 0 {
		t.Errorf("docker finds %s, corrected %v", tiers(found), found.Corrections)
	}
}
