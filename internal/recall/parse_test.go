package recall

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestParse(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"docker compose", "docker compose"},
		{"docker-compose c++ what?", "docker-compose c++ what?"},
		{`"refresh token" jwt`, `"refresh token" jwt`},
		{`"unbalanced quote`, "unbalanced quote"},
		{"a AND b", "(a AND b)"},
		{"x a AND b y", "x (a AND b) y"},
		{"a OR b AND c", "(a OR (b AND c))"},
		{"(a OR b) AND c", "((a OR b) AND c)"},
		{"a NOT b", "(a AND -b)"},
		{"a AND NOT b", "(a AND -b)"},
		{"a AND (NOT b)", "(a AND -b)"},
		{"a AND (NOT b AND c)", "(a AND (-b AND c))"},
		{"(NOT b)", "NOT b"},
		{"docker -compose", "docker -compose"},
		{`docker -"up again"`, `docker -"up again"`},
		{"-compose", "- compose"},
		{"NOT b", "NOT b"},
		{"AND", "AND"},
		{"a AND", "a AND"},
		{"OR a", "OR a"},
		{"a AND OR b", "a AND OR b"},
		{"a OR NOT b", "a OR NOT b"},
		{"migr* data", "migr* data"},
		{"*", "*"},
		{"a**", "a**"},
		{"(x", "x"},
		{"x)", "x)"},
		{"()", ""},
		{"(())", ""},
		{"(a b) c", "a b c"},
		{"(a b) AND c", "((a AND b) AND c)"},
		{"print(x) AND y", "(print(x) AND y)"},
		{"(print(x) OR y)", "(print(x) OR y)"},
		{"cats and dogs", "cats and dogs"},
		{"a:b --flag - x", "a:b --flag - x"},
		{`""`, ""},
		{`" "`, ""},
		{"兼容性 -猫", "兼容性 -猫"},
		{"a AND (b", "(a AND b)"},
		{"(a AND b", "(a AND b)"},
		{") a (", "a"},
		{"0 AND )", "0 AND"},
		{"a OR b c AND (d OR e)", "(a OR b) (c AND (d OR e))"},

		// Operators in sentences are words.
		{`When did Melanie read the book "nothing is impossible"?`, "When did Melanie read the book nothing is impossible ?"},
		{"During the (last) phase NOT every word of a text is (often) kept.", "During the last phase NOT every word of a text is often kept."},
		{"how do I run the tests with -run TestParse", "how do I run the tests with - run TestParse"},
		{"which settings* are there in the file", "which settings are there in the file"},
		{"do NOT restart redis", "do NOT restart redis"},
		{"Rollback failed twice. Restart (OR drain) the pool", "Rollback failed twice. Restart OR drain the pool"},
		{"Wo hat Anna ihren Vertrag über \"Der Prozess\" gelassen?", "Wo hat Anna ihren Vertrag über Der Prozess gelassen?"},
		{`我们为什么用 "缓存"？它快吗`, "我们为什么用 缓存 ？它快吗"},

		// A word or two that carry nothing are not a sentence, nor are operands.
		{`timeout of the "connection pool" -redis`, `timeout of the "connection pool" -redis`},
		{"(before OR after) AND (up OR down)", "((before OR after) AND (up OR down))"},
		{`what? "up again"`, `what? "up again"`},
		{"docker OR ?", "(docker OR ?)"},
		{"start AND stop NOT restart", "(start AND stop AND -restart)"},
	} {
		if got := Parse(c.text).String(); got != c.want {
			t.Errorf("Parse(%q) = %s, want %s", c.text, got, c.want)
		}
	}
}

// A question prints itself so that it is read as the same, unless it has words
// that would be operators elsewhere, such as a lone parenthesis.
func FuzzParse(f *testing.F) {
	for _, s := range []string{`a AND (b OR "c d") -e f*`, "((((", "NOT NOT", `"`, "-", "a OR", "\xff(", "（全角）", "x AND )", "a NOT (b OR c)"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		q := Parse(text)
		printed := q.String()
		again := Parse(printed).String()
		if isUnambiguous(And(q)) && again != printed {
			t.Errorf("Parse(%q) prints %q, which prints %q", text, printed, again)
		}
		NewPlan(q, text).Rank([]Text{{Document: Document{Content: text}, BM25: 1}}, time.Time{})
	})
}

func isUnambiguous(e Expr) bool {
	switch e := e.(type) {
	case Word:
		return e != "AND" && e != "OR" && e != "NOT" && !strings.ContainsAny(string(e), `()"*-`)
	case Prefix:
		return !strings.ContainsAny(string(e), `()"*-`)
	case Not:
		return isUnambiguous(e.Of)
	case And:
		return !slices.ContainsFunc(e, func(of Expr) bool { return !isUnambiguous(of) })
	case Or:
		return isUnambiguous(And(e))
	}
	return true
}

// Every expression that can be typed is read as what it was printed from.
func TestExpressionsPrintThemselves(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 5000 {
		var q Question
		for range 1 + r.IntN(3) {
			q = append(q, randomExpr(r, 3))
		}
		if r.IntN(2) == 0 {
			q = append(q, Not{Phrase("never this")}, Word("a"))
		}
		if got := Parse(q.String()); got.String() != q.String() {
			t.Fatalf("%s is read as %s", q, got)
		}
	}
}

func randomExpr(r *rand.Rand, depth int) Expr {
	kind := r.IntN(6)
	if depth == 0 {
		kind = r.IntN(3)
	}
	switch kind {
	case 0:
		return Word([]string{"docker", "兼容性", "c++", "v2", "src/a.go"}[r.IntN(5)])
	case 1:
		return Prefix([]string{"dock", "兼"}[r.IntN(2)])
	case 2:
		return Phrase("up again")
	case 3:
		return Or{randomExpr(r, depth-1), randomExpr(r, depth-1)}
	case 4:
		return And{randomExpr(r, depth-1), Not{randomExpr(r, depth-1)}}
	default:
		return And{randomExpr(r, depth-1), randomExpr(r, depth-1)}
	}
}

func TestLongQuestionsHaveNoOperators(t *testing.T) {
	pasted := strings.Repeat("a OR b -c ", 200)
	for _, e := range Parse(pasted) {
		if _, ok := e.(Word); !ok {
			t.Fatalf("%q is an operator in a pasted text", e)
		}
	}
}

// What a long question is about comes back in it; pairs of characters come back by
// chance.
func TestRepeatedWordsCountEachTime(t *testing.T) {
	worth := func(question string, leaf int) float64 {
		p := NewPlan(Parse(question), question)
		p.Weigh(leaf, 2, BM25{Docs: 10, AvgLength: 5})
		return p.Leaves[leaf].IDF
	}
	once := worth("titles help", 0)
	if got := worth("titles help, a title says", 0); got != 2*once {
		t.Errorf("a word that is asked twice is worth %v, once %v", got, once)
	}
	if got := worth(`title "title"`, 0); got != once {
		t.Errorf("a word that is also required is worth %v, alone %v", got, once)
	}
	if one, two := worth("缓存", 0), worth("缓存 缓存", 0); one != two {
		t.Errorf("a pair of characters that is asked twice is worth %v, once %v", two, one)
	}
}
