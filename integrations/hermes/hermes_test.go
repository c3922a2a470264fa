package hermes_test

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestMain makes this test binary the program meta-memory too, which does what
// FAKE_META_MEMORY says.
func TestMain(m *testing.M) {
	if behaviour := os.Getenv("FAKE_META_MEMORY"); behaviour != "" {
		os.Exit(pretend(behaviour))
	}
	os.Exit(m.Run())
}

// host is a process of python3 with the plugin; see host.py.
type host struct {
	t      *testing.T
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stdout *bufio.Reader
}

// seen is what came of a step.
type seen struct {
	Value json.RawMessage
	Error string
	Type  string
}

// place is where a test keeps its things: Hermes' home and the program.
type place struct {
	t   *testing.T
	dir string
}

func newPlace(t *testing.T) place {
	t.Helper()
	dir, err := os.MkdirTemp("", "hermes")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { // a program whose host was killed may still write for a moment
		for until := time.Now().Add(time.Minute); os.RemoveAll(dir) != nil && time.Now().Before(until); {
			time.Sleep(10 * time.Millisecond)
		}
	})
	p := place{t, dir}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(p.file("a bin"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, p.program()); err != nil {
		t.Skip("NOT TESTED: the Hermes plugin, because there are no symbolic links: ", err)
	}
	return p
}

func (p place) file(name string) string { return filepath.Join(p.dir, name) }

func (p place) program() string { return p.file("a bin/meta-memory") }

func (p place) database() string { return p.file("home/meta-memory.sqlite") }

// start starts Hermes where the program has a behaviour. The environment that is
// given wins.
func (p place) start(behaviour string, env ...string) *host {
	p.t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		p.t.Skip("NOT TESTED: the Hermes plugin, because there is no python3.")
	}
	plugin, err := filepath.Abs(".")
	if err != nil {
		p.t.Fatal(err)
	}
	h := &host{t: p.t, cmd: exec.CommandContext(p.t.Context(), python, filepath.Join(plugin, "testdata", "host.py"), plugin)}
	h.cmd.Env = append(os.Environ(), "HOME="+p.dir, "HERMES_HOME=", "AGMEM_DB="+p.file("agmem.db"), "AGMEM_CONFIG="+p.file("agmem.json"),
		"FAKE_META_MEMORY="+behaviour, "FAKE_PIDS="+p.file("pids"), "META_MEMORY_CLI='"+p.program()+"'", "META_MEMORY_DB=",
		"META_MEMORY_TIMEOUT_SECONDS=300", "GORACE=atexit_sleep_ms=0", "PYTHONDONTWRITEBYTECODE=1")
	h.cmd.Env = append(h.cmd.Env, env...)
	h.cmd.Dir, h.cmd.Stderr = p.dir, os.Stderr
	h.cmd.WaitDelay = time.Minute
	if h.stdin, err = h.cmd.StdinPipe(); err != nil {
		p.t.Fatal(err)
	}
	stdout, err := h.cmd.StdoutPipe()
	if err != nil {
		p.t.Fatal(err)
	}
	h.stdout = bufio.NewReader(stdout)
	if err := h.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	h.call("initialize", []any{"ses_1"}, map[string]any{"hermes_home": p.file("home"), "platform": "cli", "agent_context": "primary"})
	return h
}

// call calls a method of the provider.
func (h *host) call(method string, args []any, kwargs map[string]any) seen {
	h.t.Helper()
	if err := json.NewEncoder(h.stdin).Encode(map[string]any{"call": method, "args": args, "kwargs": kwargs}); err != nil {
		h.t.Fatal(err)
	}
	line, err := h.stdout.ReadBytes('\n')
	var s seen
	if err != nil || json.Unmarshal(line, &s) != nil {
		h.t.Fatalf("%s: %v: %s", method, err, line)
	}
	return s
}

// tool calls a tool that answers, and reads its answer into out.
func (h *host) tool(name string, args map[string]any, out any) {
	h.t.Helper()
	s := h.call("handle_tool_call", []any{name, args}, nil)
	var text string
	if s.Error != "" || json.Unmarshal(s.Value, &text) != nil || json.Unmarshal([]byte(text), out) != nil {
		h.t.Fatalf("%s: %s %s", name, s.Error, s.Value)
	}
}

// refused checks that a tool fails with an error of the adapter that has a text.
func (h *host) refused(name string, args map[string]any, want string) {
	h.t.Helper()
	s := h.call("handle_tool_call", []any{name, args}, nil)
	if s.Type != "AdapterError" || !strings.Contains(s.Error, want) {
		h.t.Errorf("%s: %s %q %s, want an AdapterError with %q", name, s.Type, s.Error, s.Value, want)
	}
}

// end lets Hermes end by itself.
func (h *host) end() {
	h.t.Helper()
	if err := h.stdin.Close(); err != nil {
		h.t.Error(err)
	}
	if err := h.cmd.Wait(); err != nil {
		h.t.Error(err)
	}
}

// text reads a string.
func text(t *testing.T, s seen) string {
	t.Helper()
	var text string
	if err := json.Unmarshal(s.Value, &text); err != nil || s.Error != "" {
		t.Fatalf("%s %s: %v", s.Error, s.Value, err)
	}
	return text
}
