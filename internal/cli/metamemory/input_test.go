package metamemory_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/clitest"
	"github.com/agmem/agmem/internal/testsize"
	"github.com/agmem/agmem/internal/wire/full"
)

// endless is input without an end.
type endless string

func (e endless) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		n += copy(p[n:], e)
	}
	return n, nil
}

// failed checks that a command ended with one line on standard error and nothing
// else, and returns what it says.
func failed(t *testing.T, h *clitest.Home, ctx context.Context, stdin io.Reader, args ...string) string {
	t.Helper()
	env, stdout, stderr := h.Environment(stdin, args)
	code := full.Run(ctx, env)
	var e map[string]string
	err := json.Unmarshal(stderr.Bytes(), &e)
	if code != 1 || stdout.Len() > 0 || err != nil || len(e) != 1 || strings.Count(stderr.String(), "\n") != 1 {
		t.Fatalf("exit code %d, %v\nstdout %q\nstderr %q", code, err, stdout, stderr)
	}
	if found, _ := filepath.Glob(h.File("*")); len(found) > 0 {
		t.Errorf("it left %q", found)
	}
	return e["error"]
}

// Input that is too long, too deep or not text ends in a sentence, also where it has
// no end, and leaves nothing.
func TestInputHasLimits(t *testing.T) {
	deep := strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000)
	for name, c := range map[string]struct {
		stdin io.Reader
		says  string
	}{
		"100 MB":       {io.LimitReader(io.MultiReader(strings.NewReader(`{"content":"`), endless("words ")), 100<<20), "Expected stdin to hold at most 16777216 bytes"},
		"no end":       {endless(" "), "Expected stdin to hold at most 16777216 bytes"},
		"nested":       {strings.NewReader(`{"content":"x","metadata":{"a":` + deep + `}}`), "nested at most 500 levels: the nesting is too deep"},
		"nested list":  {strings.NewReader(deep), "nested at most 500 levels: the nesting is too deep"},
		"not UTF-8":    {strings.NewReader("{\"content\":\"\xff\"}"), "it is not valid UTF-8"},
		"a NUL":        {strings.NewReader("{\"content\":\"\x00\"}"), "Expected stdin to be JSON"},
		"read failure": {failing{}, "Standard input cannot be read: broken"},
	} {
		t.Run(name, func(t *testing.T) {
			h := clitest.NewHome(t, "meta-memory")
			if got := failed(t, h, t.Context(), c.stdin, "remember"); !strings.Contains(got, c.says) {
				t.Errorf("%s", got)
			}
		})
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("broken") }

// A pipe that is never closed is waited for until the command is interrupted.
func TestInterrupted(t *testing.T) {
	h := clitest.NewHome(t, "meta-memory")
	silent, w := io.Pipe()
	defer w.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got := failed(t, h, ctx, silent, "remember"); got != "interrupted" {
		t.Errorf("%s", got)
	}
}

// What a terminal is asked for is answered without waiting for it, and an unknown
// command does not wait for its input.
func TestNothingIsWaitedFor(t *testing.T) {
	h := clitest.NewHome(t, "meta-memory")
	silent, w := io.Pipe()
	defer w.Close()
	for _, args := range [][]string{{"x"}, {}, {"remember", "x"}, {"remember", "--x"}} {
		failed(t, h, t.Context(), silent, args...)
	}
	h.Terminal = true
	if got := failed(t, h, t.Context(), silent, "search"); got != `Expected "query" to be a non-empty string` {
		t.Errorf("%s", got)
	}
}

// What is nested as deep as is allowed comes back as it was.
func TestDeepMetadata(t *testing.T) {
	h := clitest.NewHome(t, "meta-memory")
	deep := strings.Repeat("[", 498) + strings.Repeat("]", 498)
	stdout, stderr, code := h.Run(t, `{"content":"x","dbPath":"`+filepath.ToSlash(h.File("l.db"))+`","metadata":{"a":`+deep+`}}`, "remember")
	if code != 0 || !json.Valid([]byte(stdout)) {
		t.Fatalf("exit code %d\n%s", code, stderr)
	}
	stdout, _, _ = h.Run(t, `{"dbPath":"`+filepath.ToSlash(h.File("l.db"))+`"}`, "list-events")
	if got := strings.Join(strings.Fields(stdout), ""); !strings.Contains(got, deep) {
		t.Error("it does not come back")
	}
}

