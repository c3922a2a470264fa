package textindex

import (
	"cmp"
	"context"
	"database/sql"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"github.com/agmem/agmem/internal/recall"
)

// wordGroups is the vocabulary of the random documents: each group is one word
// in its forms, so that a test can tell without a stemmer which words mean the
// same.
var wordGroups = [][]string{
	{"deploy", "deploys", "deployed", "deploying"}, {"migrate", "migrates", "migrated"},
	{"cache", "caches", "cached"}, {"went", "goes", "gone"}, {"write", "wrote", "written"},
	{"server", "servers"}, {"kernel"}, {"docker"}, {"socket", "sockets"}, {"timeout", "timeouts"},
	{"fix", "fixes", "fixed"}, {"query", "queries"}, {"index"}, {"token", "tokens"}, {"parser"},
	{"lock", "locked", "locks"}, {"thread", "threads"}, {"buffer"}, {"flag", "flags"}, {"patch"},
	{"caught"}, {"schema"}, {"router"}, {"planner"}, {"harbour"}, {"zebra"}, {"yacht"}, {"violin"},
}

// model is the index as a map: what it must say, computed the simple way.
type model struct {
	texts map[int64]string
	terms map[int64]recall.Terms
	ever  map[string]bool // every term that was ever put in
	last  int64
}

func newModel() *model {
	return &model{texts: make(map[int64]string), terms: make(map[int64]recall.Terms), ever: make(map[string]bool)}
}

func (m *model) put(doc int64, text string, terms recall.Terms) {
	m.texts[doc], m.terms[doc] = text, terms
	m.last = max(m.last, doc)
	for _, p := range terms.Postings {
		m.ever[p.Term] = true
	}
}

func (m *model) remove(doc int64) {
	delete(m.texts, doc)
	delete(m.terms, doc)
}

// impacts returns the strongest impact of the terms that want accepts, for
// each document that has one.
func (m *model) impacts(want func(term string) bool) map[int64]recall.Impact {
	found := make(map[int64]recall.Impact)
	for doc, terms := range m.terms {
		for _, p := range terms.Postings {
			if want(p.Term) {
				found[doc] = max(found[doc], recall.NewImpact(p.Freq, terms.Length))
			}
		}
	}
	return found
}

func (m *model) of(leaf recall.Leaf) map[int64]recall.Impact {
	if leaf.Prefix != "" {
		return m.impacts(func(t string) bool { return strings.HasPrefix(t, leaf.Prefix) })
	}
	return m.impacts(func(t string) bool { return slices.Contains(leaf.Terms, t) })
}

// rig is an index in a database beside its model.
type rig struct {
	*testing.T
	ctx      context.Context
	index    Index
	db       *sql.Tx
	model    *model
	random   *rand.Rand
	analyzer *recall.Analyzer
}

func newRig(t *testing.T, seed uint64) *rig {
	t.Helper()
	db, err := sql.Open("sqlite", "file::memory:")
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.WithoutCancel(t.Context()) // the transaction ends in the cleanup
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cmp.Or(tx.Rollback(), db.Close()); err != nil {
			t.Error(err)
		}
	})
	r := &rig{
		T: t, ctx: ctx, index: New("test"), db: tx, model: newModel(),
		random: rand.New(rand.NewPCG(seed, 1)), analyzer: recall.NewAnalyzer(),
	}
	r.ok(r.index.Create(r.ctx, tx))
	return r
}

func (r *rig) ok(err error) {
	r.Helper()
	if err != nil {
		r.Fatal(err)
	}
}

// text returns a document of up to 12 words; now and then one of none.
func (r *rig) text() string {
	var words []string
	for range r.random.IntN(13) {
		// The first groups are common, the last ones rare.
		n := int(float64(len(wordGroups)) * r.random.Float64() * r.random.Float64())
		words = append(words, wordGroups[n][r.random.IntN(len(wordGroups[n]))])
	}
	return strings.Join(words, " ")
}

