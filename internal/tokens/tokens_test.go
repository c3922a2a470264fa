package tokens_test

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/agmem/agmem/internal/tokens"
)

// counted is a text with the number of tokens that o200k has for it.
type counted struct {
	Kind   string `json:"kind"`
	Tokens int    `json:"tokens"`
	Text   string `json:"text"`
}

// table is texts of every kind that a pack may hold.
func table(t testing.TB) []counted {
	t.Helper()
	text, err := os.ReadFile("testdata/counted.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows []counted
	if err := json.Unmarshal(text, &rows); err != nil {
		t.Fatal(err)
	}
	return rows
}

// allowed is how far an estimate may be from the count, for a kind as a whole.
const allowed = 0.15

func TestEstimatesAreNear(t *testing.T) {
	const near = 0.10 // texts of the table, which are few
	kinds := checkKinds(t, table(t), near)
	for _, kind := range []string{"prose", "go", "python", "json", "log", "sql", "chinese", "traditional"} {
		if kinds[kind] < 100 {
			t.Errorf("%d tokens of %s: too few to say anything", kinds[kind], kind)
		}
	}
}

// checkKinds compares estimates with counts, kind by kind, and returns how many
// tokens there are of each.
func checkKinds(t *testing.T, rows []counted, allowed float64) map[string]int {
	t.Helper()
	real, estimated := map[string]int{}, map[string]int{}
	for _, r := range rows {
		real[r.Kind] += r.Tokens
		estimated[r.Kind] += tokens.Estimate(r.Text)
	}
	for kind, n := range real {
		ratio := float64(estimated[kind]) / float64(n)
		t.Logf("%s: %d tokens, estimated %d (%+.1f %%)", kind, n, estimated[kind], 100*(ratio-1))
		if ratio < 1-allowed || ratio > 1+allowed {
			t.Errorf("%s: %d tokens, estimated %d", kind, n, estimated[kind])
		}
	}
	return real
}

// What is put together from texts of all kinds is never a tenth longer than it
// is said to be.
func TestPacksAreNotUnderestimated(t *testing.T) {
	rows := table(t)
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		estimated, real := 0, 0
		for estimated < 1200 {
			r := rows[random.IntN(len(rows))]
			if r.Kind == "other" {
				continue
			}
			estimated += tokens.Estimate(r.Text)
			real += r.Tokens
		}
		if float64(estimated) < 0.9*float64(real) {
			t.Fatalf("a pack of %d tokens was estimated at %d", real, estimated)
		}
	}
}

func TestEdges(t *testing.T) {
	for text, want := range map[string]int{
		"":                              0,
		"a":                             1,
		" ":                             1,
		"\n":                            1,
		"\n\n\n":                        1,
		"hello world":                   2,
		"123456":                        2,
		"1234567":                       3,
		"don't":                         1,
		"        indented":              2,
		"camelCaseName":                 4,
		strings.Repeat("-", 40):         2,
		"\xff\xfe":                      1,
		strings.Repeat("a b ", 100):     201,
		strings.Repeat("\t", 3) + "}\n": 3,
	} {
		if got := tokens.Estimate(text); got != want {
			t.Errorf("%.20q: %d, want %d", text, got, want)
		}
	}
}

// A text that is cut anywhere costs about as much as its halves: no piece is
// left out or gone over twice.
func TestNothingIsLeftOut(t *testing.T) {
	for _, r := range table(t) {
		for cut := range r.Text {
			if !utf8.RuneStart(r.Text[cut]) {
				continue
			}
			sum := tokens.Estimate(r.Text[:cut]) + tokens.Estimate(r.Text[cut:])
			if d := sum - tokens.Estimate(r.Text); d < -9 || d > 9 {
				t.Fatalf("%s: cut at %d it costs %d more", r.Kind, cut, d)
			}
		}
	}
}

func TestNothingIsAllocated(t *testing.T) {
	for _, r := range table(t) {
		if n := testing.AllocsPerRun(5, func() { tokens.Estimate(r.Text) }); n != 0 {
			t.Fatalf("%s: %v allocations", r.Kind, n)
		}
	}
}

func FuzzEstimate(f *testing.F) {
	for _, r := range table(f) {
		f.Add(r.Text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n := tokens.Estimate(text)
		if (n == 0) != (text == "") || n < 0 {
			t.Errorf("%q: %d", text, n)
		}
		if longer := tokens.Estimate(text + " and more"); longer < n {
			t.Errorf("%q: %d, with more text %d", text, n, longer)
		}
	})
}

func BenchmarkEstimate(b *testing.B) {
	for _, kind := range []string{"prose", "go", "chinese"} {
		var text strings.Builder
		for _, r := range table(b) {
			if r.Kind == kind {
				text.WriteString(r.Text)
			}
		}
		b.Run(kind, func(b *testing.B) {
			b.SetBytes(int64(text.Len()))
			for b.Loop() {
				tokens.Estimate(text.String())
			}
		})
	}
}
