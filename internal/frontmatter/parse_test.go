package frontmatter_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/frontmatter"
)

// show writes fields as one line each: name, value, and where the value and the
// entry stand.
func show(yaml string, fields frontmatter.Fields) string {
	var b strings.Builder
	for _, f := range fields {
		fmt.Fprintf(&b, "%s %s", f.Name, [...]string{"null", "scalar", "list", "mapping", "alias"}[f.Kind])
		switch f.Kind {
		case frontmatter.Scalar:
			fmt.Fprintf(&b, " %q", f.Text)
		case frontmatter.List:
			fmt.Fprintf(&b, " %q", f.List)
		}
		if f.Odd > 0 {
			fmt.Fprintf(&b, " and %d odd", f.Odd)
		}
		fmt.Fprintf(&b, " line %d %q in %q\n", f.Line, yaml[f.Value.Start:f.Value.End], yaml[f.Entry.Start:f.Entry.End])
	}
	return b.String()
}

func TestParse(t *testing.T) {
	for _, c := range []struct{ name, yaml, want string }{
		{"nothing", "", ""},
		{"comments alone", "# a\n\n  # b\n", ""},
		{"texts", "a: b\nc d: e f\n", `a scalar "b" line 2 "b" in "a: b\n"` + "\n" + `c d scalar "e f" line 3 "e f" in "c d: e f\n"`},
		{"a comment", "# x\na: b#c # d\n", `a scalar "b#c" line 3 "b#c" in "a: b#c # d\n"`},
		{"dates and numbers", "a: 2026-03-18\nb: 010\nc: true\nd: 1.50\n",
			`a scalar "2026-03-18" line 2 "2026-03-18" in "a: 2026-03-18\n"
b scalar "010" line 3 "010" in "b: 010\n"
c scalar "true" line 4 "true" in "c: true\n"
d scalar "1.50" line 5 "1.50" in "d: 1.50\n"`},
		{"nulls", "a:\nb: ~\nc: null # x\nd: # y\n",
			`a null line 2 "" in "a:\n"
b null line 3 "~" in "b: ~\n"
c null line 4 "null" in "c: null # x\n"
d null line 5 "" in "d: # y\n"`},
		{"quotes", "a: 'it''s # no'\n\"b\" : \"c: \\\"d\\\" \\u00e9\" # e\n'f g': h\n",
			`a scalar "it's # no" line 2 "'it''s # no'" in "a: 'it''s # no'\n"
b scalar "c: \"d\" é" line 3 "\"c: \\\"d\\\" \\u00e9\"" in "\"b\" : \"c: \\\"d\\\" \\u00e9\" # e\n"
f g scalar "h" line 4 "h" in "'f g': h\n"`},
		{"a flow list", "a: [b, 'c, d', \"e]\", 5, ~, [f], {g: h}] # i\n", `a list ["b" "c, d" "e]" "5"] and 2 odd line 2 "[b, 'c, d', \"e]\", 5, ~, [f], {g: h}]" in "a: [b, 'c, d', \"e]\", 5, ~, [f], {g: h}] # i\n"`},
		{"a flow list of lines", "a: [b, # ]\n  don't]\nc: d\n",
			`a list ["b" "don't"] line 2 "[b, # ]\n  don't]" in "a: [b, # ]\n  don't]\n"
c scalar "d" line 4 "d" in "c: d\n"`},
		{"a block list", "a: # x\n  - b # y\n\n# z\n  - c\nd: e\n",
			`a list ["b" "c"] line 2 "- b # y\n\n# z\n  - c" in "a: # x\n  - b # y\n\n# z\n  - c\n"
d scalar "e" line 7 "e" in "d: e\n"`},
		{"a list that is not indented", "a:\n- b\n-\n- c: d\n\n# e\nf:\n", `a list ["b"] and 1 odd line 2 "- b\n-\n- c: d" in "a:\n- b\n-\n- c: d\n"
f null line 8 "" in "f:\n"`},
		{"an empty element above a name", "a:\n- b\n- # c\n\nd: e\nf:\n-\n", `a list ["b"] line 2 "- b\n- # c" in "a:\n- b\n- # c\n"
d scalar "e" line 6 "e" in "d: e\n"
f list [] line 7 "-" in "f:\n-\n"`},
		{"an element below its dash", "a:\n-\n  b: c\nd: e\n", `a list [] and 1 odd line 2 "-\n  b: c" in "a:\n-\n  b: c\n"
d scalar "e" line 5 "e" in "d: e\n"`},
		{"a mapping", "a:\n  modified: b\n  c: |\n    modified: d\nmodified: e\n",
			`a mapping line 2 "modified: b\n  c: |\n    modified: d" in "a:\n  modified: b\n  c: |\n    modified: d\n"
modified scalar "e" line 6 "e" in "modified: e\n"`},
		{"blocks of text", "a: | # x\n  modified: b\n  # c\n\nd: >-\n  e\n  f\n",
			`a scalar "modified: b\n# c\n" line 2 "| # x\n  modified: b\n  # c" in "a: | # x\n  modified: b\n  # c\n"
d scalar "e f" line 6 ">-\n  e\n  f" in "d: >-\n  e\n  f\n"`},
		{"text of several lines", "a: b\n  c # d\ne: \"f\n  g: h\"\n", `a scalar "b c" line 2 "b\n  c" in "a: b\n  c # d\n"
e scalar "f g: h" line 4 "\"f\n  g: h\"" in "e: \"f\n  g: h\"\n"`},
		{"text below its name", "a:\n  b # c\nd: e\n", `a scalar "b" line 2 "b" in "a:\n  b # c\n"
d scalar "e" line 4 "e" in "d: e\n"`},
		{"an indented comment ends a text", "a: b\n  # c\nd: e\n", `a scalar "b" line 2 "b" in "a: b\n"
d scalar "e" line 4 "e" in "d: e\n"`},
		{"anchors and tags", "a: &x b\nc: !!str 12\nd: *x\ne: &y\n  - f\n<<: *y\n", `a scalar "b" line 2 "&x b" in "a: &x b\n"
c scalar "12" line 3 "!!str 12" in "c: !!str 12\n"
d alias line 4 "*x" in "d: *x\n"
e list ["f"] line 5 "&y\n  - f" in "e: &y\n  - f\n"
<< alias line 7 "*y" in "<<: *y\n"`},
		{"CRLF", "a: b\r\nc:\r\n  - d\r\n  - e\r\nf: |\r\n  g\r\n  h\r\n",
			`a scalar "b" line 2 "b" in "a: b\r\n"
c list ["d" "e"] line 3 "- d\r\n  - e" in "c:\r\n  - d\r\n  - e\r\n"
f scalar "g\nh\n" line 6 "|\r\n  g\r\n  h" in "f: |\r\n  g\r\n  h\r\n"`},
		{"tabs", "a:\tb\t# c\nd: e\tf\n", `a scalar "b" line 2 "b" in "a:\tb\t# c\n"
d scalar "e\tf" line 3 "e\tf" in "d: e\tf\n"`},
		{"indented", "  a: b\n  c: d\n", `a scalar "b" line 2 "b" in "  a: b\n"
c scalar "d" line 3 "d" in "  c: d\n"`},
		{"no line break at the end", "a: b", `a scalar "b" line 2 "b" in "a: b"`},
		{"names that are not texts", "1: a\ntrue: b\nnull: c\n", `1 scalar "a" line 2 "a" in "1: a\n"
true scalar "b" line 3 "b" in "true: b\n"
null scalar "c" line 4 "c" in "null: c\n"`},
		{"a flow mapping", "{a: b, c: [d]}\n", `a scalar "b" line 2 "" in ""
c list ["d"] line 2 "" in ""`},
		{"a name of its own line", "? a\n: b\n", `a scalar "b" line 2 "" in ""`},
	} {
		t.Run(c.name, func(t *testing.T) {
			fields, err := frontmatter.Parse([]byte(c.yaml))
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.TrimSuffix(show(c.yaml, fields), "\n"); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestMalformed(t *testing.T) {
	for _, c := range []struct {
		name, yaml, says string
		kind             agmem.Kind
	}{
		{"a name twice", "a: b\nc: d\na: e\n", "line 4", agmem.Invalid},
		{"a name twice in another case", "Tags: b\nc: d\ntags: e\n", "line 4", agmem.Invalid},
		{"a list", "- a\n", "line 2", agmem.Invalid},
		{"a text", "a\nb\n", "line 2", agmem.Invalid},
		{"an open bracket", "a: b\nc: [d\n", "line 3", agmem.Invalid},
		{"an open quotation", "a: b\nc: \"d\n", "line 3", agmem.Invalid},
		{"two colons", "title: a: b\n", "line 2", agmem.Invalid},
		{"a tab before a name", "a:\n\tb: c\n", "line 3", agmem.Invalid},
		{"two documents", "a: b\n---\nc: d\n", "one YAML document", agmem.Invalid},
		{"no UTF-8", "a: \xff\n", "UTF-8", agmem.Invalid},
		{"deep brackets", "a: " + strings.Repeat("[", 10_000), "deep", agmem.Invalid},
		{"deep dashes", strings.Repeat("- ", 5_000), "deep", agmem.Invalid},
		{"too large", "a: " + strings.Repeat("b", 16<<10), "16384 bytes", agmem.TooLarge},
	} {
		t.Run(c.name, func(t *testing.T) {
			fields, err := frontmatter.Parse([]byte(c.yaml))
			if agmem.KindOf(err) != c.kind || len(fields) != 0 {
				t.Fatalf("%v, %v (%v)", fields, err, agmem.KindOf(err))
			}
			if text := err.Error(); !strings.Contains(text, c.says) || strings.ContainsAny(text, "\n") {
				t.Errorf("%q does not say %q in one line", text, c.says)
			}
		})
	}
}

func TestLookups(t *testing.T) {
	fields, err := frontmatter.Parse([]byte("Title: a, b\ntags: [c, d]\nempty:\nmap: {e: f}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got := fields.Text("title"); got != "a, b" {
		t.Errorf("the text of title is %q", got)
	}
	for name, want := range map[string]string{"TITLE": `["a, b"]`, "Tags": `["c" "d"]`, "empty": "[]", "map": "[]", "none": "[]"} {
		if got := fmt.Sprintf("%q", fields.List(name)); got != want {
			t.Errorf("the list of %s is %s, want %s", name, got, want)
		}
	}
	for name, want := range map[string]bool{"TITLE": true, "Empty": true, "e": false, "": false} {
		if fields.Has(name) != want {
			t.Errorf("has %q: %v", name, !want)
		}
	}
	if fields.Text("tags") != "" || fields.Text("none") != "" {
		t.Error("a value that is not a scalar has a text")
	}
}

const card = "title: JWT 迁移的坑\ncreated: 2026-03-18\nmodified: 2026-03-18\nsource: retro\ntags: [auth, tokens]\n"

func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := frontmatter.Parse([]byte(card)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSet(b *testing.B) {
	text := []byte("---\n" + card + "---\nbody\n")
	for b.Loop() {
		if _, err := frontmatter.Set(text, "modified", "2026-11-21"); err != nil {
			b.Fatal(err)
		}
	}
}
