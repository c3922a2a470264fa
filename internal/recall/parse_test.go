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
		return Word([]string{"docker", "兼容性", "c++", "what?", "src/a.go"}[r.IntN(5)])
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
