package histories_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/histories"
)

const now agmem.Instant = 1_800_000_000_000

func read(t *testing.T, path string, format histories.Format, text string) histories.Contents {
	t.Helper()
	c, err := histories.ReadFrom(t.Context(), path, format, strings.NewReader(text), now)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// lines shows memories as [heading] content {tags}, with line breaks as |.
func lines(c histories.Contents) string {
	var b strings.Builder
	for _, m := range c.Memories {
		fmt.Fprintf(&b, "[%s] %s", m.Origin.Heading, strings.ReplaceAll(m.Content, "\n", "|"))
		if len(m.Tags) > 0 {
			fmt.Fprintf(&b, " {%s}", strings.Join(m.Tags, ","))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestInstructions(t *testing.T) {
	c := read(t, "/home/ada/shop/CLAUDE.md", histories.Instructions, `# Shop

The backend of the shop, in Go.

@docs/style.md

## Commands
- `+"`make test`"+` runs what CI runs
- `+"`make db`"+` needs Docker,
  which has to be running
  - on a Mac use Colima

Before each commit:
1. run the linter
2. update CHANGELOG.md

<!-- nobody reads
this --> 
Deploy with:

`+"```sh\nmake deploy\n```"+`

## Style
- [x] errors are wrapped with %w
- Naming:
  - ids end in ID
  - no abbreviations in exported names
- tests
* [Layout](layout.md) — where things are

| env | url |
|---|---|
| staging | stage.example.org |

<!-- agmem:begin -->
- use agmem recall before a task
<!-- agmem:end -->
`)
	want := `[Shop] The backend of the shop, in Go.
[Shop › Commands] ` + "`make test`" + ` runs what CI runs
[Shop › Commands] ` + "`make db`" + ` needs Docker,|which has to be running|- on a Mac use Colima
[Shop › Commands] Before each commit: run the linter
[Shop › Commands] Before each commit: update CHANGELOG.md
[Shop › Commands] Deploy with:|` + "```sh|make deploy|```" + `
[Shop › Style] errors are wrapped with %w
[Shop › Style] Naming: ids end in ID
[Shop › Style] Naming: no abbreviations in exported names
[Shop › Style] | env | url |||---|---||| staging | stage.example.org |
`
	if got := lines(c); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got := fmt.Sprint(c.Left); got != "[{written by agmem 1} {points to another file 2} {too short to say something alone 1}]" {
		t.Error(got)
	}
	if m := c.Memories[1]; m.Digest != "Shop › Commands › `make test` runs what CI runs" || m.Origin.File != "/home/ada/shop/CLAUDE.md" {
		t.Errorf("%q from %q", m.Digest, m.Origin.File)
	}
}

func TestClaudeMemory(t *testing.T) {
	const path = "/home/ada/.claude/projects/-home-ada-shop/memory/tests.md"
	c := read(t, path, histories.ClaudeMemory, `---
name: Integration tests
description: integration tests use a real database
type: feedback
modified: 2026-03-04T05:06:07Z
---

Integration tests must hit a real database, not mocks.

**Why:** a migration broke in production while the mocks passed.

**How to apply:** use testcontainers.
`)
	if got := lines(c); got != "[Integration tests] Integration tests must hit a real database, not mocks.||**Why:** a migration broke in production while the mocks passed.||**How to apply:** use testcontainers. {feedback}\n" {
		t.Error(got)
	}
	if m := c.Memories[0]; m.Digest != "integration tests use a real database" || m.CreatedAt.String() != "2026-03-04T05:06:07.000Z" {
		t.Errorf("%+v", m)
	}
	index := read(t, strings.Replace(path, "tests.md", "MEMORY.md", 1), histories.ClaudeMemory,
		"# Memory\n- [Integration tests](tests.md) — a real database\n- the staging server is called kiwi\n")
	if got := lines(index); got != "[Memory] the staging server is called kiwi\n" {
		t.Error(got)
	}
	long := read(t, path, histories.ClaudeMemory, "---\nname: Ops\ntype: project\n---\n# One\nfirst thing here\n# Two\nsecond thing here\n")
	if got := lines(long); got != "[Ops › One] first thing here {project}\n[Ops › Two] second thing here {project}\n" {
		t.Error(got)
	}
}

// Whatever a file holds, it is read in little time and gives what can be stored.
func TestHostileInstructions(t *testing.T) {
	for name, text := range map[string]string{
		"an open fence":     "- a b\n```\n" + strings.Repeat("x y\n", 1000),
		"an open comment":   "<!-- a b\n" + strings.Repeat("x y\n", 1000),
		"deep bullets":      deep(2000),
		"not UTF-8":         "- \xff\xfe broken bytes\n",
		"NUL":               "- zero\x00 byte here\n",
		"only marks":        strings.Repeat("- \n* \n1. \n---\n", 1000),
		"bad frontmatter":   "---\na: [\n---\n- a bullet here\n",
		"an open block":     "<!-- agmem:begin\n- a b c\n",
		"a long line":       "- " + strings.Repeat("word ", 300_000),
		"many intros":       strings.Repeat("one thing:\n- another thing:\n", 2000),
		"an empty file":     "",
		"a byte order mark": "\uFEFF# T\r\n- one bullet\r\n",
	} {
		for _, format := range []histories.Format{histories.Instructions, histories.ClaudeMemory} {
			storable(t, name, read(t, "/x/CLAUDE.md", format, text))
		}
	}
}

func deep(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s- level %d here\n", strings.Repeat(" ", i), i)
	}
	return b.String()
}

// storable checks that a store can take what was read.
func storable(t *testing.T, name string, c histories.Contents) {
	t.Helper()
	seen := make(map[string]bool)
	for _, m := range c.Memories {
		if err := (agmem.Draft{Content: m.Content, Digest: m.Digest, Tags: m.Tags}).Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if strings.ContainsRune(m.Content+m.Digest+m.Origin.Heading, 0) || seen[m.Content] || m.Origin.File == "" {
			t.Errorf("%s: %q from %q", name, m.Content, m.Origin.File)
		}
		seen[m.Content] = true
	}
}

func FuzzInstructions(f *testing.F) {
	f.Add("# A\n- b c\n  - d\n\nintro:\n1. x y\n```\ncode\n```\n")
	f.Add("---\nname: x\ntype: user\n---\ntext <!-- c -->\n")
	f.Fuzz(func(t *testing.T, text string) {
		for _, format := range []histories.Format{histories.Instructions, histories.ClaudeMemory} {
			storable(t, "fuzz", read(t, "/x/memory/a.md", format, text))
		}
	})
}
