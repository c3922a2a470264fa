package recall

import "testing"

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
		{") a (", ") a"},
		{"a OR b c AND (d OR e)", "(a OR b) (c AND (d OR e))"},
	} {
		if got := Parse(c.text).String(); got != c.want {
			t.Errorf("Parse(%q) = %s, want %s", c.text, got, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{`a AND (b OR "c d") -e f*`, "((((", "NOT NOT", `"`, "-", "a OR", "\xff(", "（全角）"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		q := Parse(text)
		again := Parse(q.String())
		if again.String() != Parse(again.String()).String() {
			t.Errorf("Parse(%q) does not settle: %q, then %q", text, again, Parse(again.String()))
		}
		_ = again
	})
}
