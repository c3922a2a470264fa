package portable_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/portable"
)

// read returns what a Markdown text of the name notes.md holds, as
// "digest: content" with line ends shown as ⏎.
func read(t *testing.T, text string) []string {
	t.Helper()
	batch, err := portable.ReadMarkdown("dir/notes.md", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if len(batch.Warnings) != 0 {
		t.Errorf("warnings: %v", batch.Warnings)
	}
	var found []string
	for _, m := range batch.Memories {
		found = append(found, m.Digest+": "+strings.ReplaceAll(m.Content, "\n", "⏎"))
	}
	return found
}

func TestSections(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"nothing", "", nil},
		{"text alone", "\n\nhello\n\nworld\n", []string{"notes: hello⏎⏎world"}},
		{"a heading without text", "# A\n\n---\n\n## B\n", nil},
		{
			"a path of headings", "# A\nOne.\n## B\n\nTwo.\n### C\n## D\nThree.\n# E\nFour.\n",
			[]string{"A: # A⏎One.", "A › B: ## B⏎⏎Two.", "A › D: ## D⏎Three.", "E: # E⏎Four."},
		},
		{"a skipped level", "# A\n### C\nText.\n## B\nMore.", []string{"A › C: ### C⏎Text.", "A › B: ## B⏎More."}},
		{"text before the first heading", "Intro.\n\n# A\nText.\n", []string{"notes: Intro.", "A: # A⏎Text."}},
		{"closing marks", "# A ##\nx\n# B#\ny\n# #\nz\n", []string{"A: # A ##⏎x", "B#: # B#⏎y", "notes: # #⏎z"}},
		{"no headings", "#tag\n####### seven\n    # code\n\\# escaped\n", []string{"notes: #tag⏎####### seven⏎    # code⏎\\# escaped"}},
		{"indented by three", "   # A\n   text\n", []string{"A:    # A⏎   text"}},
		{"setext", "Title\n=====\nOne.\n\nSub\nline\n---\nTwo.\n", []string{"Title: Title⏎=====⏎One.", "Title › Sub line: Sub⏎line⏎---⏎Two."}},
		{"no setext below a blank line", "text\n\n---\nmore\n", []string{"notes: text⏎⏎---⏎more"}},
		{"no setext below a list item", "- item\n---\nmore\n", []string{"notes: - item⏎---⏎more"}},
		{"no setext below a lazy line", "> quote\nlazy\n===\n", []string{"notes: > quote⏎lazy⏎==="}},
		{"a table is not a heading", "a | b\n--- | ---\n1 | 2\n", []string{"notes: a | b⏎--- | ---⏎1 | 2"}},
		{"fenced code", "# A\n```sh\n# no\n~~~\n# no\n```\n# B\nx\n", []string{"A: # A⏎```sh⏎# no⏎~~~⏎# no⏎```", "B: # B⏎x"}},
		{"a longer fence", "# A\n````\n```\n# no\n```\n````\n# B\nx\n", []string{"A: # A⏎````⏎```⏎# no⏎```⏎````", "B: # B⏎x"}},
		{"tildes", "~~~ `x`\n# no\n~~~\n", []string{"notes: ~~~ `x`⏎# no⏎~~~"}},
		{"backticks in a line are not a fence", "``` a ` b\n# A\nx\n", []string{"notes: ``` a ` b", "A: # A⏎x"}},
		{"an open fence", "# A\n```\n# no\n", []string{"A: # A⏎```⏎# no"}},
		{"a fence in a list", "1. do\n   ```\n   # no\n   ```\n- ```sh\n  # no\n  ```\n\n# A\nx\n", []string{"notes: 1. do⏎   ```⏎   # no⏎   ```⏎- ```sh⏎  # no⏎  ```", "A: # A⏎x"}},
		{"an item's end ends its open fence", "- ```\n  # no\n# A\nx\n", []string{"notes: - ```⏎  # no", "A: # A⏎x"}},
		{"a year is not a list item", "In the year\n1984. Or so\n---\nx\n", []string{"In the year 1984. Or so: In the year⏎1984. Or so⏎---⏎x"}},
		{"less indented than the item", "1. one\n  # A\nx\n", []string{"notes: 1. one", "A:   # A⏎x"}},
		{"indented code", "text\n\n    # no\n\t# no\n", []string{"notes: text⏎⏎    # no⏎\t# no"}},
		{"in a list item", "- item\n\n  # no\n\n# A\nx", []string{"notes: - item⏎⏎  # no", "A: # A⏎x"}},
		{"comments stay", "# A\n<!--\n# no\n-->\n<!-- one line -->\n# B\nx\n", []string{"A: # A⏎<!--⏎# no⏎-->⏎<!-- one line -->", "B: # B⏎x"}},
		{"preformatted HTML", "<pre>\n# no\n</PRE>\n# A\nx", []string{"notes: <pre>⏎# no⏎</PRE>", "A: # A⏎x"}},
		{"a heading in a quotation", "> # no\n> text\n", []string{"notes: > # no⏎> text"}},
		{"CRLF and a byte order mark", "\uFEFF# A\r\n\r\ntext\r\n", []string{"A: # A⏎⏎text"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := read(t, c.text); !slices.Equal(got, c.want) {
				t.Errorf("%q\nwant %q", got, c.want)
			}
		})
	}
}

