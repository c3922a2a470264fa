package memorytools_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/mcp/mcptest"
	"github.com/agmem/agmem/internal/wire/full"
)

// asProgram makes this test binary the program agmem.
const asProgram = "AGMEM_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Exit(full.Run(cli.Signals(), cli.System()))
	}
	os.Exit(m.Run())
}

// command is a process in a home whose children find the program.
func command(t *testing.T, home, name string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), asProgram+"=1", "GORACE=atexit_sleep_ms=0", "AGMEM_NO_GIT=1", "AGMEM_DB=", "AGMEM_CONFIG=", "MEMEX_HOME=",
		"AGMEM_MCP_TOKEN=", "HOME="+home, "USERPROFILE="+home, "AppData="+home, "LocalAppData="+home,
		"XDG_CONFIG_HOME="+filepath.Join(home, "config"), "XDG_DATA_HOME="+filepath.Join(home, "data"), "XDG_CACHE_HOME="+filepath.Join(home, "cache"))
	return cmd
}

func program(t *testing.T) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// newHome has a card.
func newHome(t *testing.T) string {
	t.Helper()
	home := t.TempDir()
	if err := os.MkdirAll(filepath.Join(home, ".memex", "cards"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, ".memex", "cards", "jwt.md"), []byte("# Pitfalls of JWT\n\nRevocation is hard.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return home
}

// serving is a process that serves over HTTP.
type serving struct {
	cmd        *exec.Cmd
	url, token string
	rest       chan string // what it says after its greeting, once it has ended
}

var ready = regexp.MustCompile(`^agmem: serving MCP at (http://127\.0\.0\.1:\d+/mcp); the token is in (.+)\n$`)

func serve(t *testing.T, home string) *serving {
	t.Helper()
	s := &serving{cmd: command(t, home, program(t), "mcp", "--tools", "memories,connectors,banks", "--http", "127.0.0.1:0"), rest: make(chan string, 1)}
	stderr, err := s.cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.cmd.Process.Kill() })
	lines := bufio.NewReader(stderr)
	line, err := lines.ReadString('\n')
	parts := ready.FindStringSubmatch(line)
	if err != nil || parts == nil {
		t.Fatalf("it says %q, %v", line, err)
	}
	go func() {
		rest, _ := io.ReadAll(lines)
		s.rest <- string(rest)
	}()
	token, err := os.ReadFile(parts[2])
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(parts[2]); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the token is in a file %v, %v", info.Mode(), err)
	}
	s.url, s.token = parts[1], strings.TrimSpace(string(token))
	return s
}

// TestTheOfficialClient calls every tool over both transports.
func TestTheOfficialClient(t *testing.T) {
	for _, transport := range []string{"stdio", "http"} {
		t.Run(transport, func(t *testing.T) {
			home := newHome(t)
			ask := func(name string, args ...string) *exec.Cmd { return command(t, home, name, args...) }
			server := []string{program(t), "mcp", "--tools", "memories,connectors,banks"}
			if transport == "http" {
				s := serve(t, home)
				server = []string{s.url}
				ask = func(name string, args ...string) *exec.Cmd {
					cmd := command(t, home, name, args...)
					cmd.Env = append(cmd.Env, "MCP_TOKEN="+s.token)
					return cmd
				}
			}
			askEverything(t, ask, server)
		})
	}
}

// everything are calls of every tool, with how their texts begin, or what is in
// them behind the fence.
var everything = []struct{ tool, arguments, want string }{
	{"remember", `{"content":"effects must be cleaned up","tags":["react"],"expires":"90d"}`, `{"id":"`},
	{"remember", `{"content":"effects must be cleaned up"}`, `"created":false`},
	{"recall", `{"query":"effects"}`, `"digest":"effects must be cleaned up"`},
	{"recall", `{"query":"zebra"}`, `{"results":[]}`},
	{"context", `{"query":"effects","budget":400}`, `"text":"effects must be cleaned up"`},
	{"context", `{"query":"zebra"}`, `{"items":[]`},
	{"list", `{}`, `"total":1`},
	{"get", `{"ids":["cards:jwt"]}`, `Revocation is hard.`},
	{"get", `{"ids":["gone"]}`, `{"error":{"code":"not_found"`},
	{"revise", `{"id":"cards:jwt","content":"x"}`, `{"error":{"code":"denied"`},
	{"forget", `{"ids":["cards:jwt"]}`, `{"error":{"code":"denied"`},
	{"search", `{"query":"revocation"}`, `"url":"memory://cards/jwt"`},
	{"fetch", `{"id":"cards:jwt"}`, `"title":"Pitfalls of JWT"`},
	{"memory_write", `{"bank":"tasks","key":"a","value":{"n":1},"scope":"user"}`, `{"success":true`},
	{"memory_update", `{"bank":"tasks","key":"a","filter":".n += 1"}`, `"n":2`},
	{"memory_read", `{"bank":"tasks","key":"a"}`, `{"value":{"n":2}`},
	{"memory_query", `{"bank":"tasks","key":"a","filter":".n"}`, `2`},
	{"memory_search", `{"pattern":"a"}`, `"total":1`},
	{"memory_list", `{}`, `{"banks":[`},
	{"memory_delete", `{"bank":"tasks","key":"gone"}`, `{"error":{"code":"KEY_NOT_FOUND"`},
	{"memory_delete", `{"bank":"tasks"}`, `{"success":true`},
}

