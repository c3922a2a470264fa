package histories_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/agmem/agmem/internal/histories"
)

func TestExportsOfOthers(t *testing.T) {
	for _, test := range []struct {
		name   string
		format histories.Format
		want   string
		left   string
	}{
		{"memory.jsonl", histories.MCPMemory, `[Ada_Byron] Ada_Byron: Speaks French and English {person}
[Ada_Byron] Ada_Byron: Prefers reviews in the morning {person}
[Ada_Byron] Ada_Byron maintains shop {relation}
`, "[{without anything said of it 1} {of another kind 1} {damaged 1}]"},
		{"engram.json", histories.Engram, `[orders/list] **What**: orders are loaded with their lines.|**Why**: one query for each order. {bugfix,shop}
`, "[{talk, and nothing to keep 1} {deleted there 1}]"},
		{"mem0.json", histories.Mem0, `[dev] Dev works at TechCorp as a senior engineer {professional_details}
[dev] Prefers async communication
`, "[]"},
		{"deja-sync-1.jsonl", histories.Deja, `[] We decided to use a token bucket because the window dropped bursts. {decision}
[api] the limiter is tested with a fake clock {note,api}
`, "[{talk, and nothing to keep 2} {marked there as wrong or old 1}]"},
	} {
		c := readFile(t, test.name)
		if got := lines(c); got != test.want || c.Format != test.format {
			t.Errorf("%s is %s:\n%swant\n%s", test.name, c.Format, got, test.want)
		}
		if got := fmt.Sprint(c.Left); got != test.left {
			t.Errorf("%s: left %s, want %s", test.name, got, test.left)
		}
	}
	if m := readFile(t, "engram.json").Memories[0]; m.CreatedAt.String() != "2026-03-01T09:30:00.000Z" || m.Digest != "Fixed N+1 query in the list of orders" || m.Origin.Session != "s-1" {
		t.Errorf("%+v", m)
	}
	if m := readFile(t, "mem0.json").Memories[1]; m.CreatedAt.String() != "2026-02-02T13:31:56.123Z" {
		t.Errorf("%+v", m)
	}
}

// What is not of another program is left to the readers of agmem's own files.
func TestNotRecognised(t *testing.T) {
	for name, text := range map[string]string{
		"memories.jsonl": `{"id":"a3f2b7e1-0000-4000-8000-000000000001","content":"a memory of agmem","type":"user"}`,
		"array.json":     `[{"content":"a memory of agmem","memory":1}]`,
		"document.json":  `{"version":1,"memories":[{"id":1,"content":"a memory"}]}`,
		"notes.md":       "# Notes\n\n- a bullet\n",
		"any.json":       `{"results":[1,2]}`,
		"empty":          "",
		"bytes":          "SQLite format 3\x00\xff\xfe",
	} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if format, ok := histories.Detect(path); ok {
			t.Errorf("%s is taken for %s", name, format)
		}
	}
}
