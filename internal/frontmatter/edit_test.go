package frontmatter_test

import (
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/frontmatter"
)

func TestSet(t *testing.T) {
	for _, c := range []struct{ name, yaml, field, value, want string }{
		{"where it stands", "a: b\nmodified: 1\nc: d\n", "modified", "2026-11-21", "a: b\nmodified: 2026-11-21\nc: d\n"},
		{"added last", "a: b\n# c\n", "modified", "2", "a: b\n# c\nmodified: 2\n"},
		{"the first", "", "a", "b", "a: b\n"},
		{"below comments", "# x\n\n", "a", "b", "# x\n\na: b\n"},
		{"the same", "a: 'b' # c\n", "a", "b", "a: 'b' # c\n"},
		{"the case of the name", "Modified: 1\n", "modified", "2", "Modified: 2\n"},
		{"a comment", "a:   b   # c\n", "a", "d", "a:   d   # c\n"},
		{"a comment behind nothing", "a:  # c\n", "a", "d", "a: d  # c\n"},
		{"nothing", "a:\nb: c\n", "a", "d", "a: d\nb: c\n"},
		{"null", "a: ~ # x\n", "a", "d", "a: d # x\n"},
		{"quotes", "\"a\": 'it''s' # c\n", "a", "d", "\"a\": d # c\n"},
		{"an anchor", "a: &x b # c\n", "a", "d", "a: d # c\n"},
		{"a tag", "a: !!str 1\n", "a", "d", "a: d\n"},
		{"an alias", "b: &x c\na: *x # d\n", "a", "d", "b: &x c\na: d # d\n"},
		{"a block of text", "a: |+ # c\n  a: b\n  # no\n\nb: c\n", "a", "d", "a: d # c\n\nb: c\n"},
		{"a block list", "a: # x\n- b # y\n\n- c\n# z\nd: e\n", "a", "f", "a: f # x\n# z\nd: e\n"},
		{"a flow list", "a: [b,\n  c] # x\nd: e\n", "a", "f", "a: f # x\nd: e\n"},
		{"a mapping", "a:\n  a: b\n  c: {d: e}\nb: c\n", "a", "f", "a: f\nb: c\n"},
		{"a text of several lines", "a: b\n  c\n  d # x\nb: c\n", "a", "f", "a: f # x\nb: c\n"},
		{"a quotation of several lines", "a: \"b\n\n  a: c\" # x\nb: c\n", "a", "f", "a: f # x\nb: c\n"},
		{"a text below its name", "a:\n  b # x\nc: d\n", "a", "f", "a: f # x\nc: d\n"},
		{"not the one in a mapping", "b:\n  modified: 1\nc: |\n  modified: 1\n", "modified", "2", "b:\n  modified: 1\nc: |\n  modified: 1\nmodified: 2\n"},
		{"CRLF", "a: b\r\nc: d\r\n", "a", "e", "a: e\r\nc: d\r\n"},
		{"CRLF added", "a: b\r\n", "c", "d", "a: b\r\nc: d\r\n"},
		{"CRLF in a block", "a: |\r\n  b\r\n  c\r\nd: e\r\n", "a", "f", "a: f\r\nd: e\r\n"},
		{"indented", "  a: b\n  c: d\n", "e", "f", "  a: b\n  c: d\n  e: f\n"},
		{"behind an open block of text", "a: |+\n  b\n\n", "c", "d", "a: |+\n  b\n\nc: d\n"},
		{"tabs", "a:\tb\t# c\n", "a", "d", "a:\td\t# c\n"},
		{"a name that needs quotes", "a: b\n", "c: d", "e", "a: b\n\"c: d\": e\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, frame := range [][2]string{{"---\n", "---\nbody\n"}, {"\uFEFF---  \n", "...\n---\n\xff"}, {"---\n", "---"}} {
				if strings.Contains(c.yaml, "\r") {
					frame[0] = strings.Replace(frame[0], "\n", "\r\n", 1)
				}
				got, err := frontmatter.Set([]byte(frame[0]+c.yaml+frame[1]), c.field, c.value)
				if err != nil {
					t.Fatal(err)
				}
				if want := frame[0] + c.want + frame[1]; string(got) != want {
					t.Errorf("got\n%q\nwant\n%q", got, want)
				}
			}
		})
	}
}

