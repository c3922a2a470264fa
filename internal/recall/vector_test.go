package recall

import (
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

// Meaning alone lifts the score of a text that has no word, and one that hardly
// stands out scores next to nothing.
func TestScoresOfMeaning(t *testing.T) {
	b := Background{Mean: 0.1, Deviation: 0.1}
	far, near := rankByMeaning(t, b, Text{Cosine: 0.9}), rankByMeaning(t, b, Text{Cosine: 0.3})
	if far[0].Score < 0.5 || near[0].Score > ExpectedOf("heron").Least {
		t.Errorf("eight deviations score %v, two %v", far[0].Score, near[0].Score)
	}
	without := Evidence{Worth: 0.4, Unknown: 0.2}
	if with := without.meaning(0); with != without {
		t.Errorf("no vector changes %+v to %+v", without, with)
	}
}
