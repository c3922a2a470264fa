package recall

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/agmem/agmem"
)

// marked returns the passage of the first of some texts with its marks in
// brackets.
func marked(t *testing.T, question string, texts ...string) string {
	t.Helper()
	c := collectTexts(texts...)
	p, scores := c.plan(question)
	for i, s := range scores {
		c.texts[i].BM25 = s
	}
	p.Passages = true
	var passage *agmem.Passage
	for _, r := range p.Rank(c.texts, c.now) {
		if r.Doc == 1 {
			passage = p.Passage(r, texts[0])
		}
	}
	if passage == nil {
		return ""
	}
	checkPassage(t, passage)
	runes := []rune(passage.Text)
	var b strings.Builder
	at := 0
	for _, m := range passage.Marks {
		b.WriteString(string(runes[at:m.Start]) + "[" + string(runes[m.Start:m.Start+m.Length]) + "]")
		at = m.Start + m.Length
	}
	return b.String() + string(runes[at:])
}

// checkPassage checks what holds of every passage.
func checkPassage(t *testing.T, p *agmem.Passage) {
	t.Helper()
	n := utf8.RuneCountInString(p.Text)
	if n > agmem.MaxPassage || strings.ContainsAny(p.Text, "\n\t\r") || strings.Contains(p.Text, "  ") || strings.TrimSpace(p.Text) != p.Text {
		t.Errorf("%d characters: %q", n, p.Text)
	}
	if len(p.Marks) == 0 {
		t.Errorf("no marks in %q", p.Text)
	}
	at := 0
	for _, m := range p.Marks {
		if m.Start < at || m.Length < 1 || m.Start+m.Length > n {
			t.Fatalf("marks %v of %d characters: %q", p.Marks, n, p.Text)
		}
		at = m.Start + m.Length
	}
}

func TestPassage(t *testing.T) {
	filler := strings.Repeat("Lorem ipsum dolor sit amet. ", 30)
	others := []string{"cache one", "cache two", "cache three", "unrelated words"}
	for _, c := range []struct{ name, question, text, want string }{
		{"a short text as it is", "heron nests", "The heron nests in May.", "The [heron] [nests] in May."},
		{"on one line", "heron", "The heron\n\n\tnests  in May.\n", "The [heron] nests in May."},
		{"all forms of a word", "migration", "They migrate; migrations are slow.", "They [migrate]; [migrations] are slow."},
		{"words that carry nothing are not marked", "what is the heron", "What the heron is.", "What the [heron] is."},
		{"excluded words are not marked", "heron -stork", "The heron.", "The [heron]."},
		{"a misspelt word", "hreon nests", "The heron nests in May.", "The [heron] [nests] in May."},
		{"a prefix", "migra*", "The migration.", "The [migration]."},
		{"parts of an identifier", "getUserById", "call getUserById here", "call [getUserById] here"},
		{"pairs of characters", "数据库迁移", "我们的数据库在夜里迁移。", "我们的[数据库]在夜里[迁移]。"},
		{"one character", "猫", "小猫咪", "小[猫]咪"},
		{"nothing in the text", "heron", "storks only", ""},
		{"an accent", "cafe", "Le café est ouvert", "Le [café] est ouvert"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := marked(t, c.question, append([]string{c.text, "the heron and nests"}, others...)...); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
	for _, c := range []struct{ name, question, text, begins, has, ends string }{
		{"a sentence in the middle", "heron nests", filler + "The heron nests in May. " + filler,
			"…The [heron] [nests] in May. Lorem", "", "…"},
		{"words together, not one alone before them", "heron nests", "A heron. " + filler + "A heron that nests. " + filler,
			"…A [heron] that [nests].", "", "…"},
		{"the rarer word", "cache heron", "the cache. " + filler + "the heron", "…", "the [heron]", "[heron]"},
		{"the end of a text has what comes before it", "heron", filler + "a heron", "…", "dolor sit amet. a [heron]", "a [heron]"},
		{"identifiers are not cut", "heron", strings.Repeat("unique_by-name.x ", 40) + "heron " + strings.Repeat("unique_by-name.x ", 40),
			"…unique_by-name.x ", " [heron] ", " unique_by-name.x…"},
		{"a line", "heron", filler + "\nThe heron nests\n" + filler, "…The [heron] nests Lorem", "", "…"},
		{"a text without sentences", "heron", strings.Repeat("word ", 100) + "heron " + strings.Repeat("word ", 100), "…word word", "word [heron] word", "word…"},
		{"a text without blanks", "迁移", strings.Repeat("数据", 300) + "迁移" + strings.Repeat("数据", 300), "…", "数据[迁移]数据", "…"},
		{"a word that is too long", "heron", strings.Repeat("x", 400) + " heron", "…[heron]", "", ""},
		{"sentences without blanks", "迁移", strings.Repeat("数据库好。", 100) + "夜里迁移。" + strings.Repeat("数据库好。", 100), "…夜里[迁移]。数据库好。", "", "…"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := marked(t, c.question, append([]string{c.text, "the heron and nests"}, others...)...)
			if !strings.HasPrefix(got, c.begins) || !strings.Contains(got, c.has) || !strings.HasSuffix(got, c.ends) {
				t.Errorf("%q, want %q … %q … %q", got, c.begins, c.has, c.ends)
			}
		})
	}
}

// A word that is longer than a passage is cut itself.
func TestPassageOfOneLongWord(t *testing.T) {
	word := "heron_" + strings.Repeat("x", 400)
	if got := marked(t, word, word, "other", "words"); !strings.HasPrefix(got, "[heron") || !strings.HasSuffix(got, "…") {
		t.Errorf("%q", got)
	}
}

// What holds of every passage holds of texts of any make.
func TestPassagesOfRandomTexts(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 5))
	pieces := []string{"heron", "nests", " ", "\n", ". ", "。", "数据", "迁移", "e\u0301", "\u200d", "x", "getHeron", "-", "word ", "longer text, ", "\xff", "👩\u200d💻"}
	for range 2000 {
		var b strings.Builder
		for range random.IntN(300) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		text := b.String()
		marked(t, "heron nests 迁移", text, "heron", "nests", "迁移")
	}
}