func TestFrontmatter(t *testing.T) {
	day := func(text string) agmem.Instant {
		at, err := time.ParseInLocation("2006-01-02 15:04", text, time.Local)
		if err != nil {
			t.Fatal(err)
		}
		return agmem.InstantOf(at)
	}
	for _, c := range []struct {
		name, yaml string
		tags       []string
		created    agmem.Instant
		digest     string
		warnings   int
	}{
		{"a list", "tags:\n  - a\n  - b c\n", []string{"a", "b c"}, 0, "notes", 0},
		{"a flow list", "tags: [a, 'b', 2024, true, A]", []string{"a", "b", "2024", "true"}, 0, "notes", 0},
		{"a comma string", "Tags: a, b,,c", []string{"a", "b", "c"}, 0, "notes", 0},
		{"one tag", "tag: a", []string{"a"}, 0, "notes", 0},
		{"no tags", "tags:\nother: [x]", nil, 0, "notes", 0},
		{"a title", "title: The Title\n", nil, 0, "The Title", 0},
		{"a date", "date: 2025-06-01", nil, day("2025-06-01 00:00"), "notes", 0},
		{"created wins", "created: 2025-06-01 10:30\ndate: 2024-01-01", nil, day("2025-06-01 10:30"), "notes", 0},
		{"created wins from below", "date: 2024-01-01\ncreated: '2025-06-01T10:30'", nil, day("2025-06-01 10:30"), "notes", 0},
		{"RFC 3339", "created: 2025-06-01T10:00:00Z", nil, 1748772000000, "notes", 0},
		{"no date", "date: someday", nil, 0, "notes", 1},
		{"an empty date", "date:", nil, 0, "notes", 1},
		{"bad tags are left out", "tags: [a, 'x|y', {b: c}, [d], e]", []string{"a", "e"}, 0, "notes", 3},
		{"no YAML", "tags: [a\n\"", nil, 0, "notes", 1},
		{"a list at the top", "- a\n- b", nil, 0, "notes", 1},
		{"aliases", "x: &x [a, b]\ntags: *x", nil, 0, "notes", 1},
		{"a ruler", "# " + strings.Repeat("-", 99) + "\ntags: a", []string{"a"}, 0, "notes", 0},
		{"deep brackets", "tags: " + strings.Repeat("[", 10_000), nil, 0, "notes", 1},
		{"deep dashes", strings.Repeat("-  ", 5_000), nil, 0, "notes", 1},
		{"too long", strings.Repeat("x", 20_000), nil, 0, "notes", 1},
		{"empty", "", nil, 0, "notes", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "---\n" + c.yaml + "\n---\ntext\n"
			batch, err := portable.ReadMarkdown("notes.md", strings.NewReader(text))
			if err != nil || len(batch.Memories) != 1 {
				t.Fatalf("%+v, %v; want one memory", batch, err)
			}
			m := batch.Memories[0]
			if c.tags == nil {
				c.tags = []string{}
			}
			want := agmem.Memory{Content: "text", Digest: c.digest, Tags: c.tags, CreatedAt: c.created}
			if !reflect.DeepEqual(m, want) {
				t.Errorf("%+v\nwant %+v", m, want)
			}
			if len(batch.Warnings) != c.warnings {
				t.Errorf("warnings %v, want %d", batch.Warnings, c.warnings)
			}
			for _, w := range batch.Warnings {
				if !strings.HasPrefix(w.Error(), "notes.md: ") || strings.Contains(w.Error(), "\n") {
					t.Errorf("the warning %q does not name the file in one line", w)
				}
			}
		})
	}
}