// Texts of every kind come back as they were written.
func TestHostileTexts(t *testing.T) {
	h := clitest.NewHome(t, "meta-memory")
	db := filepath.ToSlash(h.File("odd ?name#%41.db"))
	for _, content := range []string{"\x00", "a\x00b", "\u2028 \u202e", "'; DROP TABLE ledger_entries; --", "\x1b[31m", strings.Repeat("long ", 50_000), "\\u0000", "🦢\u200d"} {
		in, err := json.Marshal(map[string]any{"dbPath": db, "content": content + "x", "metadata": map[string]any{content: content}, "scope": map[string]string{"type": "user", "id": content + "x"}})
		if err != nil {
			t.Fatal(err)
		}
		_, stderr, code := h.Run(t, string(in), "remember")
		if code != 0 {
			t.Fatalf("%.20q: %s", content, stderr)
		}
		stdout, _, _ := h.Run(t, string(in), "list-events")
		var listed struct {
			Events []struct {
				Content  string
				Metadata map[string]string
			}
		}
		if err := json.Unmarshal([]byte(stdout), &listed); err != nil || len(listed.Events) != 1 ||
			listed.Events[0].Content != content+"x" || listed.Events[0].Metadata[content] != content {
			t.Errorf("%.20q: %v, %.200s", content, err, stdout)
		}
	}
}

// A database that another process keeps locked is waited for as long as the store
// waits, and then nothing is written.
func TestBusyDatabase(t *testing.T) {
	if !testsize.Full() {
		t.Skip("A BUSY DATABASE IS NOT TESTED: that takes half a minute (the full test does it)")
	}
	t.Parallel()
	h := clitest.NewHome(t, "meta-memory")
	path := filepath.ToSlash(filepath.Join(t.TempDir(), "ledger.db"))
	if _, stderr, code := h.Run(t, `{"content":"one","dbPath":"`+path+`"}`, "remember"); code != 0 {
		t.Fatal(stderr)
	}
	release := lock(t, path)
	in := strings.NewReader(`{"content":"two","dbPath":"` + path + `"}`)
	if got := failed(t, h, t.Context(), in, "remember"); !strings.Contains(got, "another process has kept") {
		t.Errorf("%s", got)
	}
	release()
	stdout, _, _ := h.Run(t, `{"dbPath":"`+path+`"}`, "list-events")
	if strings.Contains(stdout, "two") || !strings.Contains(stdout, "one") {
		t.Errorf("%s", stdout)
	}
}

// A caller can say how long it is waited for a database that is locked.
func TestWait(t *testing.T) {
	h := clitest.NewHome(t, "meta-memory")
	path := filepath.ToSlash(filepath.Join(t.TempDir(), "ledger.db"))
	if _, stderr, code := h.Run(t, `{"content":"one","dbPath":"`+path+`"}`, "remember"); code != 0 {
		t.Fatal(stderr)
	}
	release := lock(t, path)
	defer release()
	for wait, says := range map[string]string{
		"0.05": "locked for 50ms; run the command again",
		"0":    "Expected META_MEMORY_WAIT_SECONDS to be a number from 0.001 to 3600",
		"soon": "Expected META_MEMORY_WAIT_SECONDS to be a number from 0.001 to 3600",
		"NaN":  "Expected META_MEMORY_WAIT_SECONDS to be a number from 0.001 to 3600",
	} {
		env, stdout, stderr := h.Environment(strings.NewReader(`{"content":"two","dbPath":"`+path+`"}`), []string{"remember"})
		others := env.Getenv
		env.Getenv = func(name string) string {
			if name == "META_MEMORY_WAIT_SECONDS" {
				return wait
			}
			return others(name)
		}
		if code := full.Run(t.Context(), env); code != 1 || stdout.Len() > 0 || !strings.Contains(stderr.String(), says) {
			t.Errorf("%s: exit code %d, %s", wait, code, stderr)
		}
	}
}
