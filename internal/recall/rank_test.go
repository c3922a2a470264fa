package recall

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem"
)

// One signal at a time: of two texts that are alike in everything else, the
// first has it.
func TestSignals(t *testing.T) {
	filler := strings.Repeat("lorem ipsum dolor sit amet ", 2)
	for _, c := range []struct {
		signal        string
		question      string
		better, worse string
	}{
		{"a phrase beats the words apart", "connection pool", "the connection pool is full", "the pool of a connection is full"},
		{"near beats far", "timeout proxy", "a timeout of the proxy, " + filler, "a timeout, " + filler + " the proxy"},
		{"more of the question", "proxy timeout retry", "proxy timeout retry here", "proxy timeout and here"},
		{"the form that was typed", "migrations", "the migrations are slow", "the migration is slow"},
		{"more often", "heron", "heron by heron in reeds", "heron by river in reeds"},
		{"a short text", "heron", "heron in reeds", "heron in reeds " + strings.Repeat(filler, 4)},
		{"a rare word", "cache zebra", "the zebra thing", "the cache thing"},
		{"words in one passage of a long text", "alpha omega",
			strings.Repeat("filler text ", 40) + "alpha is near omega", "alpha " + strings.Repeat("filler text ", 40) + " omega far"},
		{"a whole identifier", "getUserById", "call getUserById here", "get the user, by the id"},
		{"a day that is told, where one asks when", "when did the deploy break", "the deploy broke yesterday evening", "the deploy broke every evening"},
	} {
		t.Run(c.signal, func(t *testing.T) {
			texts := []string{c.better, c.worse, "cache one", "cache two", "cache three", "unrelated words"}
			collectTexts(texts...).best(t, c.question, 1)
			texts[0], texts[1] = texts[1], texts[0]
			collectTexts(texts...).best(t, c.question, 2)
		})
	}
}

// The author whom the question names, and not another one.
func TestAuthor(t *testing.T) {
	c := collect(
		Text{Document: Document{Content: "the cache is stale", Author: "bob"}},
		Text{Document: Document{Content: "the cache is stale too", Author: "ann"}},
		Text{Document: Document{Content: "the cache is slow", Author: "bob"}},
	)
	c.best(t, "what did Ann say about the cache", 2)
}

// A text that says little of the question answers it because of the one
// before, and one without substance does not.
func TestNeighbours(t *testing.T) {
	const question = "which port does the staging proxy use"
	answer := Document{Content: "it listens on 8443 since the certificates were renewed last week"}
	texts := []Text{
		{Document: Document{Content: "which port does the staging proxy use?"}},
		{Document: answer},
		{Document: Document{Content: "thanks!"}},
		{Document: Document{Content: "the proxy of another house was painted green in the spring of that year"}},
	}
	c := collect(texts...)
	_, scores := c.plan(question)
	c.texts[1].Beside = []Beside{{Distance: -1, BM25: scores[0]}}
	c.texts[2].Beside = []Beside{{Distance: -2, BM25: scores[0]}}
	order := c.order(question)
	if place := slices.Index(order, 2); place < 0 || place > slices.Index(order, 3) || place > slices.Index(order, 4) {
		t.Errorf("order %v: the answer, 2, stands behind a thank-you or a chance word", order)
	}
	if before, after := BesideWorth([]Beside{{Distance: -1, BM25: 1}}), BesideWorth([]Beside{{Distance: 1, BM25: 1}}); before <= after {
		t.Errorf("what came before is worth %v, what came after %v", before, after)
	}
	if near, far := BesideWorth([]Beside{{Distance: -1, BM25: 1}}), BesideWorth([]Beside{{Distance: -MaxBeside, BM25: 1}}); near <= far {
		t.Errorf("the nearest is worth %v, the farthest %v", near, far)
	}
}

// The day that is named lifts what was written then.
func TestDate(t *testing.T) {
	texts := make([]Text, 5)
	for i := range texts {
		texts[i] = Text{
			Document:  Document{Content: fmt.Sprint("standup notes ", i)},
			CreatedAt: time.Date(2025, 5, 6+i, 10, 0, 0, 0, time.UTC),
		}
	}
	c := collect(texts...)
	c.best(t, "standup on 8 May 2025", 3)
	c.best(t, "standup 2025-05-07", 2)
	c.best(t, "2025年5月9日的 standup", 4)
}

