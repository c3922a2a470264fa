package metamemory_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/cli/metamemory"
	"github.com/agmem/agmem/internal/clitest"
)

const repository = "../../.."

func page(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(repository, "docs", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// help is the part of a command's help that the tests read.
type help struct {
	Name   string
	Input  object
	Output object
}

type object struct {
	Properties map[string]json.RawMessage
	Required   []string
}

// commands returns the help of every command.
func commands(t *testing.T) []help {
	t.Helper()
	var all struct{ Commands []help }
	if err := json.Unmarshal([]byte(clitest.NewHome(t, metamemory.Name).Must(t, "help")), &all); err != nil {
		t.Fatal(err)
	}
	return all.Commands
}

// The page has a section for every command, with every field of its input, and no
// other section of that kind.
func TestPageHasEveryCommand(t *testing.T) {
	text := page(t, "meta-memory.md")
	shared := text[strings.Index(text, "## Fields of every command"):strings.Index(text, "## `remember`")]
	all := commands(t)
	if n := strings.Count(text, "\n## `"); n != len(all) {
		t.Errorf("%d sections for %d commands", n, len(all))
	}
	for _, c := range all {
		_, section, ok := strings.Cut(text, "\n## `"+c.Name+"`\n")
		section, _, _ = strings.Cut(section, "\n## ")
		if !ok {
			t.Errorf("the page has no section for %s", c.Name)
		}
		for field := range c.Input.Properties {
			if !strings.Contains(section, "`"+field+"`") && !strings.Contains(shared, "| `"+field+"` |") {
				t.Errorf("the section for %s does not name %s", c.Name, field)
			}
		}
	}
}

// Every example of the page works, in their order, and prints what is shown.
func TestExamplesOfThePage(t *testing.T) {
	h := clitest.NewHome(t, "agmem")
	example := regexp.MustCompile("(?s)```sh\necho '([^']*)' \\| meta-memory ([a-z-]+)\n```\n\n?(?:```json\n(.*?)```)?")
	text := page(t, "meta-memory.md")
	examples := example.FindAllStringSubmatch(text, -1)
	if len(examples) < 8 || len(examples) != strings.Count(text, "```sh") {
		t.Fatalf("%d examples can be read", len(examples))
	}
	for _, e := range examples {
		stdout, stderr, code := h.Run(t, e[1], "meta-memory", e[2])
		if code != 0 {
			t.Errorf("%s: %s", e[2], stderr)
		}
		if got := ids.ReplaceAllString(stdout, "UUID"); e[3] != "" && got != e[3] {
			t.Errorf("%s prints\n%s", e[2], got)
		}
	}
}

// Every test that the rules name exists.
func TestRulesAreHeld(t *testing.T) {
	there := map[string]bool{}
	declared := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	err := filepath.WalkDir(filepath.Join(repository, "internal"), func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || d.IsDir():
			return err
		case filepath.Ext(path) == ".txtar":
			there[filepath.Base(path)] = true
		case strings.HasSuffix(path, "_test.go"):
			text, err := os.ReadFile(path)
			for _, m := range declared.FindAllStringSubmatch(string(text), -1) {
				there[m[1]] = true
			}
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`(Test\\w+|\\w+\\.txtar)`")
	rows := 0
	for line := range strings.Lines(page(t, "meta-memory-rules.md")) {
		cells := strings.Split(line, "|")
		if len(cells) < 4 || strings.Contains(cells[1], "---") || strings.TrimSpace(cells[1]) == "rule" {
			continue
		}
		rows++
		names := named.FindAllStringSubmatch(cells[2], -1)
		if len(names) == 0 && !strings.Contains(cells[2], "every session") {
			t.Errorf("no test holds: %s", cells[1])
		}
		for _, name := range names {
			if !there[name[1]] {
				t.Errorf("there is no %s, which is to hold: %s", name[1], cells[1])
			}
		}
	}
	if rows < 30 {
		t.Errorf("only %d rules can be read", rows)
	}
}
