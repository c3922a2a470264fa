package agmem_test

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// documented is a field as docs/json.md promises it.
type documented struct {
	kind     string
	optional bool
}

// readPromise returns the fields of each section of docs/json.md by the
// command in its heading.
func readPromise(t *testing.T) map[string]map[string]documented {
	t.Helper()
	text, err := os.ReadFile("../../../docs/json.md")
	if err != nil {
		t.Fatal(err)
	}
	heading := regexp.MustCompile("^## `?([^`]+)`?$")
	row := regexp.MustCompile("^\\| `([^`]+)` \\| ([a-z]+)(, optional)? \\|")
	sections := map[string]map[string]documented{}
	var fields map[string]documented
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\n")
		if m := heading.FindStringSubmatch(line); m != nil {
			fields = map[string]documented{}
			sections[m[1]] = fields
		} else if m := row.FindStringSubmatch(line); m != nil {
			fields[m[1]] = documented{kind: m[2], optional: m[3] != ""}
		}
	}
	return sections
}

// observe adds the fields of a value to seen, by path, with their types.
func observe(v any, path string, seen map[string]string) {
	note := func(kind string) {
		if path != "" && !strings.HasSuffix(path, "[]") {
			seen[path] = kind
		}
	}
	switch v := v.(type) {
	case map[string]any:
		note("object")
		for key, value := range v {
			observe(value, strings.TrimPrefix(path+"."+key, "."), seen)
		}
	case []any:
		note("array")
		for _, element := range v {
			if _, plain := element.(string); !plain {
				observe(element, path+"[]", seen)
			}
		}
	case json.Number:
		if _, err := v.Int64(); err == nil {
			note("integer")
		} else {
			note("number")
		}
	case string:
		note("string")
	case bool:
		note("boolean")
	}
}

// TestJSONPromise runs every command so that each of its fields appears, and
// compares them with docs/json.md: nothing undocumented, nothing missing,
// every type as promised.
func TestJSONPromise(t *testing.T) {
	h := newHome(t)
	seed(t, h)
	h.must(t, "config", "set", "author", "Ada")
	out := h.must(t, "add", "the migration needs a lock", "--tags", "a", "--session", "s", "--expires", "1y", "--json")
	id := decode[struct{ ID string }](t, out).ID
	h.must(t, "update", id, "--tags", "b")
	h.must(t, "delete", id)
	h.must(t, "undo")
	writeFull(t, h)

	runs := map[string][][]string{
		"add":                 {{"add", "another"}},
		"get":                 {{"get", id}},
		"get --full":          {{"get", id, fullID, "--full"}},
		"update":              {{"update", id, "--digest", "d"}},
		"delete":              {{"delete", id}},
		"history":             {{"history", id}, {"undo"}},
		"search":              {{"search", "migratoin", "--explain"}},
		"list":                {{"list"}},
		"tags":                {{"tags"}},
		"stats":               {{"stats"}},
		"config set":          {{"config", "set", "k", "v", "--source", "team"}, {"config", "get", "author"}},
		"config list":         {{"config", "list"}},
		"config list --known": {{"config", "list", "--known"}},
		"config delete":       {{"config", "delete", "k", "--source", "team"}},
		"source list":         {{"source", "list"}},
		"run":                 {{"run"}},
		"import":              {{"import", h.file("full.jsonl")}},
		"export FILE":         {{"export", h.file("out.jsonl")}},
		"version":             {{"version"}},
	}
	// Fields that a build or a store without embedder does not have.
	absent := []string{"commit", "indexStatus.model"}
	order := []string{"get", "get --full", "update", "delete", "history", "add", "search", "list", "tags", "stats",
		"config set", "config list", "config list --known", "config delete", "source list", "run", "import", "export FILE", "version"}
	promise := readPromise(t)
	for _, command := range order {
		if command == "import" {
			h.must(t, "delete", fullID)
		}
		seen := map[string]string{}
		for _, args := range runs[command] {
			observe(numbers(t, h.must(t, append(args, "--json")...)), "", seen)
		}
		compare(t, "agmem "+command, promise["agmem "+command], seen, absent)
		delete(promise, "agmem "+command)
	}
	_, stderr, _ := h.run(t, "", "get", "zz", "--json")
	seen := map[string]string{}
	observe(numbers(t, stderr), "", seen)
	delete(seen, "error")
	compare(t, "errors", promise["Errors"], seen, nil)
	delete(promise, "Errors")
	for section := range promise {
		t.Errorf("docs/json.md describes %s, which this test does not run", section)
	}
}

const fullID = "ffff0000-0000-4000-8000-00000000000f"

// writeFull writes and imports a memory that has every field.
func writeFull(t *testing.T, h *home) {
	t.Helper()
	line := fmt.Sprintf(`{"id":%q,"content":"all fields","expiresAt":"2030-01-01T00:00:00Z","origin":`+
		`{"author":"a","session":"s","repository":"r","branch":"b","commit":"c","host":"h"}}`, fullID)
	if err := os.WriteFile(h.file("full.jsonl"), []byte(line), 0o600); err != nil {
		t.Fatal(err)
	}
	h.must(t, "import", h.file("full.jsonl"))
}

func numbers(t *testing.T, text string) any {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return v
}

func compare(t *testing.T, what string, promise map[string]documented, seen map[string]string, absent []string) {
	t.Helper()
	for path, kind := range seen {
		p, ok := promise[path]
		if !ok {
			t.Errorf("%s writes %s, which docs/json.md does not mention", what, path)
		} else if p.kind != kind && !(p.kind == "number" && kind == "integer") {
			t.Errorf("%s writes %s as %s, docs/json.md promises %s", what, path, kind, p.kind)
		}
	}
	for path, p := range promise {
		if _, ok := seen[path]; !ok && !(p.optional && slices.Contains(absent, path)) {
			t.Errorf("docs/json.md promises %s of %s, which was not written", path, what)
		}
	}
}
