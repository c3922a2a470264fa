package histories_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/histories"
	"github.com/agmem/agmem/internal/testsize"
)

func readFile(t *testing.T, name string) histories.Contents {
	t.Helper()
	path := filepath.Join("testdata", name)
	format, ok := histories.Detect(path)
	if !ok {
		t.Fatalf("%s is not recognised", name)
	}
	c, err := histories.Read(t.Context(), path, format, now)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestClaudeTranscript(t *testing.T) {
	c := readFile(t, "claude.jsonl")
	want := `[] Error: orders_test.go:12: dial tcp 127.0.0.1:5432: connection refused|Solution: The problem was that the tests need Postgres, which ` + "`make db`" + ` starts. {error}
[] No, don't mock the clock in these tests, inject it through the config. {correction}
[] the staging database is reset every Sunday {remember}
[] We'll use an injected clock instead of a mock, because the mock leaks between tests. {decision}
[] We decided to drop MySQL support in March. {decision}
`
	if got := lines(c); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if c.Format != histories.Claude || c.Folder != "/home/ada/shop" {
		t.Errorf("%s of %s", c.Format, c.Folder)
	}
	first, second := c.Memories[0], c.Memories[1]
	if first.Origin.Author != "claude-code" || first.Origin.Session != "5b0c" || first.CreatedAt.String() != "2026-03-01T10:00:30.000Z" {
		t.Errorf("%+v", first)
	}
	if second.Origin.Author != "user" || second.Origin.Branch != "main" {
		t.Errorf("%+v", second)
	}
	if got := fmt.Sprint(c.Left); got != "[{talk, and nothing to keep 4} {damaged 1}]" {
		t.Error(got)
	}
}

func TestCodexTranscript(t *testing.T) {
	c := readFile(t, "codex.jsonl")
	want := `[] Error: E: Unable to locate package libvips|Solution: Root cause: the package list in the layer cache was stale, so apt could not find libvips. {error}
[] from now on build images with podman, not with docker {correction}
`
	if got := lines(c); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if m := c.Memories[0]; c.Folder != "/home/ada/shop" || m.Origin.Session != "0197-codex" || m.Origin.Branch != "fix/clock" || m.Origin.Author != "codex" {
		t.Errorf("%s: %+v", c.Folder, m)
	}
}

// A user who refuses a call is not an error that was solved.
func TestRefusalIsNotAnError(t *testing.T) {
	const call = `{"type":"assistant","sessionId":"s","message":{"content":[{"type":"tool_use","id":"%s","name":"Edit","input":{"file_path":"a.go"}}]}}` + "\n"
	c := read(t, "/s.jsonl", histories.Claude, fmt.Sprintf(call, "t1")+
		`{"type":"user","sessionId":"s","message":{"content":[{"type":"tool_result","tool_use_id":"t1","is_error":true,"content":"The user doesn't want to proceed with this tool use."}]}}`+"\n"+
		fmt.Sprintf(call, "t2")+
		`{"type":"user","sessionId":"s","message":{"content":[{"type":"tool_result","tool_use_id":"t2","content":"done"}]}}`+"\n"+
		`{"type":"assistant","sessionId":"s","message":{"content":[{"type":"text","text":"The problem was that you wanted it smaller."}]}}`)
	if got := lines(c); got != "" {
		t.Error(got)
	}
}

// Early versions of Codex wrote the items as they are.
func TestEarlyCodexTranscript(t *testing.T) {
	const text = `{"id":"4ba5","timestamp":"2025-07-01T08:00:00.000Z","instructions":"be brief","git":{"branch":"main"}}
{"record_type":"state"}
{"type":"message","id":null,"role":"user","content":[{"type":"input_text","text":"never push to the main branch directly"}]}
`
	path := filepath.Join(t.TempDir(), "rollout-2025-07-01.jsonl")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if format, _ := histories.Detect(path); format != histories.Codex {
		t.Errorf("recognised as %q", format)
	}
	c := read(t, path, histories.Codex, text)
	if got := lines(c); got != "[] never push to the main branch directly {correction}\n" || c.Memories[0].Origin.Session != "4ba5" {
		t.Error(got)
	}
}

// A transcript of any size is read in the memory of its longest line.
func TestLongTranscript(t *testing.T) {
	line := `{"type":"user","sessionId":"s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"` + strings.Repeat("output ", 2000) + `"}]}}` + "\n"
	size := testsize.Of(100<<20, 10<<20)
	text := &repeated{line: []byte(line), left: size / len(line)}
	end := strings.NewReader(`{"type":"user","sessionId":"s","message":{"role":"user","content":"always deploy from the release branch"}}` + "\n")
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	c, err := histories.ReadFrom(t.Context(), "/s.jsonl", histories.Claude, io.MultiReader(text, end), now)
	if err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if got := lines(c); got != "[] always deploy from the release branch {correction}\n" {
		t.Error(got)
	}
	if kept := int64(after.HeapAlloc) - int64(before.HeapAlloc); kept > 8<<20 {
		t.Errorf("%d bytes are kept of %d", kept, size)
	}
}

// repeated is a line many times over.
type repeated struct {
	line []byte
	rest []byte
	left int
}

func (r *repeated) Read(p []byte) (int, error) {
	if len(r.rest) == 0 {
		if r.left == 0 {
			return 0, io.EOF
		}
		r.left--
		r.rest = r.line
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// A line without an end is passed over, and what follows it is read.
func TestEndlessLine(t *testing.T) {
	long := &repeated{line: bytes.Repeat([]byte("x"), 1<<20), left: 40}
	text := io.MultiReader(long, strings.NewReader("\n"+`{"type":"user","sessionId":"s","message":{"content":"never edit the generated files"}}`))
	c, err := histories.ReadFrom(t.Context(), "/s.jsonl", histories.Claude, text, now)
	if err != nil {
		t.Fatal(err)
	}
	if got := lines(c) + fmt.Sprint(c.Left); got != "[] never edit the generated files {correction}\n[{a line longer than 16 MiB 1}]" {
		t.Error(got)
	}
}

// A conversation gives a bounded number of memories, whatever is in it.
func TestHostileTranscripts(t *testing.T) {
	var many strings.Builder
	for i := range 6000 {
		fmt.Fprintf(&many, `{"type":"user","sessionId":"s","message":{"content":"never do the thing number %d"}}`+"\n", i)
	}
	c := read(t, "/s.jsonl", histories.Claude, many.String())
	if len(c.Memories) != 5000 {
		t.Errorf("%d memories", len(c.Memories))
	}
	for _, text := range []string{
		many.String(), `{"type":"user","message":{"content":{"a":1}}}`, `{"type":"user","message":[]}`, `[]`, `null`, "\x00\x00\n", `{"type":"user"`,
		`{"type":"assistant","message":{"content":[{"type":"tool_use","id":5,"input":[]}]}}`,
		`{"type":"user","timestamp":"9999-12-31T00:00:00Z","message":{"content":"*Remember*: the clock of this machine is wrong"}}`,
		`{"type":"response_item","payload":{"type":"function_call_output","call_id":"x","output":{"content":[1]}}}`,
		strings.Repeat(`{"a":`, 20000),
	} {
		for _, name := range histories.Names() {
			tryRead(t, name, text)
		}
	}
}

// tryRead reads what may not be of the format at all.
func tryRead(t *testing.T, name, text string) {
	t.Helper()
	c, err := histories.ReadFrom(t.Context(), "/s.jsonl", histories.Format(name), strings.NewReader(text), now)
	if err != nil && agmem.KindOf(err) != agmem.Invalid {
		t.Errorf("%s: %v", name, err)
	}
	storable(t, name, c)
}

func FuzzTranscripts(f *testing.F) {
	for _, name := range []string{"claude.jsonl", "codex.jsonl", "memory.jsonl", "engram.json", "mem0.json", "deja-sync-1.jsonl"} {
		text, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
		for line := range strings.Lines(string(text)) {
			f.Add(line)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, name := range histories.Names() {
			tryRead(t, name, text)
		}
	})
}
