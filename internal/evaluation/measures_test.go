package evaluation

import (
	"math"
	"testing"
)

func TestMeasures(t *testing.T) {
	t.Parallel()
	hit := func(names ...string) Found { return Found{Names: names} }
	for name, c := range map[string]struct {
		answer []Found
		gold   []string
		limit  int
		want   Measures
	}{
		"nothing":        {nil, []string{"a"}, 10, Measures{}},
		"first":          {[]Found{hit("a"), hit("b")}, []string{"a"}, 10, Measures{Recall5: 1, Recall: 1, Hit: 1, MRR: 1, NDCG: 1}},
		"one of two":     {[]Found{hit("x"), hit("a")}, []string{"a", "b"}, 10, Measures{Recall5: .5, Recall: .5, Hit: 1, MRR: .5, NDCG: 1 / math.Log2(3) / (1 + 1/math.Log2(3))}},
		"beyond limit":   {[]Found{hit("x"), hit("a")}, []string{"a"}, 1, Measures{}},
		"sixth":          {[]Found{hit("1"), hit("2"), hit("3"), hit("4"), hit("5"), hit("a")}, []string{"a"}, 10, Measures{Recall: 1, Hit: 1, MRR: 1. / 6, NDCG: 1 / math.Log2(7)}},
		"two names":      {[]Found{hit("a", "b")}, []string{"a", "b"}, 10, Measures{Recall5: 1, Recall: 1, Hit: 1, MRR: 1, NDCG: 1}},
		"by its prefix":  {[]Found{hit("cafe0001-0000")}, []string{"cafe"}, 10, Measures{Recall5: 1, Recall: 1, Hit: 1, MRR: 1, NDCG: 1}},
		"short prefix":   {[]Found{hit("cafe0001-0000")}, []string{"caf"}, 10, Measures{}},
		"the same twice": {[]Found{hit("a"), hit("a")}, []string{"a"}, 10, Measures{Recall5: 1, Recall: 1, Hit: 1, MRR: 1, NDCG: 1}},
	} {
		got := measure(c.answer, c.gold, c.limit)
		if !near(got, c.want) {
			t.Errorf("%s: %+v, not %+v", name, got, c.want)
		}
	}
}

func near(a, b Measures) bool {
	for _, d := range []float64{a.Recall - b.Recall, a.Recall5 - b.Recall5, a.Hit - b.Hit, a.MRR - b.MRR, a.NDCG - b.NDCG} {
		if math.Abs(d) > 1e-12 {
			return false
		}
	}
	return true
}

func TestSignTest(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		better, worse int
		want          float64
	}{{0, 0, 1}, {1, 0, 1}, {5, 0, 0.0625}, {0, 5, 0.0625}, {8, 2, 0.109375}, {3, 3, 1}} {
		if got := signTest(c.better, c.worse); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%d better and %d worse are by chance with %v, not %v", c.better, c.worse, got, c.want)
		}
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	answer := []Found{{Names: []string{"cafe0001-0000"}, Text: "The Heron nests in the marsh"}}
	q := Question{Must: []string{"heron", "cafe0001", "stork"}, MustNot: []string{"MARSH", "roof"}}
	got := failures(answer, q)
	if len(got) != 2 || got[0] != "not found: stork" || got[1] != "found: MARSH" {
		t.Errorf("failures are %q", got)
	}
}
