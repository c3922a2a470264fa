package recall

import (
	"math"
	"testing"
	"time"
)

// ranks the texts of a question whose words none of them has.
func rankByMeaning(t *testing.T, of Background, texts ...Text) []Ranked {
	t.Helper()
	p := NewPlan(Parse("heron"), "heron")
	p.Weigh(0, 1, BM25{Docs: 10, AvgLength: 5})
	p.Background, p.Trust = of, 1
	for i := range texts {
		texts[i].Doc = int64(i)
		texts[i].Document.Content = "an otter at the old bridge over the river"
	}
	return p.Rank(texts, time.Time{})
}

// A model whose cosines are all alike says as much as one whose cosines differ:
// what counts is how far a text stands out.
func TestMeaningIsRelativeToTheBackground(t *testing.T) {
	wide := rankByMeaning(t, Background{Mean: 0.1, Deviation: 0.1}, Text{Cosine: 0.6})
	narrow := rankByMeaning(t, Background{Mean: 0.8, Deviation: 0.02}, Text{Cosine: 0.9})
	if len(wide) != 1 || len(narrow) != 1 || wide[0].Value-narrow[0].Value > 1e-9 || narrow[0].Value-wide[0].Value > 1e-9 {
		t.Fatalf("%+v\n%+v", wide, narrow)
	}
	if none := rankByMeaning(t, Background{}, Text{Cosine: 0.9}); len(none) != 0 {
		t.Errorf("without a background: %+v", none)
	}
	if below := rankByMeaning(t, Background{Mean: 0.8, Deviation: 0.02}, Text{Cosine: 0.75}, Text{}); len(below) != 0 {
		t.Errorf("below the background: %+v", below)
	}
}

// What hardly stands out says next to nothing beside what does.
func TestMeaningGrowsFast(t *testing.T) {
	b := Background{Mean: 0, Deviation: 0.1}
	if far, near := b.likeness(0.6), b.likeness(0.2); far < 20*near || near <= 0 {
		t.Errorf("six deviations are %v, two %v", far, near)
	}
	if most := b.likeness(1); most != mostLike {
		t.Errorf("ten deviations are %v", most)
	}
}

// What stands beside a text that means what is asked is found with it, most what
// comes after.
func TestNeighboursLendTheirMeaning(t *testing.T) {
	b := Background{Mean: 0.1, Deviation: 0.1}
	ranked := rankByMeaning(t, b,
		Text{Beside: []Beside{{Distance: 1, Cosine: 0.6}}},
		Text{Beside: []Beside{{Distance: -1, Cosine: 0.6}}},
		Text{Cosine: 0.6})
	if len(ranked) != 3 || ranked[0].Doc != 2 || ranked[1].Doc != 1 || ranked[2].Doc != 0 {
		t.Errorf("%+v", ranked)
	}
}

// Meaning lifts the score of a text that has few of the words, and that of one which
// is not alike says nothing for it.
func TestScoresOfMeaning(t *testing.T) {
	few := Evidence{Worth: 0.2, Compared: true}
	alike, unlike := few, few
	alike.Alike, unlike.Alike = 0.6, 0.1
	if high, low := alike.Relevance(), unlike.Relevance(); high < 0.25 || low > 0.05 {
		t.Errorf("what is alike scores %v, what is not %v", high, low)
	}
	for _, c := range []struct {
		of      Background
		cosine  float64
		alike   float64
		compare bool
	}{
		{Background{0.2, 0.1}, 0.55, 0.5, true},
		{Background{0.2, 0.1}, -0.3, 0, true},
		{Background{0.98, 0.01}, 1, 0.3, true}, // all texts are the same to this model
		{Background{0.98, 0.01}, 1.2, 1, true}, // nothing is more alike than the same
		{Background{0.2, 0.1}, 0, 0, false},    // it has no vector
		{Background{}, 0.5, 0, false},          // nothing has one
	} {
		if alike, compared := c.of.alike(c.cosine); math.Abs(alike-c.alike) > 1e-9 || compared != c.compare {
			t.Errorf("%v of %+v is %v, %v", c.cosine, c.of, alike, compared)
		}
	}
}