func askEverything(t *testing.T, ask func(string, ...string) *exec.Cmd, server []string) {
	t.Helper()
	var calls []mcptest.Call
	for _, e := range everything {
		calls = append(calls, mcptest.Call{Name: e.tool, Arguments: json.RawMessage(e.arguments)})
	}
	got := mcptest.Ask(t, ask, server, calls)
	if got.Server.Name != "agmem" || got.Server.Version != cli.Version || got.Instructions == "" {
		t.Errorf("the server is %+v", got.Server)
	}
	var tools []struct{ Name string }
	decode(t, string(got.Tools), &tools)
	called := map[string]bool{}
	for i, e := range everything {
		called[e.tool] = true
		r := got.Results[i]
		if len(r.Content) != 1 || !strings.Contains(r.Content[0].Text, e.want) || r.IsError != strings.Contains(e.want, `"error"`) {
			t.Errorf("%s %s gives %+v, want %s", e.tool, e.arguments, r, e.want)
		}
	}
	for _, tool := range tools {
		if !called[tool.Name] {
			t.Errorf("%s was not called", tool.Name)
		}
	}
	if len(tools) != 16 || len(got.Resources) != 1 || len(got.Read) != 1 || !strings.Contains(got.Read[0].Text, "Revocation is hard.") {
		t.Errorf("%d tools, resources %+v, the first reads %+v", len(tools), got.Resources, got.Read)
	}
}

// TestTheTokensOfTheTools counts them as models do.
func TestTheTokensOfTheTools(t *testing.T) {
	node, modules := mcptest.Modules(t, "js-tiktoken", "1.0.21", "the tokens of the tools were estimated, not counted")
	home := newHome(t)
	ask := func(name string, args ...string) *exec.Cmd { return command(t, home, name, args...) }
	got := mcptest.Ask(t, ask, []string{program(t), "mcp"}, []mcptest.Call{})
	texts, err := json.Marshal([]string{string(got.Tools), got.Instructions})
	if err != nil {
		t.Fatal(err)
	}
	count := exec.CommandContext(t.Context(), node, filepath.Join("..", "..", "tokens", "testdata", "count.mjs"), modules)
	count.Stdin = bytes.NewReader(texts)
	out, err := count.Output()
	if err != nil {
		t.Fatal(err)
	}
	var counts []int
	decode(t, string(out), &counts)
	t.Logf("the tools have %d tokens, the instructions %d", counts[0], counts[1])
	if counts[0] >= 2500 {
		t.Errorf("the tools have %d tokens", counts[0])
	}
}

const greeting = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/list"}
`

// TestAHomeThatCannotBeRead: the greeting and the tools need nothing of it, and a
// call says what is wrong.
func TestAHomeThatCannotBeRead(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := command(t, filepath.Join(file, "home"), program(t), "mcp", "--tools", "banks")
	cmd.Stdin = strings.NewReader(greeting + `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"remember","arguments":{"content":"x"}}}`)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v %s", err, out)
	}
	for _, want := range []string{`"serverInfo"`, `"name":"forget"`, `"name":"memory_read"`, `"isError":true`} {
		if !bytes.Contains(out, []byte(want)) {
			t.Errorf("no %s in %s", want, out)
		}
	}
}

// TestTheGreetingMakesNoFile: a host starts every server that it knows.
func TestTheGreetingMakesNoFile(t *testing.T) {
	home := t.TempDir()
	cmd := command(t, home, program(t), "mcp")
	cmd.Stdin = strings.NewReader(greeting)
	if out, err := cmd.Output(); err != nil || !bytes.Contains(out, []byte(`"name":"recall"`)) {
		t.Fatalf("%v %s", err, out)
	}
	if entries, err := os.ReadDir(home); err != nil || len(entries) > 0 {
		t.Errorf("it made %v, %v", entries, err)
	}
}

// TestASignalEndsTheServer, with exit code 0 and without a word more.
func TestASignalEndsTheServer(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no signals between processes")
	}
	s := serve(t, newHome(t))
	again := serve(t, t.TempDir())
	if again.token == s.token {
		t.Error("two homes share a token")
	}
	for _, s := range []*serving{s, again} {
		if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		rest := <-s.rest
		if err := s.cmd.Wait(); err != nil || rest != "" {
			t.Errorf("it ends with %v, %s", err, rest)
		}
	}
}

// TestAPipeThatCloses ends the server: nobody is left to answer.
func TestAPipeThatCloses(t *testing.T) {
	cmd := command(t, newHome(t), program(t), "mcp")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	out.Close()
	_, _ = io.WriteString(in, strings.Repeat(greeting, 3))
	// The input stays open: the server has to end because of its output.
	if err := cmd.Wait(); err != nil {
		t.Errorf("it ends with %v", err)
	}
}