func TestWhatIsFrontmatter(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"never closed", "---\nnever closed\n", []string{"notes: ---⏎never closed"}},
		{"not in the first line", "\n---\ntags: a\n---\ntext", []string{"tags: a: tags: a⏎---⏎text"}},
		{"four marks", "----\ntags: a\n---\ntext", []string{"tags: a: tags: a⏎---⏎text"}},
		{"closed by dots", "--- \ntags: a\n...\n# H\ntext", []string{"H: # H⏎text"}},
	} {
		if got := read(t, c.text); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestPlaces(t *testing.T) {
	text := "---\ntags: a\n---\nintro\n\n# A\nx\n\nB\n===\ny\n"
	batch, err := portable.ReadMarkdown("notes.md", strings.NewReader(text))
	if err != nil || len(batch.Memories) != 3 {
		t.Fatalf("%+v, %v", batch, err)
	}
	for i, want := range []int{4, 6, 9} {
		bad, ok := errors.AsType[*portable.LineError](batch.Input().At(i, agmem.Errorf(agmem.Invalid, "no")))
		if !ok || bad.Line != want || bad.File != "notes.md" {
			t.Errorf("memory %d stands at %+v, want line %d of notes.md", i, bad, want)
		}
	}
}

func TestLongSections(t *testing.T) {
	paragraph := strings.Repeat("word ", 1000) + "\n\n"
	for name, body := range map[string]string{
		"paragraphs":  strings.Repeat(paragraph, 500),
		"lines":       strings.Repeat(strings.TrimSpace(paragraph)+"\n", 500),
		"one line":    strings.Repeat("ü", 3<<19),
		"blanks":      "x" + strings.Repeat(" ", 3<<19) + "x",
		"empty lines": "x" + strings.Repeat("\n", 3<<19) + "x",
	} {
		for _, heading := range []string{"# Long\n", "", "# " + strings.Repeat("Long ", 150_000) + "\n"} {
			batch, err := portable.ReadMarkdown("notes.md", strings.NewReader(heading+body))
			if err != nil || len(batch.Memories) < 2 && !strings.Contains(name, "lines") {
				t.Errorf("%s: %d memories, %v", name, len(batch.Memories), err)
			}
			letters := 0
			for _, m := range batch.Memories {
				if err := (agmem.Draft{Content: m.Content, Digest: m.Digest, Tags: m.Tags}).Validate(); err != nil {
					t.Errorf("%s: a part is not a memory: %v", name, err)
				}
				if heading == "# Long\n" && (!strings.HasPrefix(m.Content, heading) || !strings.HasPrefix(m.Digest, "Long (")) && len(batch.Memories) > 1 {
					t.Errorf("%s: a part begins with %.20q and has the digest %q", name, m.Content, m.Digest)
				}
				letters += countLetters(m.Content)
			}
			if want := countLetters(body); letters != want {
				t.Errorf("%s: %d letters came out of %d", name, letters, want)
			}
		}
	}
}

// countLetters counts those letters of the long bodies that no heading has.
func countLetters(text string) int {
	return strings.Count(text, "w") + strings.Count(text, "ü") + strings.Count(text, "x")
}

func TestMarkdownThatIsNone(t *testing.T) {
	if _, err := portable.ReadMarkdown("x.md", strings.NewReader("\xff\xfe#\x00")); agmem.KindOf(err) != agmem.Invalid {
		t.Errorf("UTF-16: %v (%v)", err, agmem.KindOf(err))
	}
	if _, err := portable.ReadMarkdownFile(filepath.Join(t.TempDir(), "none.md")); agmem.KindOf(err) != agmem.NotFound {
		t.Errorf("a missing file: %v (%v)", err, agmem.KindOf(err))
	}
}

func TestReadMarkdownDir(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"b.md": "b", "a.markdown": "a", "Z.MD": "z", "sub/deep/c.md": "c", "text.txt": "no", ".hidden.md": "no",
		".git/d.md": "no", "bad.md": "\xff", "empty.md": "", "folder.md/e.md": "e",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, warnings := []string{"z", "a", "b", "e", "c"}, []string{"bad.md"}
	if runtime.GOOS != "windows" {
		for link, to := range map[string]string{
			"sub/loop": "..", "sub/deep/self": ".", "sub/again": "deep", "t.md": "text.txt", "gone.md": "nowhere", "gone": "nowhere", "l.md": "l.md",
		} {
			if err := os.Symlink(to, filepath.Join(dir, filepath.FromSlash(link))); err != nil {
				t.Fatal(err)
			}
		}
		// A linked file is read; sub/again comes before sub/deep and stands for it.
		want, warnings = []string{"z", "a", "b", "e", "c", "no"}, []string{"bad.md", "gone.md", "l.md"}
	}
	batch, err := portable.ReadMarkdownDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range batch.Memories {
		got = append(got, m.Content)
	}
	if !slices.Equal(got, want) {
		t.Errorf("contents %q, want %q", got, want)
	}
	if len(batch.Warnings) != len(warnings) {
		t.Fatalf("warnings %v, want for %v", batch.Warnings, warnings)
	}
	for i, w := range batch.Warnings {
		if !strings.Contains(w.Error(), filepath.Join(dir, warnings[i])) {
			t.Errorf("the warning %q does not name %s", w, warnings[i])
		}
	}
	if _, err := portable.ReadMarkdownDir(filepath.Join(dir, "none")); agmem.KindOf(err) != agmem.NotFound {
		t.Errorf("a missing folder: %v (%v)", err, agmem.KindOf(err))
	}
}

func TestRealVault(t *testing.T) {
	data := os.Getenv("AGMEM_TESTDATA")
	if data == "" {
		t.Skip("AGMEM_TESTDATA is not set: reading the foam documentation (foambubble/foam) is not tested")
	}
	batch, err := portable.ReadMarkdownDir(filepath.Join(data, "vault", "foam-docs"))
	if err != nil || len(batch.Memories) < 100 {
		t.Fatalf("%d memories, %v", len(batch.Memories), err)
	}
	for _, m := range batch.Memories {
		if err := (agmem.Draft{Content: m.Content, Digest: m.Digest, Tags: m.Tags}).Validate(); err != nil {
			t.Errorf("%.60q: %v", m.Content, err)
		}
	}
	for _, w := range batch.Warnings {
		t.Errorf("warning: %v", w)
	}
}

func FuzzReadMarkdown(f *testing.F) {
	for _, text := range []string{
		"---\ntags: [a, b]\ndate: 2025-06-01\n---\n# A\nx\n## B\n```\n# no\n```\n", "A\n===\n\n> q\n- i\n---\n", "<!--\n# no\n-->\n1. ```\n",
		"---\nx: &x [a]\ntags: *x\n...\n\u2028", "---\n? {a: [}\n---\n", "#\t#\n\t# x\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		batch, err := portable.ReadMarkdown("x.md", strings.NewReader(text))
		if err != nil {
			if utf8.ValidString(text) || agmem.KindOf(err) != agmem.Invalid {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		for _, m := range batch.Memories {
			if err := (agmem.Draft{Content: m.Content, Digest: m.Digest, Tags: m.Tags}).Validate(); err != nil {
				t.Errorf("%q: %+v is not a memory: %v", text, m, err)
			}
		}
	})
}
