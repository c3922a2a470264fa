package recall

import (
	"maps"
	"slices"
	"testing"
	"time"
)

// collection is what a text index and a store do, in memory: enough to rank a
// few texts as a search would.
type collection struct {
	texts []Text
	terms []Terms
	model BM25
	now   time.Time
}

func collect(texts ...Text) *collection {
	c := &collection{now: time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)}
	var length int
	for i, t := range texts {
		t.Doc = int64(i + 1)
		if t.CreatedAt.IsZero() {
			t.CreatedAt = c.now
		}
		terms := Analyze(t.Document)
		length += terms.Length
		c.texts = append(c.texts, t)
		c.terms = append(c.terms, terms)
	}
	c.model = BM25{Docs: len(texts), AvgLength: float64(length) / float64(len(texts))}
	return c
}

// collectTexts is collect for texts that have nothing but content.
func collectTexts(contents ...string) *collection {
	var texts []Text
	for _, content := range contents {
		texts = append(texts, Text{Document: Document{Content: content}})
	}
	return collect(texts...)
}

// impacts returns for each document that has one of the terms the strongest.
func (c *collection) impacts(l Leaf) map[int]Impact {
	found := make(map[int]Impact)
	for i, terms := range c.terms {
		for _, p := range terms.Postings {
			if slices.Contains(l.Terms, p.Term) || l.Prefix != "" && len(p.Term) >= len(l.Prefix) && p.Term[:len(l.Prefix)] == l.Prefix {
				found[i] = max(found[i], NewImpact(p.Freq, terms.Length))
			}
		}
	}
	return found
}

// plan weighs a question by the collection, corrections included.
func (c *collection) plan(question string) (*Plan, []float64) {
	p := NewPlan(Parse(question), question)
	scores := make([]float64, len(c.texts))
	lookUp := func(i int) bool {
		found := c.impacts(p.Leaves[i])
		p.Weigh(i, len(found), c.model)
		weights := c.model.Weights(p.Leaves[i].IDF)
		for doc, impact := range found {
			scores[doc] += float64(weights[impact])
		}
		return p.Leaves[i].IDF > 0
	}
	any := false
	for _, i := range p.Active() {
		any = lookUp(i) || any
	}
	for i := range p.Leaves {
		if p.Misspelt(i) && p.Correct(i, c.similar(p.Leaves[i].Word)) {
			any = lookUp(i) || any
		}
	}
	if !any {
		for _, i := range p.Inactive() {
			lookUp(i)
		}
	}
	return p, scores
}

func (c *collection) similar(word string) []Similar {
	s := NewSpeller(word)
	counts := make(map[string]int)
	for _, terms := range c.terms {
		for _, p := range terms.Postings {
			if IsSpellable(p.Term) && s.Distance([]byte(p.Term)) <= s.MaxDistance() {
				counts[p.Term]++
			}
		}
	}
	var all []Similar
	for _, w := range slices.Sorted(maps.Keys(counts)) {
		all = append(all, Similar{Word: w, Distance: s.Distance([]byte(w)), DF: counts[w]})
	}
	return all
}

// search ranks the texts that have something of the question.
func (c *collection) search(question string) []Ranked {
	p, scores := c.plan(question)
	var candidates []Text
	for i, t := range c.texts {
		t.BM25 = scores[i]
		if scores[i] > 0 || len(t.Beside) > 0 {
			candidates = append(candidates, t)
		}
	}
	return p.Rank(candidates, c.now)
}

// order returns the numbers of the texts as they are ranked.
func (c *collection) order(question string) []int64 {
	var docs []int64
	for _, r := range c.search(question) {
		docs = append(docs, r.Doc)
	}
	return docs
}

// best fails unless text number want comes first, and alone so.
func (c *collection) best(t *testing.T, question string, want int64) {
	t.Helper()
	ranked := c.search(question)
	if len(ranked) == 0 || ranked[0].Doc != want {
		t.Errorf("%s: order %v, want %d first", question, c.order(question), want)
		return
	}
	if len(ranked) > 1 && ranked[1].Value >= ranked[0].Value {
		t.Errorf("%s: %d is worth %v, %d no less", question, want, ranked[0].Value, ranked[1].Doc)
	}
}

func byDoc(ranked []Ranked) map[int64]Ranked {
	all := make(map[int64]Ranked)
	for _, r := range ranked {
		all[r.Doc] = r
	}
	return all
}
