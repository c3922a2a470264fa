package main

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// testEmbedders puts this test binary in the place of agmem-full, and looks which
// commands are passed on to it: those that ask a question or embed, if the
// embedder is one over HTTP. No write is.
func testEmbedders(t *testing.T, b builds) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("AGMEM_TEST_ECHO", "passed on")
	t.Setenv("GORACE", "atexit_sleep_ms=0")
	t.Setenv("XDG_CACHE_HOME", "")
	light := b.alone(t, "agmem", "agmem")
	if err := os.Symlink(exe, filepath.Join(filepath.Dir(light), "agmem-full")); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	rests := fmt.Sprintf(`{"openai text-embedding-3-small https://api.openai.com/v1": {"restsUntil": %q}}`, time.Now().Add(20*time.Second).Format(time.RFC3339Nano))
	const named = `{"global": {"embedding.provider": "openai", "embedding.key": "k"}}`
	const stdin = `{"prompt": "x", "query": "x", "content": "x"}`
	asks := "search x; context x; hook prompt; doctor; meta-memory search; meta-memory context-pack"
	works := "run embed; run embed-rebuild; run init"
	for _, c := range []struct {
		name, program, config, cache, ollama string
		passed, own                          string
	}{
		{"a service that is named", light, named, "", "", asks + "; run embed; run embed-rebuild", "add x; list; run embed-status; run status; context; hook session-start; meta-memory remember; meta-memory list-events"},
		{"a service that rests", light, named, rests, "", "run embed", asks},
		{"an Ollama that answers", light, "{}", "", listener.Addr().String(), asks + "; " + works, "add x; list"},
		{"an Ollama on another machine", light, "{}", "", "192.0.2.1:11434", "run init", asks},
		{"no Ollama", light, "{}", "", "127.0.0.1:9", "run init", asks + "; add x"},
		{"none", light, `{"global": {"embedding.provider": "none"}}`, "", listener.Addr().String(), "", asks + "; run init"},
		{"without agmem-full", b.alone(t, "agmem", "agmem"), named, "", "", "", "search x; context x; hook prompt; add x"},
	} {
		b.home = t.TempDir()
		put(t, filepath.Join(b.home, "agmem", "config.json"), c.config)
		forget := func() { put(t, filepath.Join(b.home, ".cache", "agmem", "embedding.json"), c.cache) }
		forget()
		t.Setenv("OLLAMA_HOST", c.ollama)
		for line := range strings.SplitSeq(c.passed, "; ") {
			if line == "" {
				continue
			}
			out, errs, code := b.run(t, stdin, c.program, strings.Fields(line)...)
			for again := 0; code != 7 && again < 20; again++ { // a busy machine takes longer than is waited for
				forget()
				out, errs, code = b.run(t, stdin, c.program, strings.Fields(line)...)
			}
			want := c.program + "|" + strings.ReplaceAll(line, " ", "|") + "\n" + stdin
			if code != 7 || out != want || errs != "passed on" {
				t.Errorf("%s, %s is not passed on: exit code %d\n%s%s", c.name, line, code, out, errs)
			}
		}
		for line := range strings.SplitSeq(c.own, "; ") {
			if _, errs, code := b.run(t, stdin, c.program, strings.Fields(line)...); code == 7 || strings.Contains(errs, "passed on") || code != 0 && line != "doctor" {
				t.Errorf("%s, %s is passed on or fails: exit code %d\n%s", c.name, line, code, errs)
			}
		}
	}
	_, errs, code := b.run(t, "", b.alone(t, "agmem", "agmem"), "run", "embed")
	if code != 1 || !strings.Contains(errs, "needs agmem-full") {
		t.Errorf("embed without agmem-full: exit code %d\n%s", code, errs)
	}
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
