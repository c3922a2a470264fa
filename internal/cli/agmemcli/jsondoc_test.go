package agmemcli_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/clitest"
)

// TestJSONPromise runs every command so that each of its fields appears, and
// compares them with docs/json.md: nothing undocumented, nothing missing,
// every type as documented.
func TestJSONPromise(t *testing.T) {
	h := newHome(t)
	h.Program = callable(t)
	seed(t, h)
	h.Must(t, "config", "set", "author", "Ada")
	out := h.Must(t, "add", "the migration needs a lock", "--tags", "a", "--session", "s", "--expires", "1y", "--json")
	id := decode[struct{ ID string }](t, out).ID
	h.Must(t, "update", id, "--tags", "b")
	h.Must(t, "delete", id)
	h.Must(t, "undo")
	writeFull(t, h)
	h.Must(t, "memory-cli", "write", "notes", "lock", `"the migration needs a lock"`) // the same text elsewhere

	objectTo(t, h, fullID)
	long := strings.Repeat("the heron nests in the reeds. ", 30)
	h.Must(t, "add", long)

	runs := map[string][][]string{
		"add":                 {{"add", "another"}},
		"get":                 {{"get", id}},
		"get --full":          {{"get", id, fullID, "--full"}},
		"update":              {{"update", id, "--digest", "d"}},
		"delete":              {{"delete", id}},
		"history":             {{"history", id}, {"undo"}},
		"search":              {{"search", "migratoin", "--explain"}},
		"recent":              {{"recent"}},
		"context":             {{"context", "all", "fields"}, {"context", "heron", "nests", "in", "the", "reeds"}, {"context", "migration", "needs", "a", "lock"}},
		"pin":                 {{"pin", id}},
		"unpin":               {{"unpin", id}},
		"list":                {{"list"}},
		"tags":                {{"tags"}},
		"stats":               {{"stats"}},
		"config set":          {{"config", "set", "k", "v", "--source", "team"}, {"config", "get", "author"}},
		"config list":         {{"config", "list"}},
		"config list --known": {{"config", "list", "--known"}},
		"config delete":       {{"config", "delete", "k", "--source", "team"}},
		"source list":         {{"source", "list"}},
		"run":                 {{"run"}},
		"import":              {{"import", h.File("full.jsonl")}, {"import", h.File("CLAUDE.md")}},
		"import --auto":       {{"import", "--auto"}},
		"export FILE":         {{"export", h.File("out.jsonl")}},
		"version":             {{"version"}},
		"link":                {{"link", h.File("bin")}},
	}
	// Fields that a build or a store without embedder does not have.
	absent := []string{"commit", "indexStatus.model", "imported", "[].explain.ranks", "[].explain.ranks.words", "[].explain.ranks.meaning"}
	order := []string{"get", "get --full", "update", "delete", "history", "add", "search", "context", "pin", "unpin", "list", "recent", "tags", "stats",
		"config set", "config list", "config list --known", "config delete", "source list", "run", "import", "import --auto", "export FILE", "version", "link"}
	promise := clitest.ReadPromise(t, "../../../docs/json.md")
	for _, command := range order {
		if command == "import" {
			h.Must(t, "delete", fullID)
			writeEdited(t, h)
		}
		seen := clitest.Fields{}
		for _, args := range runs[command] {
			seen.Observe(t, h.Must(t, append(args, "--json")...))
		}
		clitest.Compare(t, "agmem "+command, promise["agmem "+command], seen, absent)
		delete(promise, "agmem "+command)
	}
	_, stderr, _ := h.Run(t, "", "get", "zz", "--json")
	seen := clitest.Fields{}
	seen.Observe(t, stderr)
	delete(seen, "error")
	clitest.Compare(t, "errors", promise["Errors"], seen, nil)
	delete(promise, "Errors")
	for section := range promise {
		t.Errorf("docs/json.md describes %s, which this test does not run", section)
	}
}

// objectTo says in the ledger that something else took the place of a memory.
func objectTo(t *testing.T, h *clitest.Home, id string) {
	t.Helper()
	line := fmt.Sprintf(`{"fromId":"other","toId":%q,"relation":"supersedes"}`, id)
	if _, stderr, code := h.Run(t, line, "meta-memory", "add-relation"); code != 0 {
		t.Fatal(stderr)
	}
}

// callable returns a path by which this test binary can be called as agmem and
// that is not a file of the Go command.
func callable(t *testing.T) string {
	t.Helper()
	running, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "agmem")
	if err := os.Symlink(running, path); err != nil {
		t.Fatal(err)
	}
	return path
}

const fullID = "ffff0000-0000-4000-8000-00000000000f"

// writeFull writes and imports a memory that has every field.
func writeFull(t *testing.T, h *clitest.Home) {
	t.Helper()
	line := fmt.Sprintf(`{"id":%q,"content":"all fields","expiresAt":"2030-01-01T00:00:00Z","origin":`+
		`{"author":"a","session":"s","repository":"r","branch":"b","commit":"c","host":"h","file":"f","heading":"x"}}`, fullID)
	if err := os.WriteFile(h.File("full.jsonl"), []byte(line), 0o600); err != nil {
		t.Fatal(err)
	}
	h.Must(t, "import", h.File("full.jsonl"))
}

// writeEdited imports a file, changes a memory that came from it, and writes another
// file in its place. It also makes a file that import --auto finds.
func writeEdited(t *testing.T, h *clitest.Home) {
	t.Helper()
	if err := os.MkdirAll(h.File(".gemini"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(h.File(".gemini/GEMINI.md"), []byte("- answer in short sentences\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for i, text := range []string{"- the first thing\n- the other one here\n", "- a new statement\n- word\n"} {
		if err := os.WriteFile(h.File("CLAUDE.md"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if i > 0 {
			return
		}
		h.Must(t, "import", h.File("CLAUDE.md"))
		h.Must(t, "add", "the other one here", "--tags", "mine")
	}
}
