package textindex

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem/internal/recall"
	"github.com/agmem/agmem/internal/testsize"
)

// Whatever is put in, replaced, taken out, built and merged, in any order: the
// index says what a map of the same documents says.
func TestRandomOperations(t *testing.T) {
	for _, seed := range []uint64{1, 2, 3} {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			r := newRig(t, seed)
			r.compare() // the empty index
			for range testsize.Of(25, 8) {
				r.step()
				r.compare()
			}
			for r.merge() {
			}
			r.compare()
			t.Logf("%d documents, %d segments, %d void", len(r.model.texts), len(r.snapshot().segments), len(r.snapshot().hidden))
		})
	}
}

// step does some hundred random changes of one kind or mixed.
func (r *rig) step() {
	r.Helper()
	switch kind := r.random.IntN(10); {
	case kind < 2 || r.model.last == 0:
		r.build([]int{1, 5, 130, 600}[r.random.IntN(4)])
	case kind < 4: // the same few again and again
		from := 1 + r.random.Int64N(r.model.last)
		for i := range int64(300) {
			r.put(from + i%150)
		}
	case kind < 5: // a stretch disappears, so that a segment is void as a whole
		from := r.random.Int64N(r.model.last)
		for doc := from; doc < from+400; doc++ {
			r.remove(doc)
		}
	case kind < 6:
		r.merge()
	default:
		for range 200 {
			r.change()
		}
	}
}

func (r *rig) change() {
	r.Helper()
	switch r.random.IntN(8) {
	case 0:
		r.remove(1 + r.random.Int64N(r.model.last+3)) // there or not
	case 1, 2, 3:
		r.put(1 + r.random.Int64N(r.model.last+1)) // replaced, or back again
	default:
		r.put(r.model.last + 1)
	}
}

// compare asks everything of index and model.
func (r *rig) compare() {
	r.Helper()
	r.sound()
	s := r.snapshot()
	if n, live := s.BM25().Docs, len(r.model.texts); n > 4*live+2*maxPending || 4*n+2*maxPending < live {
		r.Fatalf("the index guesses %d documents, there are %d", n, live)
	}
	for range 3 {
		r.compareTerms(s)
		r.compareWords(s)
		r.compareMatch(s)
	}
}

// word returns a word of the vocabulary, a part of one, or none of it.
func (r *rig) word() string {
	g := wordGroups[r.random.IntN(len(wordGroups))]
	switch w := g[r.random.IntN(len(g))]; r.random.IntN(12) {
	case 0:
		return "unheard"
	default:
		return w
	}
}

func (r *rig) compareTerms(s *Snapshot) {
	r.Helper()
	terms := []string{r.word(), r.word(), "~" + r.word()}[:1+r.random.IntN(3)]
	lists, err := s.Read(r.ctx, terms)
	r.ok(err)
	got, err := s.Union(lists, terms...)
	r.ok(err)
	r.sameMatches(strings.Join(terms, "|"), got, r.model.of(recall.Leaf{Terms: terms}))

	w := r.word()
	prefix := w[:1+r.random.IntN(len(w))]
	got, err = s.Prefix(r.ctx, prefix)
	r.ok(err)
	r.sameMatches(prefix+"*", got, r.model.of(recall.Leaf{Prefix: prefix}))
}

// compareWords wants every live word within reach; words of documents that
// are gone may be among them.
func (r *rig) compareWords(s *Snapshot) {
	r.Helper()
	word := misspelt(r.word(), r.random.IntN)
	speller := recall.NewSpeller(word)
	got, err := s.Similar(r.ctx, speller)
	r.ok(err)
	for w, d := range r.model.similar(speller) {
		if got[w] != d {
			r.Fatalf("%s is %d away from %s, the index says %d of %v", w, d, word, got[w], got)
		}
	}
	for w, d := range got {
		if want := speller.Distance([]byte(w)); want != d || !r.model.ever[w] {
			r.Fatalf("%s is %d away from %s, the index says %d; it was put in: %v", w, want, word, d, r.model.ever[w])
		}
	}
}

// misspelt makes one or two mistakes in a word.
func misspelt(word string, intN func(int) int) string {
	b := []byte(word)
	for range 1 + intN(2) {
		i := intN(len(b) - 1)
		switch intN(4) {
		case 0:
			b[i], b[i+1] = b[i+1], b[i]
		case 1:
			b[i] = byte('a' + intN(26))
		case 2:
			b = append(b[:i], b[i+1:]...)
		default:
			b = append(b[:i+1], b[i:]...)
		}
	}
	return string(b)
}