func (r *rig) analyze(text string) recall.Terms {
	return r.analyzer.Analyze(recall.Document{Content: text})
}

func (r *rig) put(doc int64) {
	r.Helper()
	text := r.text()
	terms := r.analyze(text)
	r.ok(r.index.Put(r.ctx, r.db, doc, terms))
	r.model.put(doc, text, terms)
}

func (r *rig) remove(doc int64) {
	r.Helper()
	r.ok(r.index.Remove(r.ctx, r.db, doc))
	r.model.remove(doc)
}

// build adds n new documents as one segment, with gaps between their numbers.
func (r *rig) build(n int) {
	r.Helper()
	b := r.index.NewBuilder()
	for range n {
		doc := r.model.last + 1 + int64(r.random.IntN(3))
		text := r.text()
		terms := r.analyze(text)
		b.Add(doc, terms)
		r.model.put(doc, text, terms)
	}
	r.ok(b.Flush(r.ctx, r.db))
}

func (r *rig) merge() bool {
	r.Helper()
	more, err := r.index.Merge(r.ctx, r.db)
	r.ok(err)
	return more
}

func (r *rig) snapshot() *Snapshot {
	r.Helper()
	s, err := r.index.Snapshot(r.ctx, r.db)
	r.ok(err)
	return s
}

// sound wants the audit of the index to find nothing.
func (r *rig) sound() {
	r.Helper()
	audit, err := r.index.Check(r.ctx, r.db)
	r.ok(err)
	for doc, terms := range r.model.terms {
		audit.Compare(doc, terms)
	}
	if faults := audit.Faults(); len(faults) > 0 {
		r.Fatalf("%d documents: %s", len(r.model.terms), strings.Join(faults, "\n"))
	}
}

// sameMatches wants the documents and impacts of a union.
func (r *rig) sameMatches(what string, got Matches, want map[int64]recall.Impact) {
	r.Helper()
	if len(got.Docs) != len(want) {
		r.Fatalf("%s: %d documents, want %d", what, len(got.Docs), len(want))
	}
	for i, doc := range got.Docs {
		if impact, ok := want[int64(doc)]; !ok || impact != got.Impacts[i] {
			r.Fatalf("%s: document %d has the impact %#x, want %#x (there: %v)", what, doc, got.Impacts[i], impact, ok)
		}
	}
}

// scores is BM25 by its book, over what a plan knows after Match.
func (m *model) scores(plan *recall.Plan, bm25 recall.BM25) map[int64]float64 {
	sum := make(map[int64]float64)
	for _, leaf := range plan.Leaves {
		if leaf.IDF == 0 {
			continue
		}
		weights := bm25.Weights(leaf.IDF)
		for doc, impact := range m.of(leaf) {
			sum[doc] += float64(weights[impact])
		}
	}
	return sum
}

func (r *rig) sameScores(what string, got *Scores, want map[int64]float64, bound func(doc int64) bool) {
	r.Helper()
	for doc := range r.model.last + 1 {
		w := want[doc]
		if bound != nil && !bound(doc) && got.Of(doc) == 0 {
			continue // left out, and rightly so
		}
		if math.Abs(got.Of(doc)-w) > 1e-4*max(w, 1) {
			r.Fatalf("%s: document %d scores %v, want %v (%q)", what, doc, got.Of(doc), w, r.model.texts[doc])
		}
	}
}

// similar returns the words of live documents near a word, by asking the
// speller about every one of them.
func (m *model) similar(speller *recall.Speller) map[string]int {
	found := make(map[string]int)
	for _, terms := range m.terms {
		for _, p := range terms.Postings {
			if !recall.IsSpellable(p.Term) {
				continue
			}
			if d := speller.Distance([]byte(p.Term)); d <= speller.MaxDistance() {
				found[p.Term] = d
			}
		}
	}
	return found
}
