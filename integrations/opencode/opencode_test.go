package opencode_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/wire/full"
)

// TestMain makes this test binary two other programs too: the real memory,
// where it is called so, and one that does what FAKE_MEMORY says.
func TestMain(m *testing.M) {
	name := strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
	switch behaviour := os.Getenv("FAKE_MEMORY"); {
	case behaviour != "":
		os.Exit(pretend(behaviour))
	case name == "memory":
		os.Exit(full.Run(context.Background(), cli.System()))
	}
	os.Exit(m.Run())
}

// host is OpenCode with the plugin: a folder of its configuration, where the
// plugin is, and a project.
type host struct {
	t       *testing.T
	node    string
	dir     string
	env     []string
	options map[string]any
	more    map[string]any // what else the script of host.mjs has
}

// step is one thing that the host does; see host.mjs.
type step map[string]any

// seen is what host.mjs prints.
type seen struct {
	Exports []string
	Tools   map[string]struct {
		Description string
		Args        []string
	}
	Results []struct {
		Value json.RawMessage
		Error struct{ Name, Code, Message string }
	}
	Logs      []string
	Fetched   []struct{ ID, MessageID string }
	Unhandled []string
}

// newHost installs the plugin as its README says.
func newHost(t *testing.T) *host {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("NOT TESTED: the OpenCode plugin, because there is no node.")
	}
	h := &host{t: t, node: node, dir: t.TempDir(), options: map[string]any{"timeoutMs": 120_000}}
	for _, dir := range []string{"config/plugins", "project"} {
		if err := os.MkdirAll(filepath.Join(h.dir, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	plugin, err := os.ReadFile("llmemory.js")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{"config/plugins/llmemory.js": plugin, "config/package.json": []byte(`{"type":"module"}`)} {
		if err := os.WriteFile(filepath.Join(h.dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

// withPackages adds what OpenCode installs beside its configuration.
func (h *host) withPackages() *host {
	h.t.Helper()
	modules := os.Getenv("AGMEM_NODE_MODULES")
	if _, err := os.Stat(filepath.Join(modules, "@opencode-ai", "plugin")); modules == "" || err != nil {
		h.t.Skip("NOT TESTED: the tools of the OpenCode plugin. Run scripts/setup, and set AGMEM_NODE_MODULES to tools/node_modules.")
	}
	if err := os.Symlink(modules, filepath.Join(h.dir, "config", "node_modules")); err != nil {
		h.t.Fatal(err)
	}
	return h
}

// withFake makes this test binary the program memory.
func (h *host) withFake(behaviour string) *host {
	h.t.Helper()
	program, err := os.Executable()
	if err != nil {
		h.t.Fatal(err)
	}
	h.options["bin"] = program
	h.env = append(h.env, "FAKE_MEMORY="+behaviour, "FAKE_LOG="+h.file("calls"), "FAKE_PID="+h.file("pid"))
	return h
}

func (h *host) file(name string) string { return filepath.Join(h.dir, name) }

// run lets the host do the steps. It fails the test if anything reached the
// host that would have broken a session.
func (h *host) run(steps ...step) seen {
	h.t.Helper()
	task := map[string]any{
		"plugin": h.file("config/plugins/llmemory.js"), "directory": h.file("project"), "options": h.options, "steps": steps,
	}
	for name, value := range h.more {
		task[name] = value
	}
	stdin, err := json.Marshal(task)
	if err != nil {
		h.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(h.t.Context(), 5*time.Minute) // a plugin that hangs is a failure with a name
	defer cancel()
	script, err := filepath.Abs(filepath.Join("testdata", "host.mjs"))
	if err != nil {
		h.t.Fatal(err)
	}
	cmd := exec.CommandContext(ctx, h.node, script)
	cmd.Dir = h.file("project")
	cmd.Stdin = bytes.NewReader(stdin)
	cmd.Env = append(os.Environ(), "HOME="+h.dir, "USERPROFILE="+h.dir, "AGMEM_DB="+h.file("agmem.db"), "AGMEM_CONFIG="+h.file("agmem.json"),
		"LLMEMORY_BIN=", "LLMEMORY_DB=", "LLMEMORY_CAPTURE=", "LLMEMORY_TIMEOUT_MS=120000", "AGMEM_SESSION=", "GORACE=atexit_sleep_ms=0")
	cmd.Env = append(cmd.Env, h.env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.Output()
	var s seen
	if err != nil || json.Unmarshal(stdout, &s) != nil || stderr.Len() > 0 {
		h.t.Fatalf("%v\n%s\n%s", err, stdout, stderr.Bytes())
	}
	if len(s.Unhandled) > 0 {
		h.t.Errorf("the host would have broken: %q", s.Unhandled)
	}
	return s
}

// calls are those that the fake program got.
func (h *host) calls() []call {
	h.t.Helper()
	data, err := os.ReadFile(h.file("calls"))
	if err != nil && !os.IsNotExist(err) {
		h.t.Fatal(err)
	}
	var all []call
	for line := range strings.Lines(string(data)) {
		var c call
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			h.t.Fatal(err)
		}
		all = append(all, c)
	}
	return all
}

// part is the event that a part of a message has grown.
func part(message, id, text string, more ...string) step {
	p := map[string]any{"id": id, "sessionID": "ses_1", "messageID": message, "type": "text", "text": text}
	for _, name := range more {
		p[name] = true
	}
	return step{"event": map[string]any{"type": "message.part.updated", "properties": map[string]any{"part": p}}}
}

// complete is the event that a message of the assistant is complete.
func complete(message string) step { return step{"event": "now", "id": message} }

func text(t *testing.T, raw json.RawMessage) string {
	t.Helper()
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	return s
}
