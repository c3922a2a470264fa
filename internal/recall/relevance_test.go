package recall

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
)

// scoreOf asks and returns the score of one text, 0 where it is not found.
func scoreOf(c *collection, question string, doc int64) float64 {
	return byDoc(c.search(question))[doc].Score
}

// notes returns n texts, each of which begins with what all have in common.
func notes(n int, common string) []string {
	texts := make([]string, n)
	for i := range texts {
		texts[i] = fmt.Sprintf("%s note%d about thing%d", common, i, i)
	}
	return texts
}

// A word that every memory has is worth next to nothing for the order, and is
// an answer all the same.
func TestFullAnswersScoreHighWhereAllHaveTheWords(t *testing.T) {
	english := collectTexts(notes(40, "deploy the staging cluster on friday")...)
	chinese := collectTexts(notes(40, "每周五部署预发布集群")...)
	for _, c := range []struct {
		collection *collection
		question   string
	}{
		{english, "deploy staging cluster friday"},
		{english, "when do we deploy the staging cluster"},
		{english, "cluster"},
		{chinese, "部署预发布集群"},
	} {
		for _, hit := range c.collection.search(c.question) {
			if hit.Score < 0.8 {
				t.Errorf("%s: text %d has every word and scores %.3f", c.question, hit.Doc, hit.Score)
				break
			}
		}
	}
}

// A text that shares one common word of five with the question does not answer
// it, whether or not other texts have the rest.
func TestChanceWordsScoreLow(t *testing.T) {
	texts := append(notes(40, "the meeting about plans"), "kubernetes ingress certificates expire", "renewal of passports")
	texts = append(texts, notes(40, "这次会议的安排")...)
	texts = append(texts, "证书续期的步骤", "护照的换发")
	c := collectTexts(texts...)
	for _, q := range []struct {
		question string
		doc      int64
	}{
		{"kubernetes ingress certificates renewal meeting", 1},
		{"zebra quagga okapi gazelle meeting", 1},
		{"证书续期步骤和会议", 43},
		{"长颈鹿斑马羚羊大象会议", 43},
	} {
		if score := scoreOf(c, q.question, q.doc); score > 0.1 {
			t.Errorf("%s: text %d shares one word and scores %.3f", q.question, q.doc, score)
		}
	}
}

// A word that was corrected is a guess.
func TestMisspeltAnswersScoreBelowTheWordItself(t *testing.T) {
	c := collectTexts(append(notes(40, "some"), "kubernetes ingress timeout")...)
	for _, q := range [][2]string{
		{"kubernetes", "kuberntes"},
		{"kubernetes ingress timeout", "kuberntes ingress timeout"},
	} {
		right, misspelt := scoreOf(c, q[0], 41), scoreOf(c, q[1], 41)
		if right < 0.8 || misspelt >= right || misspelt < 0.3 {
			t.Errorf("%s scores %.3f, %s %.3f", q[0], right, q[1], misspelt)
		}
	}
}

// The same question and text score alike, however many other texts there are.
func TestScoresDoNotDependOnTheSize(t *testing.T) {
	answers := []string{"the ingress timeout is ninety seconds", "证书在每个季度的第一周续期"}
	small := collectTexts(append(slices.Clone(answers), notes(38, "the meeting about plans 会议记录")...)...)
	large := collectTexts(append(slices.Clone(answers), notes(9998, "the meeting about plans 会议记录")...)...)
	for _, q := range []struct {
		question string
		doc      int64
	}{
		{"ingress timeout", 1},
		{"what is the ingress timeout of staging", 1},
		{"how long is the timeout of meetings", 1},
		{"ingress certificates renewal proxy", 1},
		{"证书续期", 2},
		{"证书什么时候续期", 2},
	} {
		a, b := scoreOf(small, q.question, q.doc), scoreOf(large, q.question, q.doc)
		if math.Abs(a-b) > 0.1 {
			t.Errorf("%s: %.3f among 40 texts, %.3f among 10,000", q.question, a, b)
		}
	}
}

// More of the question is never worse evidence, a word that nobody knows is.
func TestRelevanceFollowsTheEvidence(t *testing.T) {
	last := 0.0
	for _, e := range []Evidence{
		{}, {Worth: 0.2, Unknown: 0.5}, {Worth: 0.2}, {Worth: 0.7}, {Worth: 1.4}, {Worth: 2.5},
	} {
		if r := e.Relevance(); r <= last || r >= 1 {
			t.Errorf("%+v has relevance %v after %v", e, r, last)
		} else {
			last = r
		}
	}
	if r := (Evidence{Worth: math.Inf(1)}).Relevance(); r != 1 {
		t.Errorf("endless worth has relevance %v", r)
	}
}

// What is out of order gets the mean of what it is out of order with.
func TestDescend(t *testing.T) {
	for _, c := range []struct{ scores, want string }{
		{"0.9 0.5 0.1", "0.9 0.5 0.1"},
		{"0.1 0.5", "0.3 0.3"},
		{"0.8 0.2 0.4 0.6 0.1", "0.8 0.4 0.4 0.4 0.1"},
		{"", ""},
	} {
		var scores []float64
		for _, f := range strings.Fields(c.scores) {
			var s float64
			fmt.Sscan(f, &s)
			scores = append(scores, s)
		}
		Descend(len(scores), func(i int) *float64 { return &scores[i] })
		got := strings.Trim(fmt.Sprintf("%.3g", scores), "[]")
		if got != c.want {
			t.Errorf("%s becomes %s, want %s", c.scores, got, c.want)
		}
	}
}

// The day of writing answers the words that name it, whether or not any text
// has them; another day does not.
func TestDaysAnswerTheirWords(t *testing.T) {
	var texts []Text
	for i := range 40 {
		texts = append(texts, Text{
			Document:  Document{Content: fmt.Sprint("standup notes about thing", i)},
			CreatedAt: time.Date(2025, 4, 20+i, 10, 0, 0, 0, time.UTC),
		})
	}
	c := collect(texts...)
	for _, question := range []string{"8 May 2025", "standup on 8 May 2025", "what was noted on 2025-05-08"} {
		p, scores := c.plan(question)
		var candidates []Text
		for i, text := range c.texts {
			text.BM25 = scores[i]
			candidates = append(candidates, text)
		}
		hits := byDoc(p.Rank(candidates, c.now))
		if of, other := hits[19].Score, hits[5].Score; of < 0.8 || other > 0.3 {
			t.Errorf("%s: the text of that day scores %.3f, another %.3f", question, of, other)
		}
	}
}
