package numbered_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/numbered"
)

// stored returns faces that hold these contents, under the numbers from 1 on.
func stored(t *testing.T, contents ...string) *faces {
	t.Helper()
	f := newFaces(t)
	for _, c := range contents {
		f.storeOne(c)
	}
	return f
}

func (f *faces) storeOne(content string, tags ...string) {
	f.Helper()
	_, _, err := f.memory.Store(f.Context(), numbered.Draft{Content: content, Tags: tags})
	f.check(err)
}

// search returns what a search finds, with defaults for what it does not say.
func (f *faces) search(s numbered.Search) numbered.Results {
	f.Helper()
	if s.Limit == 0 {
		s.Limit = 10
	}
	if s.Threshold == 0 {
		s.Threshold = numbered.DefaultThreshold
	}
	found, err := f.memory.Search(f.Context(), s)
	f.check(err)
	return found
}

// tiers returns the numbers of results with their tiers.
func tiers(found numbered.Results) string {
	var text string
	for _, r := range found.Results {
		text += fmt.Sprintf("%d:%s ", r.Number, r.Tier)
	}
	return text
}

// Each tier is asked where those before it found fewer than five, and stands
// below them.
func TestTiers(t *testing.T) {
	f := stored(t, "docker compose", "docker swarm", "podman compose", "kubernetes pods")
	for _, test := range []struct {
		search numbered.Search
		want   string
		total  int64
	}{
		{numbered.Search{Text: "docker compose"}, "1:all 3:any 2:any ", 3},
		{numbered.Search{Text: "kuberntes compose"}, "3:any 1:any 4:fuzzy ", 3},
		{numbered.Search{Text: "kuberntes compose", Fuzzy: numbered.FuzzyNever}, "3:any 1:any ", 2},
		{numbered.Search{Text: "kuberntes compose", Threshold: 0.95}, "3:any 1:any ", 2},
		{numbered.Search{Text: "dokcer AND compose"}, "", 0},
		{numbered.Search{Text: "docker NOT swarm"}, "1:all ", 1},
	} {
		found := f.search(test.search)
		if got := tiers(found); got != test.want {
			t.Errorf("%+v finds %s, want %s", test.search, got, test.want)
		}
		if found.Total != test.total {
			t.Errorf("%+v finds %d, want %d", test.search, found.Total, test.total)
		}
	}
	for i := range 5 {
		f.storeOne(fmt.Sprint("compose, number ", i))
	}
	if found := f.search(numbered.Search{Text: "kuberntes compose"}); len(found.Corrections) > 0 || found.Total != 7 {
		t.Errorf("enough memories have one of the words, and yet it is fuzzy: %s", tiers(found))
	}
	found := f.search(numbered.Search{Text: "kuberntes compose", Fuzzy: numbered.FuzzyAlways})
	if !slices.Equal(found.Corrections, []agmem.Correction{{From: "kuberntes", To: "kubernetes"}}) || found.Total != 8 {
		t.Errorf("fuzzy at all events finds %d: %s, %v", found.Total, tiers(found), found.Corrections)
	}
}

// A misspelt word is found in a long text, among words that are not.
func TestMisspeltInLongTexts(t *testing.T) {
	long := strings.Repeat("the deployment notes of the week say little about it ", 60)
	f := stored(t, long+"docker "+long, long+"kubernetes pod restart policy "+long, long+"postgres vacuum "+long)
	for text, want := range map[string]string{
		"dokcer": "1:fuzzy ", "kuberntes": "2:fuzzy ", "postgers": "3:fuzzy ",
		"kuberntes AND policy": "", "dokcer -vacuum": "1:fuzzy ",
	} {
		if got := tiers(f.search(numbered.Search{Text: text})); got != want {
			t.Errorf("%s finds %s, want %s", text, got, want)
		}
	}
	found := f.search(numbered.Search{Text: "kuberntes restart policy", Fuzzy: numbered.FuzzyAlways})
	if found.Results[0].Number != 2 {
		t.Errorf("among other words: %s", tiers(found))
	}
}

// The score is what its parts make, and never rises.
func TestScores(t *testing.T) {
	f := stored(t, "kubernetes pods", "kubernetes, an older one, in a text that is much longer than the first one is")
	f.clock = f.clock.Add(30 * 24 * time.Hour)
	f.storeOne("kubernetes today")
	found := f.search(numbered.Search{Text: "kuberntes"})
	if len(found.Results) != 3 {
		t.Fatalf("found %s", tiers(found))
	}
	for i, r := range found.Results {
		if sum := 0.4*r.Parts.BM25 + 0.3*r.Parts.Trigram + 0.2*r.Parts.Edit + 0.1*r.Parts.Recency; math.Abs(sum-r.Score) > 1e-9 {
			t.Errorf("%d: the parts %+v make %v, not %v", r.Number, r.Parts, sum, r.Score)
		}
		if i > 0 && r.Score > found.Results[i-1].Score {
			t.Errorf("%d: the score rises to %v", r.Number, r.Score)
		}
		want := 0.5
		if r.Number == 3 {
			want = 1
		}
		if r.Parts.Edit != 0.9 || math.Abs(r.Parts.Recency-want) > 1e-3 {
			t.Errorf("%d: %+v", r.Number, r.Parts)
		}
	}
	if found.Results[0].Number != 3 {
		t.Errorf("the memory of today is not the first: %s", tiers(found))
	}
}

// Pages are parts of one order, whatever their size.
func TestPages(t *testing.T) {
	f := newFaces(t)
	for i := range 70 {
		f.storeOne(fmt.Sprintf("heron %d %s", i, []string{"river", "garden", "otter"}[i%3]))
	}
	for _, text := range []string{"heron", "heron river", "heorn", "heron OR otter"} {
		whole := f.search(numbered.Search{Text: text, Limit: 1000})
		if whole.Total != int64(len(whole.Results)) || whole.Total < 20 {
			t.Errorf("%s: %d results, and the total is %d", text, len(whole.Results), whole.Total)
		}
		for _, size := range []int{1, 7, 25} {
			var got []int64
			for offset := 0; offset < len(whole.Results); offset += size {
				page := f.search(numbered.Search{Text: text, Limit: size, Offset: offset})
				if page.Total != whole.Total {
					t.Errorf("%s: the total of a page is %d, want %d", text, page.Total, whole.Total)
				}
				for _, r := range page.Results {
					got = append(got, r.Number)
				}
			}
			for i, r := range whole.Results {
				if i >= len(got) || got[i] != r.Number {
					t.Fatalf("%s: pages of %d differ from the whole at %d", text, size, i)
				}
			}
		}
		if beyond := f.search(numbered.Search{Text: text, Offset: math.MaxInt, Limit: math.MaxInt}); len(beyond.Results) > 0 {
			t.Errorf("%s: %d results beyond the end", text, len(beyond.Results))
		}
	}
}

// A store that is not there yet finds nothing, and refuses the same.
func TestNoStoreYet(t *testing.T) {
	f := newFaces(t)
	found := f.search(numbered.Search{Text: "anything"})
	if len(found.Results) > 0 || found.Total > 0 {
		t.Errorf("found %s", tiers(found))
	}
	for _, s := range []numbered.Search{{Limit: 1}, {Text: "x"}, {Text: "x", Limit: 1, Offset: -1}, {Text: "x", Limit: 1, Threshold: 2}} {
		if _, err := f.memory.Search(t.Context(), s); agmem.KindOf(err) != agmem.Usage {
			t.Errorf("%+v is %v", s, err)
		}
	}
}
