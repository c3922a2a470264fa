package agmemcli_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/clitest"
)

// shownDigest is what JSON says of a memory without its content.
type shownDigest struct {
	ID, Digest string
	Size       int
}

// A digest may be as long as a memory. What lists memories shows the beginning
// of it in every form, and JSON says beside it how long the memory is.
func TestLongDigestsAreCut(t *testing.T) {
	h := newHome(t)
	long := strings.TrimSpace(strings.Repeat("heron stork ", 75_000)) // 900 KB
	out, stderr, code := h.Run(t, long, "add", "--tags", "memory", "--json")
	if code != 0 {
		t.Fatal(stderr)
	}
	id := decode[struct{ ID string }](t, out).ID
	write(t, h, ".memex/cards/tall.md", "---\ntitle: "+long[:3000]+"\n---\na card\n")
	key := strings.Repeat("egret-", 60)
	write(t, h, ".config/slop-mcp/memory/birds.json", `{"_meta": {"version": 1}, "entries": {"`+key+`": {"value": "`+long[:3000]+`"}}}`)

	for _, c := range []struct {
		args []string
		id   string
		size int
	}{
		{[]string{"list", "--limit", "1"}, id, len(long)},
		{[]string{"list", "--limit", "1", "--tags", "memory", "--sort", "access"}, id, len(long)},
		{[]string{"search", "heron", "--source", "local"}, id, len(long)},
		{[]string{"history", id}, id, len(long)},
		{[]string{"undo", "--id", id}, id, len(long)},
		{[]string{"undo"}, id, len(long)},
		{[]string{"list", "--source", "cards"}, "cards:tall", 3000 + len("---\ntitle: \n---\na card\n")},
		{[]string{"search", "heron", "--source", "cards"}, "cards:tall", 3000 + len("---\ntitle: \n---\na card\n")},
		{[]string{"list", "--source", "banks"}, "banks:user/birds/" + key, 3000},
		{[]string{"search", "heron", "--source", "banks"}, "banks:user/birds/" + key, 3000},
	} {
		for _, format := range []string{"--json", "--human", ""} {
			args := c.args
			if format != "" {
				args = append(args[:len(args):len(args)], format)
			}
			out := h.Must(t, args...)
			if n := utf8.RuneCountInString(out); n > 2000 || n < 90 || !strings.Contains(out, "…") {
				t.Errorf("%v prints %d characters", args, n)
			}
			if format != "--json" {
				continue
			}
			got := decode[[]shownDigest](t, out)[0]
			if got.ID != c.id || got.Size != c.size || utf8.RuneCountInString(got.Digest) > 201 {
				t.Errorf("%v: %s has size %d, want %s and %d; the digest has %d bytes", args, got.ID, got.Size, c.id, c.size, len(got.Digest))
			}
		}
	}
	var whole []agmem.Memory
	if err := json.Unmarshal([]byte(h.Must(t, "get", id, "--full", "--json")), &whole); err != nil {
		t.Fatal(err)
	}
	if whole[0].Digest != long {
		t.Errorf("get --full shows %d bytes of the digest", len(whole[0].Digest))
	}
}

// write makes a file in the home.
func write(t *testing.T, h *clitest.Home, name, text string) {
	t.Helper()
	path := h.File(filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