// Of equals the latest comes first, and what is only later never beats what
// is better.
func TestRecency(t *testing.T) {
	now := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	old := now.AddDate(-2, 0, 0)
	c := collect(
		Text{Document: Document{Content: "the cache is stale"}, CreatedAt: now},
		Text{Document: Document{Content: "the cache is stale"}, CreatedAt: old},
		Text{Document: Document{Content: "the cache is stale again today"}, CreatedAt: now},
	)
	c.best(t, "stale cache", 1)
	c.texts[0].CreatedAt, c.texts[1].CreatedAt = old, now
	c.best(t, "stale cache", 2)
	c = collect(
		Text{Document: Document{Content: "redis cache eviction policy"}, CreatedAt: old},
		Text{Document: Document{Content: "redis cache warmup job"}, CreatedAt: now},
	)
	c.best(t, "redis cache eviction", 1)
	if a, b := recency(now.Add(time.Hour), now), recency(now, now); a != b {
		t.Errorf("the future is worth %v, now %v", a, b)
	}
}

// What a score says: near 1 where a short text answers, near 0 for a chance
// word in a long one.
func TestScores(t *testing.T) {
	long := strings.Repeat("the history of a town by the river and of its mills ", 12)
	c := collectTexts("docker build cache", "kubernetes ingress timeout in staging", long+"ingress "+long,
		"alpha beta", "gamma delta", "epsilon zeta", "eta theta", "iota kappa")
	for _, q := range []struct {
		question string
		doc      int64
		min, max float64
	}{
		{"docker", 1, 0.8, 1},
		{"kubernetes ingress timeout", 2, 0.8, 1},
		{"docker build cache", 1, 0.9, 1},
		{"how to renew ingress certificates before friday", 3, 0, 0.1},
		{"docker certificates", 1, 0.1, 0.7}, // half of it
	} {
		hit, ok := byDoc(c.search(q.question))[q.doc]
		if !ok || hit.Score < q.min || hit.Score > q.max {
			t.Errorf("%s: text %d scores %.3f (%v), want %v to %v", q.question, q.doc, hit.Score, ok, q.min, q.max)
		}
	}
}

// Whatever the texts and the question are: scores are in 0..1 and fall, and
// the reasons sum up to what ranks.
func TestScoresFallAndReasonsSumUp(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields("docker cache proxy timeout heron 2025-05-08 兼容性 getUserById the who migrate went ann May")
	pick := func(n int) string {
		var all []string
		for range n {
			all = append(all, words[r.IntN(len(words))])
		}
		return strings.Join(all, " ")
	}
	for range 200 {
		var texts []Text
		for range 1 + r.IntN(12) {
			texts = append(texts, Text{
				Document:  Document{Content: pick(1 + r.IntN(80)), Tags: []string{pick(1)}, Author: pick(1)},
				CreatedAt: time.Date(2025, 5, 1+r.IntN(20), 0, 0, 0, 0, time.UTC),
				Beside:    []Beside{{Distance: 1 + r.IntN(4), BM25: 5 * r.Float64()}},
			})
		}
		question := pick(1+r.IntN(5)) + []string{"", " dokcer", " -heron", " mig*", ` "docker cache"`}[r.IntN(5)]
		ranked := collect(texts...).search(question)
		checkRanked(t, question, ranked)
	}
}

func checkRanked(t *testing.T, question string, ranked []Ranked) {
	t.Helper()
	last, value := 1.0, math.Inf(1)
	for _, hit := range ranked {
		if hit.Score < 0 || hit.Score > last+1e-9 || hit.Value > value || hit.Value <= 0 {
			t.Fatalf("%s: score %v after %v, value %v after %v", question, hit.Score, last, hit.Value, value)
		}
		last, value = hit.Score, hit.Value
		var sum float64
		for i, reason := range hit.Reasons {
			sum += reason.Value
			if i > 0 && reason.Value > hit.Reasons[i-1].Value {
				t.Fatalf("%s: reasons %v do not fall", question, hit.Reasons)
			}
		}
		if math.Abs(sum-hit.Value) > 1e-9 {
			t.Fatalf("%s: reasons sum up to %v, the value is %v", question, sum, hit.Value)
		}
	}
}

