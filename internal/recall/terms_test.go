package recall

import (
	"fmt"
	"strings"
	"testing"
)

// found reports whether a document with this text has a leaf of the question.
func found(text, question string) bool {
	terms := Analyze(Document{Content: text})
	p := NewPlan(Parse(question), question)
	for _, l := range p.Leaves {
		for _, term := range l.Terms {
			if hasTerm(terms, term) {
				return true
			}
		}
	}
	return false
}

// What is written one way and asked another way meets.
func TestTextsMeetQuestions(t *testing.T) {
	for _, c := range []struct{ text, questions string }{
		{"we ran the migrations", "migrate|migration|migrated|run|running"},
		{"café in Straße", "cafe|strasse|CAFÉ|straße"},
		{"docker-compose.yml", "docker|compose|dockercomposeyml|docker_compose|DockerCompose|docker-compose|yml"},
		{"getUserByID(ctx)", "get_user_by_id|getuserbyid|user|get-user-by-id"},
		{"see src/auth/jwt_token.go", "jwt|jwtToken|src/auth|auth"},
		{"https://example.org/a/b?c=d", "example.org|example"},
		{"v1.12.3 of node.js", "1.12.3|v1.12.3|nodejs|node.js|node"},
		{"port 8080 and 0x1F", "8080|0x1f"},
		{"don't, Caroline's", "dont|don’t|caroline"},
		{"C++ and c# and F#", "c++|C#|f#"},
		{"兼容性 of ESM", "兼容|容性|兼容性|性|esm"},
		{"データベース", "データ|ベース|ース"},
		{"데이터베이스를 백업", "데이터|베이스|백업"},
		{"ฐานข้อมูล", "ฐาน|ข้อมูล"},
		{"हिन्दी भाषा", "हिन्दी"},
		{"οδός ΟΔΟΣ", "οδος"},
		{"🚀 launch day", "launch"},
		{"he went, she goes, they are going", "go|gone|goes"},
		{"wrote and taught and bought", "write|teach|buying"},
		{"children's mice", "child|mouse"},
		{"the bits of a 64 bit word", "bit|bits"},
		{"dying and lying", "die|died|lie"},
		{strings.Repeat("x", 100), strings.Repeat("x", 100) + "|" + strings.Repeat("X", 90)},
	} {
		for q := range strings.SplitSeq(c.questions, "|") {
			if !found(c.text, q) {
				t.Errorf("%q is not found by %q", c.text, q)
			}
		}
	}
}

func TestTextsThatDoNotMeetQuestions(t *testing.T) {
	for _, c := range []struct{ text, question string }{
		{"version 1.12", "11.2"}, {"1.12", "112"}, {"universe", "unify"}, {"c", "c++"}, {"c#", "c++"},
		{"हिन्दी", "हन्द"}, {"か", "が"},
	} {
		if found(c.text, c.question) {
			t.Errorf("%q is found by %q", c.text, c.question)
		}
	}
}

// A form that the stemmer does not know is that of its base.
func TestIrregularForms(t *testing.T) {
	s := newStemmer()
	for form, base := range irregularBases() {
		if len(form) < 3 {
			continue // as short as these, words stay as they are
		}
		if s.stem(form) != s.stem(base) {
			t.Errorf("%s is %s, %s is %s", form, s.stem(form), base, s.stem(base))
		}
		if !found(base, form) || !found(form, base) {
			t.Errorf("%s and %s do not find each other", form, base)
		}
	}
}

// A tag and a digest count twice, the first of several lines once more, the
// author once where the text does not name them.
func TestFrequencies(t *testing.T) {
	terms := Analyze(Document{
		Content: "Title word\nbody word word", Digest: "word of digest", Tags: []string{"ci/cd", "tag"}, Author: "ann body",
	})
	var got []string
	for _, p := range terms.Postings {
		got = append(got, fmt.Sprintf("%s:%d", p.Term, p.Freq))
	}
	want := "ann:1 body:1 cd:2 ci:2 digest:2 of:2 tag:2 title:2 word:6 ~bodi:1 ~titl:2"
	if g := strings.Join(got, " "); g != want {
		t.Errorf("terms\n     %s\nwant %s", g, want)
	}
	if terms.Length != 12 {
		t.Errorf("length %d", terms.Length)
	}
	same := Analyze(Document{Content: "heron", Digest: "heron"})
	if len(same.Postings) != 1 || same.Postings[0].Freq != 1 {
		t.Errorf("a digest that is the content counts: %+v", same)
	}
}

// Two documents of one analyzer do not disturb each other.
func TestAnalyzerRemembersStemsOnly(t *testing.T) {
	a := NewAnalyzer()
	for _, text := range []string{"migrations ran", "caches", "migrations", ""} {
		got, want := a.Analyze(Document{Content: text}), Analyze(Document{Content: text})
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func TestImpact(t *testing.T) {
	last := Impact(0)
	for freq := 1; freq <= 40; freq++ {
		i := NewImpact(freq, 50)
		if i == 0 || i < last {
			t.Errorf("freq %d has the impact %d after %d", freq, i, last)
		}
		if freq <= 4 && i.freq() != float64(freq) {
			t.Errorf("freq %d reads as %v", freq, i.freq())
		}
		last = i
	}
	for length := 2; length < 40_000; length += 1 + length/7 {
		if r := NewImpact(1, length).length() / float64(length); r < 0.81 || r > 1.24 {
			t.Errorf("length %d reads as %v", length, NewImpact(1, length).length())
		}
	}
	for _, odd := range []Impact{NewImpact(0, 0), NewImpact(-5, -5), NewImpact(1<<40, 1<<40)} {
		if odd == 0 {
			t.Error("an impact is zero")
		}
	}
}

// More of a word, a rarer word and a shorter text are each worth more.
func TestBM25(t *testing.T) {
	m := BM25{Docs: 1000, AvgLength: 100}
	w := m.Weights(m.IDF(10))
	if w[NewImpact(2, 100)] <= w[NewImpact(1, 100)] {
		t.Error("two occurrences are worth no more than one")
	}
	if w[NewImpact(1, 20)] <= w[NewImpact(1, 400)] {
		t.Error("a short text is worth no more than a long one")
	}
	if m.IDF(10) <= m.IDF(100) || m.IDF(1000) <= 0 || m.IDF(5000) <= 0 {
		t.Errorf("IDF %v, %v, %v, %v", m.IDF(10), m.IDF(100), m.IDF(1000), m.IDF(5000))
	}
	if (BM25{Docs: 5, AvgLength: 0}).Weights(1)[NewImpact(1, 1)] <= 0 {
		t.Error("an empty collection has no weights")
	}
}
