package memorycli_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/agmem/agmem/internal/cli/memorycli"
	"github.com/agmem/agmem/internal/clitest"
)

const page = "../../../docs/memory-cli.md"

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// codes returns every code that an error of a bank can have.
func codes(t *testing.T) []string {
	t.Helper()
	var all []string
	for _, m := range regexp.MustCompile(`Code = "([A-Z_]+)"`).FindAllStringSubmatch(readFile(t, "../../banks/errors.go"), -1) {
		all = append(all, m[1])
	}
	if len(all) < 20 {
		t.Fatalf("only %v were found: the test looks in the wrong place", all)
	}
	return all
}

// Every code has a session that provokes it and that shows that nothing was
// changed. INTERNAL_ERROR is a bug, which no session can provoke.
func TestEveryCodeHasASession(t *testing.T) {
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var sessions strings.Builder
	for _, path := range scripts {
		sessions.WriteString(readFile(t, path))
	}
	for _, code := range codes(t) {
		pattern := `(?m)^(refused|partial) ` + code + ` `
		switch code {
		case "INTERNAL_ERROR":
			continue
		case "CANCELLED":
			pattern = `(?m)^interrupt `
		}
		if !regexp.MustCompile(pattern).MatchString(sessions.String()) {
			t.Errorf("no session provokes %s", code)
		}
	}
}

func TestPageHasEveryCode(t *testing.T) {
	_, table, _ := strings.Cut(readFile(t, page), "\n| code | meaning | next step |\n")
	var told []string
	for _, m := range regexp.MustCompile("(?m)^\\| `([A-Z_]+)` \\| [^|]+ \\|").FindAllStringSubmatch(table, -1) {
		told = append(told, m[1])
	}
	if want := codes(t); !slices.Equal(slices.Sorted(slices.Values(told)), slices.Sorted(slices.Values(want))) {
		t.Errorf("the page has the codes %v, the program %v", told, want)
	}
}

// The page has a section for every command, and it names every flag. What it
// says before the first section is true of every command.
func TestPageHasEveryCommand(t *testing.T) {
	sections := map[string]string{}
	parts := strings.Split(readFile(t, page), "\n## `memory-cli ")
	for _, part := range parts[1:] {
		name, text, _ := strings.Cut(part, "`\n")
		command, _, _ := strings.Cut(name, " ")
		sections[command] += text
	}
	for _, c := range memorycli.Root().Commands() {
		text, ok := sections[c.Name()]
		if !ok && c.Name() != "help" {
			t.Errorf("the page has no section for %s", c.Name())
		}
		delete(sections, c.Name())
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Name == "format" && strings.HasSuffix(f.Usage, ": json") {
				text += parts[0]
			}
			if f.Name != "help" && !strings.Contains(strings.ReplaceAll(text, "\n", " "), "--"+f.Name) {
				t.Errorf("the section for %s does not name --%s", c.Name(), f.Name)
			}
			if f.Shorthand != "" && f.Name != "help" && !strings.Contains(text, "`-"+f.Shorthand+"`") {
				t.Errorf("the section for %s does not name -%s", c.Name(), f.Shorthand)
			}
		})
	}
	for command := range sections {
		t.Errorf("the page describes %s, which does not exist", command)
	}
}

// outputs are the command lines that write the fields of a section.
func outputs(h *clitest.Home) map[string][][]string {
	return map[string][][]string{
		"read":         {{"read", "b", "KEY"}},
		"read BANK":    {{"read", "b"}},
		"write":        {{"write", "b", "k", "1"}},
		"update":       {{"update", "b", "k", "."}},
		"delete":       {{"delete", "b", "k"}},
		"list":         {{"list", "-v"}},
		"list BANK":    {{"list", "b", "-v"}},
		"search":       {{"search", "--value", "KEY"}},
		"export":       {{"export", "--all"}},
		"import":       {{"import", "new", h.File("bank.json")}},
		"import --all": {{"import", "--all", h.File("all.json")}},
		"schema":       {{"schema", "b", "--set", h.File("schema.json")}, {"schema", "b", "--clear"}},
		"gc":           {{"gc", "--dry-run"}},
		"repair":       {{"repair", "broken"}},
		"version":      {{"version"}},
	}
}

// furnished returns a home with banks whose entries have everything that an
// entry can have, and one that is damaged.
func furnished(t *testing.T) *clitest.Home {
	t.Helper()
	h := clitest.NewHome(t, "memory-cli")
	const entries = `{
		"KEY": {"value": "KEY", "ttl": 7200, "created_at": "2027-01-15T09:00:00Z", "updated_at": "2027-01-15T09:00:00Z"},
		"k": {"value": {"n": 1}, "created_at": "2027-01-15T09:00:00Z", "updated_at": "2027-01-15T09:00:00Z"},
		"gone": {"value": 1, "ttl": 1, "created_at": "2027-01-15T09:00:00Z", "updated_at": "2027-01-15T09:00:00Z"}`
	const meta = `{"_meta": {"version": 1, "created_at": "2027-01-15T09:00:00Z", "updated_at": "2027-01-15T09:00:00Z"}, "entries": `
	put(t, h, ".config/slop-mcp/memory/b.json", meta+entries+"}}")
	put(t, h, "broken.json", meta+entries)
	put(t, h, "bank.json", meta+entries+"}}")
	put(t, h, "all.json", `{"version": 1, "banks": [{"name": "new", "scope": "user", "bank": `+meta+entries+"}}}]}")
	put(t, h, "schema.json", `{"not": {"type": "boolean"}}`)
	return h
}

func put(t *testing.T, h *clitest.Home, name, text string) {
	t.Helper()
	path := h.File(filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestPagePromise runs every command so that each of its fields appears, and
// compares them with the page.
func TestPagePromise(t *testing.T) {
	promise := clitest.ReadPromise(t, page)
	for section := range outputs(furnished(t)) {
		h := furnished(t)
		if section == "repair" {
			put(t, h, ".config/slop-mcp/memory/broken.json", readFile(t, h.File("broken.json")))
		}
		opaque := []string{"value", "entries.KEY.value", "matches[].value"}
		if section == "export" {
			opaque = append(opaque, "banks[].bank")
		}
		seen := clitest.Fields{}
		for _, args := range outputs(h)[section] {
			seen.Observe(t, h.Must(t, args...), opaque...)
		}
		for path := range seen {
			if strings.HasPrefix(path, "entries.k") {
				delete(seen, path) // the fields of one entry are those of all
			}
		}
		clitest.Compare(t, "memory-cli "+section, promise["memory-cli "+section], seen, []string{"commit"})
		delete(promise, "memory-cli "+section)
	}
	compareErrors(t, promise["Errors"])
	delete(promise, "Errors")
	for section, fields := range promise {
		if len(fields) > 0 {
			t.Errorf("the page has fields for %s, which this test does not run", section)
		}
	}
}

func compareErrors(t *testing.T, promise map[string]clitest.Documented) {
	t.Helper()
	h := furnished(t)
	h.Must(t, "schema", "b", "--set", h.File("schema.json"))
	seen := clitest.Fields{}
	for _, args := range [][]string{{"write", "b", "k", "true"}, {"write", "b", "k", "{"}, {"read", "b", "missing"}} {
		_, stderr, code := h.Run(t, "", args...)
		if code != 1 {
			t.Fatalf("%v: exit code %d", args, code)
		}
		seen.Observe(t, stderr)
	}
	delete(seen, "error")
	clitest.Compare(t, "an error", promise, seen, nil)
}