func TestSetQuotes(t *testing.T) {
	for value, want := range map[string]string{
		"2026-11-21": "2026-11-21", "stale": "stale", "don't": "don't", "a: b": `"a: b"`, "a:": `"a:"`, "a:b": "a:b", "a #b": `"a #b"`,
		"a#b": "a#b", "": `""`, "null": `"null"`, "~": `"~"`, "-": `"-"`, "- a": `"- a"`, "-1": "-1", "[a]": `"[a]"`, "a [b]": "a [b]",
		" a": `" a"`, "a ": `"a "`, "a\nb": `"a\nb"`, "a\tb": `"a\tb"`, "'a'": `"'a'"`, `a "b" \c`: `a "b" \c`, `"b" \c`: `"\"b\" \\c"`,
		"\x00\a\u0085\u2028\uFEFF": `"\x00\x07\x85\u2028\ufeff"`, "全\u3000角": "全\u3000角", "👩\u200d💻": "👩\u200d💻", "\u3000a": "\"\u3000a\"", "日本語": "日本語", "@a": `"@a"`, "*": `"*"`, "---": `"---"`, "...": "...",
	} {
		got, err := frontmatter.Set([]byte("---\na: b\n---\n"), "c", value)
		if err != nil || string(got) != "---\na: b\nc: "+want+"\n---\n" {
			t.Errorf("%q: %q, %v; want %s", value, got, err, want)
		}
	}
}

func TestSetWithoutFrontmatter(t *testing.T) {
	for text, want := range map[string]string{
		"":                     "---\na: b\n---\n",
		"# T\nx":               "---\na: b\n---\n# T\nx",
		"\uFEFF# T\r\nx\r\n":   "\uFEFF---\r\na: b\r\n---\r\n# T\r\nx\r\n",
		"---\nnever closed\n":  "---\na: b\n---\n---\nnever closed\n",
		"a\xff\x00b no UTF-8 ": "---\na: b\n---\na\xff\x00b no UTF-8 ",
	} {
		if got, err := frontmatter.Set([]byte(text), "a", "b"); err != nil || string(got) != want {
			t.Errorf("%q: %q, %v", text, got, err)
		}
		if got, err := frontmatter.Remove([]byte(text), "a"); err != nil || string(got) != text {
			t.Errorf("%q: removed %q, %v", text, got, err)
		}
	}
}

func TestRemove(t *testing.T) {
	for _, c := range []struct{ name, yaml, field, want string }{
		{"a line", "a: b\nstatus: stale # c\nd: e\n", "Status", "a: b\nd: e\n"},
		{"the only one", "a: b\n", "a", ""},
		{"none", "a: b\n", "c", "a: b\n"},
		{"comments around", "# x\na: b\n# y\n\nc: d\n", "a", "# x\n# y\n\nc: d\n"},
		{"a list", "a: # x\n- b\n\n- c\n# y\nd: e\n", "a", "# y\nd: e\n"},
		{"a block of text", "a: |\n  b\n\n  c\nd: e\n", "a", "d: e\n"},
		{"a mapping", "a:\n  d:\n    e: f\nd: e\n", "a", "d: e\n"},
		{"not the one in a mapping", "a:\n  d: e\n", "d", "a:\n  d: e\n"},
		{"CRLF", "a: b\r\nc: d\r\n", "c", "a: b\r\n"},
		{"indented", "  a: b\n  c: d\n", "a", "  c: d\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := frontmatter.Remove([]byte("---\n"+c.yaml+"---\nbody"), c.field)
			if want := "---\n" + c.want + "---\nbody"; err != nil || string(got) != want {
				t.Errorf("got %q, %v\nwant %q", got, err, want)
			}
		})
	}
}

func TestRefusedEdits(t *testing.T) {
	for _, c := range []struct {
		name, yaml, field, value string
		kind                     agmem.Kind
	}{
		{"a flow mapping", "{a: b}\n", "a", "c", agmem.Invalid},
		{"a name of its own line", "? a\n: b\n", "a", "c", agmem.Invalid},
		{"an anchor in use", "a: &x b\nc: [*x]\n", "a", "c", agmem.Invalid},
		{"an inner anchor in use", "a:\n  - &x {b: c}\nc:\n  <<: *x\n", "a", "c", agmem.Invalid},
		{"malformed", "a: [b\n", "a", "c", agmem.Invalid},
		{"a name twice", "a: b\na: c\n", "a", "c", agmem.Invalid},
		{"a list", "- a\n", "a", "c", agmem.Invalid},
		{"a carriage return alone", "a: b\rc: d\n", "a", "c", agmem.Invalid},
		{"a value of no UTF-8", "a: b\n", "a", "\xff", agmem.Invalid},
		{"no name", "a: b\n", "c\xff", "d", agmem.Invalid},
		{"too long a value", "a: b\n", "c", strings.Repeat("d", 16<<10), agmem.TooLarge},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := []byte("---\n" + c.yaml + "---\n")
			if got, err := frontmatter.Set(text, c.field, c.value); got != nil || agmem.KindOf(err) != c.kind {
				t.Errorf("%q, %v (%v)", got, err, agmem.KindOf(err))
			}
		})
	}
	for _, yaml := range []string{"{a: b}\n", "a: &x b\nc: *x\n", "a: [b\n", "b: |+\n  c\na: d\n\n"} {
		if got, err := frontmatter.Remove([]byte("---\n"+yaml+"---\n"), "a"); got != nil || agmem.KindOf(err) != agmem.Invalid {
			t.Errorf("%q: removed %q, %v", yaml, got, err)
		}
	}
}
