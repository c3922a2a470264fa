package agmemcli_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/clitest"
	"github.com/agmem/agmem/internal/tokens"
	"github.com/agmem/agmem/internal/toon/toontest"
)

// seed imports memories whose texts are as different as texts can be.
func seed(t *testing.T, h *clitest.Home) {
	t.Helper()
	random := rand.New(rand.NewPCG(7, 11))
	words := []string{"migration", "a,b", `say "hi"`, "数据库", "- dash", "true", "3.14", "tab\there", "line\nbreak", "esc\x1b[1m", "", "key: value"}
	var b strings.Builder
	for i := range 24 {
		var text []string
		for range 1 + random.IntN(12) {
			text = append(text, words[random.IntN(len(words))])
		}
		entry := map[string]any{
			"id":          fmt.Sprintf("%08x-0000-4000-8000-%012x", random.Uint32(), i),
			"content":     fmt.Sprintf("memory %d %s", i, strings.Join(text, " ")),
			"accessCount": random.IntN(2000),
		}
		if i%2 == 0 {
			entry["tags"] = []string{"even", fmt.Sprint("n", i%5)}
			entry["origin"] = map[string]string{"author": "Ada", "session": "s", "branch": "main"}
		}
		if i%3 == 0 {
			entry["digest"] = fmt.Sprint("digest ", i)
		}
		if err := json.NewEncoder(&b).Encode(entry); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(h.File("in.jsonl"), []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	h.Must(t, "import", h.File("in.jsonl"))
}

// What is printed in TOON is never longer than the same in JSON, and both can
// be read.
func TestTOONIsNeverLongerThanJSON(t *testing.T) {
	h := newHome(t)
	h.Program = callable(t)
	seed(t, h)
	var ids []string
	for _, m := range decode[[]struct{ ID string }](t, h.Must(t, "list", "--limit", "24", "--json")) {
		ids = append(ids, m.ID)
	}
	h.Must(t, "config", "set", "author", "Ada, the first")
	h.Must(t, "update", ids[0], "--tags", "changed")
	commands := [][]string{
		{"recent"}, {"recent", "--limit", "24"}, {"list"}, {"list", "--limit", "1"}, {"list", "--limit", "24"}, {"list", "--tags", "nothing"},
		{"search", "migration"}, {"search", "migration", "--explain"}, {"search", "zzzzqqqq"},
		{"tags"}, {"stats"}, {"history", ids[0]},
		{"config", "list"}, {"config", "list", "--known"}, {"config", "get", "author"},
		{"source", "list"}, {"run"}, {"run", "status"}, {"run", "embed-status"}, {"version"},
		{"import", h.File("in.jsonl"), "--dry-run"}, {"export", h.File("out.jsonl")},
		{"link", h.File("bin")},
		append([]string{"get"}, ids...), append([]string{"get", "--full"}, ids...),
	}
	for _, id := range ids[:6] {
		commands = append(commands, []string{"get", id}, []string{"get", "--full", id})
	}
	for _, args := range commands {
		name := strings.Join(args[:min(3, len(args))], " ")
		asTOON := h.Must(t, args...)
		asJSON := h.Must(t, append(args, "--json")...)
		// An empty list keeps its name: results: []
		if len(asTOON) > len(asJSON) && asJSON != "[]\n" {
			t.Errorf("agmem %s: TOON has %d bytes, JSON %d:\n%s%s", name, len(asTOON), len(asJSON), asTOON, asJSON)
		}
		decode[any](t, asJSON)
		if strings.Count(asJSON, "\n") != 1 {
			t.Errorf("agmem %s: JSON has more than one line", name)
		}
		if _, err := toontest.Unmarshal([]byte(asTOON)); err != nil {
			t.Errorf("agmem %s: %v\n%s", name, err, asTOON)
		}
	}
	asTOON, asJSON := h.Must(t, "context", "migration", "--toon"), h.Must(t, "context", "migration", "--json")
	if _, err := toontest.Unmarshal([]byte(asTOON)); err != nil || len(asTOON) > len(asJSON) || len(asTOON) < 200 {
		t.Errorf("agmem context: TOON has %d bytes, JSON %d: %v\n%s", len(asTOON), len(asJSON), err, asTOON)
	}
	for _, write := range [][]string{{"add", "x"}, {"pin", ids[3]}, {"update", ids[1], "--tags", "t"}, {"delete", ids[2]}, {"config", "set", "k", "v"}} {
		twin := newHome(t)
		seed(t, twin)
		asTOON, asJSON := h.Must(t, write...), twin.Must(t, append(write, "--json")...)
		if len(asTOON) > len(asJSON) {
			t.Errorf("agmem %v: TOON has %d bytes, JSON %d", write, len(asTOON), len(asJSON))
		}
	}
}

// In every format the whole output of context keeps to its budget, unless it is
// JSON that says nothing.
func TestContextKeepsToItsBudget(t *testing.T) {
	h := newHome(t)
	seed(t, h)
	for _, m := range decode[[]struct{ ID string }](t, h.Must(t, "list", "--limit", "4", "--json")) {
		h.Must(t, "pin", m.ID)
	}
	for _, budget := range []int{1, 90, 150, 400, 1200} {
		for _, args := range [][]string{{"context"}, {"context", "migration"}} {
			for _, format := range []string{"", "--json", "--toon", "--human"} {
				line := append(args, "--budget", fmt.Sprint(budget))
				if format != "" {
					line = append(line, format)
				}
				out := h.Must(t, line...)
				if cost := tokens.Estimate(out); cost > budget && !strings.Contains(out, `"items":[]`) {
					t.Errorf("%v costs %d tokens:\n%s", line, cost, out)
				}
			}
		}
	}
}

func decode[T any](t *testing.T, text string) T {
	t.Helper()
	var v T
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return v
}

// On a terminal no line of a listing is wider than the terminal; elsewhere
// the whole digest is shown, as far as any list shows one.
func TestListingsAreCutOnlyOnATerminal(t *testing.T) {
	h := newHome(t)
	long := strings.Repeat("a very long memory about 数据库 ", 6)
	h.Must(t, "add", long, "--tags", strings.Repeat("tag", 30)+",other")
	h.Must(t, "add", "short", "--tags", "x")
	for _, args := range [][]string{{"list", "--human"}, {"recent", "--human"}, {"search", "memory", "--human"}} {
		h.Columns = 0
		if out := h.Must(t, args...); !strings.Contains(out, strings.TrimSpace(long)) {
			t.Errorf("%v: cut without a terminal:\n%s", args, out)
		}
		h.Columns = 70
		for line := range strings.Lines(h.Must(t, args...)) {
			if plain := withoutColours(line); cli.Width(strings.TrimRight(plain, "\n")) > 70 {
				t.Errorf("%v: %d columns: %q", args, cli.Width(plain), plain)
			}
		}
	}
}

func withoutColours(line string) string {
	for _, sgr := range []cli.Style{"0", cli.Strong, cli.Dim, cli.Green, cli.Yellow, cli.Cyan} {
		line = strings.ReplaceAll(line, "\x1b["+string(sgr)+"m", "")
	}
	return line
}
