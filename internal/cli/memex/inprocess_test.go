package memex_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/cli/memex"
	"github.com/agmem/agmem/internal/clitest"
	"github.com/agmem/agmem/internal/wire/full"
)

// putCard writes the file of a card as a person would.
func putCard(t testing.TB, h *clitest.Home, path, text string) {
	t.Helper()
	file := h.File(filepath.Join(".memex", "cards", filepath.FromSlash(path)+".md"))
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// untouchable is a standard input that must not be read.
type untouchable struct{ t *testing.T }

func (u untouchable) Read([]byte) (int, error) {
	u.t.Error("standard input was read")
	return 0, io.EOF
}

// An agent's pipe that stays open must not hang a command that reads no input.
func TestStandardInputIsNotTouched(t *testing.T) {
	h := clitest.NewHome(t, "memex")
	putCard(t, h, "a", "text")
	for _, args := range [][]string{
		{"search"}, {"search", "text"}, {"search", "-"}, {"read", "a"}, {"links"}, {"links", "a"}, {"backlinks", "a"},
		{"mark", "a", "stale"}, {"organize"}, {"organize", "--done"}, {"doctor"}, {"rename", "a", "b"}, {"archive", "b"},
		{"write"}, {"write", "a", "text"}, {"write", "a", "b", "c"}, {"version"}, {"help"}, {"completion", "bash"},
	} {
		env, _, stderr := h.Environment(untouchable{t}, args)
		if code := full.Run(t.Context(), env); code == 1 {
			t.Errorf("memex %v: %s", args, stderr)
		}
	}
}

func TestAWaitingWriteCanBeInterrupted(t *testing.T) {
	h := clitest.NewHome(t, "memex")
	silent, w := io.Pipe()
	defer w.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	env, _, stderr := h.Environment(silent, []string{"write", "a"})
	if code := full.Run(ctx, env); code != 130 || stderr.String() != "memex: interrupted\n" {
		t.Errorf("exit code %d\n%s", code, stderr)
	}
}

// An interrupted command says so, and shows no half of an answer.
func TestInterruptedCommands(t *testing.T) {
	h := clitest.NewHome(t, "memex")
	putCard(t, h, "a", "text [[b]]")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, args := range [][]string{
		{"search"}, {"search", "text"}, {"links"}, {"links", "--stats"}, {"links", "a"}, {"backlinks", "a"}, {"organize"}, {"doctor"},
	} {
		env, stdout, stderr := h.Environment(strings.NewReader(""), args)
		if code := full.Run(ctx, env); code != 130 || stdout.Len() > 0 || strings.Count(stderr.String(), "\n") != 1 {
			t.Errorf("memex %v: exit code %d\n%s%s", args, code, stdout, stderr)
		}
	}
}

// The bar appears on a terminal alone, where indexing lasts, and is gone when
// the answer is written.
func TestIndexingShowsABarOnATerminal(t *testing.T) {
	for _, terminal := range []bool{true, false} {
		h := clitest.NewHome(t, "memex")
		for _, name := range []string{"a", "b", "c", "d"} {
			putCard(t, h, name, "text")
		}
		h.Terminal = terminal
		stderr := runSlowly(t, h, "search", "text")
		if strings.Contains(stderr, "indexing ██") != terminal {
			t.Errorf("terminal %v: %q", terminal, stderr)
		}
		if terminal && !strings.HasSuffix(stderr, "\r\x1b[K") {
			t.Errorf("the bar was not removed: %q", stderr)
		}
	}
}

// runSlowly runs a command during which a second passes at every look at the
// clock, and returns standard error.
func runSlowly(t *testing.T, h *clitest.Home, args ...string) string {
	t.Helper()
	env, _, stderr := h.Environment(strings.NewReader(""), args)
	now := env.Now()
	env.Now = func() time.Time { now = now.Add(time.Second); return now }
	if code := full.Run(t.Context(), env); code != 0 {
		t.Fatalf("memex %v: exit code %d\n%s", args, code, stderr)
	}
	return stderr.String()
}

// What is not an expected failure is reported as a bug.
func TestABugIsReported(t *testing.T) {
	h := clitest.NewHome(t, "memex")
	for name, open := range map[string]func(func(int, int), *bool) (*cards.Cards, func() error, error){
		"an error": func(func(int, int), *bool) (*cards.Cards, func() error, error) {
			return nil, nil, errors.New("no such thing")
		},
		"a panic": func(func(int, int), *bool) (*cards.Cards, func() error, error) { panic("no such thing") },
	} {
		env, _, stderr := h.Environment(strings.NewReader(""), []string{"links"})
		code := memex.Run(t.Context(), env, "memex", memex.Services{Cards: open})
		if code != 1 || !strings.HasPrefix(stderr.String(), "memex: internal error: no such thing\nhint: this is a bug; ") {
			t.Errorf("%s: exit code %d\n%s", name, code, stderr)
		}
	}
}

// Whatever bytes a card has, reading and writing it changes them in nothing but
// the day.
func TestReadAndWriteOfAnyCard(t *testing.T) {
	h := clitest.NewHome(t, "memex")
	head := "---\r\ntitle: T\r\ncreated: 2026-01-01 # the day\r\nsource: x\r\n"
	body := "---\r\n\r\n" + strings.Repeat("Ein Körper 身体 \U0001F9E0\tmit [[link]] \r\n", 1000) + "no line break at the end"
	env, _, stderr := h.Environment(strings.NewReader(head+body), []string{"write", "a/b"})
	if code := full.Run(t.Context(), env); code != 0 {
		t.Fatal(stderr)
	}
	written := h.Must(t, "read", "b")
	if want := head + "modified: 2027-01-15\r\n" + body; written != want {
		t.Errorf("%.200q", written)
	}
	env, _, stderr = h.Environment(bytes.NewBufferString(written), []string{"write", "b"})
	if code := full.Run(t.Context(), env); code != 0 {
		t.Fatal(stderr)
	}
	if again := h.Must(t, "read", "a/b"); again != written {
		t.Errorf("%.200q", again)
	}
}