// A correction is on the hits it led to, and on no other; its share is a
// reason of its own.
func TestCorrectionsOfHits(t *testing.T) {
	c := collectTexts("the docker daemon", "the postgres daemon", "a heron")
	hits := byDoc(c.search("Dokcer daemon"))
	want := []agmem.Correction{{From: "dokcer", To: "docker"}}
	if !slices.Equal(hits[1].Corrected, want) || len(hits[2].Corrected) > 0 {
		t.Errorf("corrected %v and %v", hits[1].Corrected, hits[2].Corrected)
	}
	fuzzy := func(r agmem.Reason) bool { return r.Signal == agmem.SignalFuzzy && r.Value > 0 }
	if !slices.ContainsFunc(hits[1].Reasons, fuzzy) || slices.ContainsFunc(hits[2].Reasons, fuzzy) {
		t.Errorf("reasons %v and %v", hits[1].Reasons, hits[2].Reasons)
	}
}

// A text that is found by a correction is worth less than the same one found
// by the word itself, the less the more mistakes that takes; its score too.
func TestACorrectedWordIsWorthLess(t *testing.T) {
	for _, questions := range [][]string{
		{"heron", "herron", "herrun"},
		{"heron reeds", "herron reeds", "herron reedz"},
		{"when did the heron leave the reeds", "when did the herron leave the reeds", "when did the herrun leave the reeds"},
	} {
		var values, scores []float64
		for _, q := range questions {
			hit := collectTexts("the heron left the reeds", "another bird", "the water is cold", "rain").search(q)[0]
			values, scores = append(values, hit.Value), append(scores, hit.Score)
		}
		for i := 1; i < len(questions); i++ {
			if values[i] >= values[i-1] || scores[i] >= scores[i-1] {
				t.Errorf("%q: values %v, scores %v", questions, values, scores)
			}
		}
	}
}

// A correction of one word does not stand before the word itself.
func TestTheWordItselfComesFirst(t *testing.T) {
	c := collectTexts("the heron in the reeds", "the falcon in the tower", "x", "y", "z")
	for question, want := range map[string]int64{"heron facon": 1, "herron falcon": 2} {
		c.best(t, question, want)
	}
}

// Words that carry nothing are dropped where another is left, and only there.
func TestFunctionWords(t *testing.T) {
	c := collectTexts("The Who played Leeds", "docker is what we use", "a heron")
	c.best(t, "the who", 1)
	if order := c.order("who is docker"); !slices.Equal(order, []int64{2}) {
		t.Errorf("who is docker: %v", order)
	}
	c.best(t, `"the who"`, 1)
	if order := c.order(`the AND what`); len(order) != 0 {
		t.Errorf("operators are strict for every word: %v", order)
	}
}

// Irregular forms answer a question as the regular ones do.
func TestIrregularFormsCount(t *testing.T) {
	c := collectTexts("we went live on friday", "nothing of this")
	hits := c.search("go live")
	if len(hits) != 1 || hits[0].Score < 0.8 {
		t.Errorf("hits %+v", hits)
	}
	if order := c.order("go AND live"); !slices.Equal(order, []int64{1}) {
		t.Errorf("order %v", order)
	}
}