// compareMatch asks a question of plain words, and one with operators.
func (r *rig) compareMatch(s *Snapshot) {
	r.Helper()
	var plain recall.Question
	for range 1 + r.random.IntN(4) {
		plain = append(plain, recall.Word(r.word()))
	}
	plan := recall.NewPlan(plain, plain.String())
	weighed, err := s.Weigh(r.ctx, plan)
	r.ok(err)
	scores := weighed.Match()
	want := r.model.scores(plan, s.BM25())
	r.sameScores(plain.String(), scores, want, nil)
	for _, leaf := range plan.Leaves {
		if n := len(r.model.of(leaf)); leaf.DF != n {
			r.Fatalf("%q has %d documents, the plan says %d", leaf.Word, n, leaf.DF)
		}
	}

	strict := recall.Question{recall.And{r.expr(2), r.expr(3)}, recall.Word(r.word())}
	plan = recall.NewPlan(strict, strict.String())
	weighed, err = s.Weigh(r.ctx, plan)
	r.ok(err)
	scores = weighed.Match()
	want = r.model.scores(plan, s.BM25())
	holds := func(doc int64) bool { return holds(strict[0], strings.Fields(r.model.texts[doc])) }
	r.sameScores(strict.String(), scores, want, holds)
	r.compareTexts(strict.String(), plan, scores, holds)
}

// compareTexts ranks the candidates by their texts and wants those for which
// the operators hold.
func (r *rig) compareTexts(what string, plan *recall.Plan, scores *Scores, holds func(int64) bool) {
	r.Helper()
	var texts []recall.Text
	expected := make(map[int64]bool)
	for _, c := range scores.Top(len(r.model.texts) + 1) {
		texts = append(texts, recall.Text{
			Doc: c.Doc, Document: recall.Document{Content: r.model.texts[c.Doc]}, BM25: c.Score,
		})
		if holds(c.Doc) {
			expected[c.Doc] = true
		}
	}
	ranked := plan.Rank(texts, time.Time{})
	for _, hit := range ranked {
		if !expected[hit.Doc] {
			r.Fatalf("%s: %q is an answer, and should not be", what, r.model.texts[hit.Doc])
		}
		delete(expected, hit.Doc)
	}
	for doc := range expected {
		r.Fatalf("%s: %q is no answer, and should be", what, r.model.texts[doc])
	}
}

// expr returns a random operator over random words.
func (r *rig) expr(depth int) recall.Expr {
	kind := r.random.IntN(7)
	if depth == 0 {
		kind = r.random.IntN(3)
	}
	switch kind {
	case 0:
		return recall.Word(r.word())
	case 1:
		w := r.word()
		return recall.Prefix(w[:2+r.random.IntN(len(w)-1)])
	case 2:
		return recall.Phrase(r.word() + " " + r.word())
	case 3:
		return recall.Not{Of: r.expr(depth - 1)}
	case 4:
		return recall.Or{r.expr(depth - 1), r.expr(depth - 1)}
	default:
		return recall.And{r.expr(depth - 1), r.expr(depth - 1)}
	}
}

// holds evaluates an operator on the words of a text by what it means.
func holds(e recall.Expr, words []string) bool {
	switch e := e.(type) {
	case recall.Word:
		for _, w := range words {
			if sameWord(w, string(e)) {
				return true
			}
		}
		return false
	case recall.Prefix:
		for _, w := range words {
			if strings.HasPrefix(w, string(e)) {
				return true
			}
		}
		return false
	case recall.Phrase:
		return strings.Contains(" "+strings.Join(words, " ")+" ", " "+string(e)+" ")
	case recall.Not:
		return !holds(e.Of, words)
	case recall.Or:
		return holds(e[0], words) || holds(e[1], words)
	case recall.And:
		return holds(e[0], words) && holds(e[1], words)
	}
	panic("no operator")
}

func sameWord(a, b string) bool {
	if a == b {
		return true
	}
	for _, g := range wordGroups {
		if slices.Contains(g, a) {
			return slices.Contains(g, b)
		}
	}
	return false
}