func TestConditions(t *testing.T) {
	c := collectTexts(
		"docker-compose up fails",   // 1
		"compose the docker image",  // 2
		"Kubernetes 兼容性 of ESM",     // 3
		"a migration of the schema", // 4
		"an up-again docker",        // 5
		"他们讨论了兼容和容性",                // 6
	)
	for _, q := range []struct {
		question string
		want     []int64
	}{
		{`"docker compose"`, []int64{1}},
		{`"docker-compose"`, []int64{1}},
		{`"兼容性"`, []int64{3}},
		{"兼容性 AND esm", []int64{3}},
		{"docker-compose AND up", []int64{1}},
		{"migrate*", nil},
		{"migrat* schema", []int64{4}},
		{"migrations AND schema", []int64{4}},
		{"docker -up", []int64{2}},
		{`docker -"docker compose"`, []int64{5, 2}},
		{"docker NOT (up OR image)", nil},
		{"docker AND (up OR image)", []int64{1, 2, 5}},
		{"docker NOT ???", []int64{1, 2, 5}},
		{"(docker AND image) OR schema", []int64{2, 4}},
		{`"up docker"`, nil},
		{"up-ag*", []int64{5}},
	} {
		got := c.order(q.question)
		slices.Sort(got)
		slices.Sort(q.want)
		if !slices.Equal(got, q.want) {
			t.Errorf("%s finds %v, want %v", q.question, got, q.want)
		}
	}
}

// A question of thousands of words is planned, with no more leaves than are
// looked up.
func TestLongQuestions(t *testing.T) {
	var b strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&b, "word%d the ", i)
	}
	p := NewPlan(Parse(b.String()), b.String())
	if len(p.Leaves) > maxLookedUp {
		t.Errorf("%d leaves", len(p.Leaves))
	}
	if first, last := p.Leaves[0].Word, p.Leaves[len(p.Leaves)-1].Word; first != "word0" || last != "word2999" {
		t.Errorf("the ends %s and %s are kept", first, last)
	}
}

// Of a long question the words are searched that are worth most: those that any
// document has, the rarest first.
func TestLongQuestionsKeepTheirRareWords(t *testing.T) {
	text := "vpn"
	for i := range 200 {
		text += fmt.Sprintf(" unknown%d common%d", i, i)
	}
	p := NewPlan(Parse(text), text)
	for i, l := range p.Leaves {
		df := map[byte]int{'v': 1, 'c': 500, 'u': 0}[l.Word[0]]
		p.Weigh(i, df, BM25{Docs: 1000, AvgLength: 10})
	}
	p.Focus()
	searched := map[byte]int{}
	for _, l := range p.Leaves {
		if l.IDF > 0 {
			searched[l.Word[0]]++
		}
	}
	if searched['v'] != 1 || searched['c'] != maxLeaves-1 || searched['u'] != 0 {
		t.Errorf("searched: %v", searched)
	}
	if p.Misspelt(slices.IndexFunc(p.Leaves, func(l Leaf) bool { return l.Word == "unknown7" })) {
		t.Error("a word that was left out is corrected")
	}
}

func TestReciprocalRank(t *testing.T) {
	if got := ReciprocalRank(1); got != 1.0/61 {
		t.Errorf("the first rank is worth %v", got)
	}
	if ReciprocalRank(2) >= ReciprocalRank(1) {
		t.Error("the second rank is worth no less than the first")
	}
}

// Of equal texts that of the current project comes first, then that of none. The
// score says nothing of projects, and neither does a project find anything.
func TestProject(t *testing.T) {
	text := func(content string, nearness float64) Text {
		return Text{Document: Document{Content: content}, Nearness: nearness}
	}
	c := collect(text("the deploy needs a key", 0.5), text("the deploy needs a key", 1), text("the deploy needs a key", 0), text("nothing of that", 1))
	if got := c.order("deploy key"); !slices.Equal(got, []int64{2, 1, 3}) {
		t.Errorf("order %v", got)
	}
	for doc, r := range byDoc(c.search("deploy key")) {
		at := slices.IndexFunc(r.Reasons, func(r agmem.Reason) bool { return r.Signal == agmem.SignalProject })
		if (at >= 0) != (doc != 3) {
			t.Errorf("%d has the reasons %+v", doc, r.Reasons)
		}
	}
	ranked := c.search("deploy key")
	if ranked[0].Score != ranked[2].Score {
		t.Errorf("equal texts score %v and %v", ranked[0].Score, ranked[2].Score)
	}
	c = collect(text("why the deploy failed", 1), text("the deploy needs a key from the vault", 0))
	c.best(t, "which key does the deploy need from the vault", 2)
}
