package banktools_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/mcp/mcptest"
	"github.com/agmem/agmem/internal/wire/full"
)

// asProgram makes this test binary the program agmem, which is memory-cli too.
const asProgram = "AGMEM_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Exit(full.Run(context.Background(), cli.System()))
	}
	os.Exit(m.Run())
}

// place is a home and a project in it, for processes.
type place struct{ home, project string }

func newPlace(t *testing.T) place {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p := place{home, filepath.Join(home, "project")}
	if err := os.MkdirAll(filepath.Join(p.project, ".slop-mcp"), 0o700); err != nil {
		t.Fatal(err)
	}
	return p
}

// command is a process in the project whose children find the program.
func (p place) command(t *testing.T, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = p.project
	cmd.Env = append(os.Environ(), asProgram+"=1", "GORACE=atexit_sleep_ms=0",
		"HOME="+p.home, "USERPROFILE="+p.home, "XDG_CONFIG_HOME="+filepath.Join(p.home, "config"),
		"AppData="+filepath.Join(p.home, "config"), "AGMEM_CONFIG="+filepath.Join(p.home, "config.json"))
	return cmd
}

// TestTheOfficialClient talks to the program over stdio: the client of the
// TypeScript SDK, which checks every message against the protocol's schema.
func TestTheOfficialClient(t *testing.T) {
	p := newPlace(t)
	wants := []struct {
		tool, arguments string
		want            string // how the text begins
		fails           bool
	}{
		{"memory_write", `{"bank":"tasks","key":"daily","value":{"z":["<é>"],"a":1}}`, `{"success":true,"key":"daily","bank":"tasks","operation":"create"}`, false},
		{"memory_update", `{"bank":"tasks","key":"daily","filter":".a += 1"}`,
			`{"success":true,"key":"daily","bank":"tasks","operation":"update","value":{"z":["<é>"],"a":2}}`, false},
		{"memory_read", `{"bank":"tasks","key":"daily"}`, `{"value":{"z":["<é>"],"a":2},"metadata":{"created_at":"2`, false},
		{"memory_read", `{"bank":"tasks","key":"gone","default":[]}`, `{"value":[],"metadata":{}}`, false},
		{"memory_query", `{"bank":"tasks","key":"daily","filter":".z[], .a"}`, "\"<é>\"\n2", false},
		{"memory_search", `{"pattern":"<.>","search_values":true}`,
			`{"matches":[{"bank":"tasks","scope":"project","key":"daily","value":{"z":["<é>"],"a":2}}],"total":1}`, false},
		{"memory_list", `{}`, `{"banks":[{"name":"tasks","scope":"project","key_count":1,`, false},
		{"memory_list", `{"bank":"tasks"}`, `{"bank":"tasks","keys":[{"key":"daily","scope":"project","updated_at":"2`, false},
		{"memory_read", `{"bank":"tasks","key":"gone"}`, `{"error":{"code":"KEY_NOT_FOUND","message":"`, true},
		{"memory_read", `{"bank":"tasks","scope":"all"}`, `{"error":{"code":"USAGE","message":"`, true},
		{"memory_delete", `{"bank":"tasks"}`, `{"success":true,"bank":"tasks","scope":"project","deleted":"bank","kept_as":"`, false},
		{"memory_delete", `{"bank":"tasks"}`, `{"error":{"code":"BANK_NOT_FOUND","message":"`, true},
	}
	var calls []mcptest.Call
	for _, w := range wants {
		calls = append(calls, mcptest.Call{Name: w.tool, Arguments: json.RawMessage(w.arguments)})
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := func(name string, args ...string) *exec.Cmd { return p.command(t, name, args...) }
	got := mcptest.Ask(t, command, []string{program, "memory-cli", "mcp"}, calls)
	if got.Version != mcptest.ClientVersion || got.Server.Name != "memory-cli" || got.Server.Version != cli.Version || got.Instructions == "" {
		t.Errorf("the client is %s, the server %+v", got.Version, got.Server)
	}
	var tools []listedTool
	decode(t, string(got.Tools), &tools)
	checkTools(t, tools)
	if len(got.Results) != len(wants) {
		t.Fatalf("%d calls, %d results", len(wants), len(got.Results))
	}
	for i, w := range wants {
		r := got.Results[i]
		if len(r.Content) != 1 || r.Content[0].Type != "text" || !strings.HasPrefix(r.Content[0].Text, w.want) || r.IsError != w.fails {
			t.Errorf("%s %s\ngives %+v\nwant  %s", w.tool, w.arguments, r, w.want)
		}
	}
}

// checkTools checks what a client that keeps no order made of the tools.
func checkTools(t *testing.T, got []listedTool) {
	t.Helper()
	want := specifiedTools(t)
	if len(got) != len(want) {
		t.Fatalf("the client lists %d tools, want %d", len(got), len(want))
	}
	for i, w := range want {
		if g := got[i]; g.Name != w.Name || g.Description != w.Description || g.Annotations.Title == "" ||
			compact(t, g.InputSchema) != compact(t, w.InputSchema) {
			t.Errorf("the client lists %s %q %s, want %s", g.Name, g.Description, g.InputSchema, w.Name)
		}
	}
}

// TestAnswersAreWhatTheCommandLinePrints, except white space. Errors are
// compared too; what both say of the way on is the same.
func TestAnswersAreWhatTheCommandLinePrints(t *testing.T) {
	p := newPlace(t)
	for _, test := range []struct {
		args            []string
		tool, arguments string
	}{
		{[]string{"write", "session", "context", `{"b":[1.0,"<>"],"a":null}`}, "memory_list", `{}`},
		{[]string{"list"}, "memory_list", `{}`},
		{[]string{"list", "session"}, "memory_list", `{"bank":"session"}`},
		{[]string{"read", "session", "context"}, "memory_read", `{"bank":"session","key":"context"}`},
		{[]string{"read", "session"}, "memory_read", `{"bank":"session"}`},
		{[]string{"read", "session", "gone"}, "memory_read", `{"bank":"session","key":"gone"}`},
		{[]string{"read", "session", "gone", "--default", `{"empty": true}`}, "memory_read", `{"bank":"session","key":"gone","default":{"empty": true}}`},
		{[]string{"read", "Session"}, "memory_read", `{"bank":"Session"}`},
		{[]string{"query", "session", "context", ".b[]"}, "memory_query", `{"bank":"session","key":"context","filter":".b[]"}`},
		{[]string{"query", "session", ".entries | keys"}, "memory_query", `{"bank":"session","filter":".entries | keys"}`},
		{[]string{"query", "session", "context", ".b.c"}, "memory_query", `{"bank":"session","key":"context","filter":".b.c"}`},
		{[]string{"search", "cont"}, "memory_search", `{"pattern":"cont"}`},
		{[]string{"search", "--value", "<>"}, "memory_search", `{"pattern":"<>","search_values":true}`},
		{[]string{"search", "["}, "memory_search", `{"pattern":"["}`},
		{[]string{"delete", "gone", "key"}, "memory_delete", `{"bank":"gone","key":"key"}`},
	} {
		printed := p.run(t, test.args)
		if test.args[0] == "write" {
			continue // makes what the others look at
		}
		if got := p.serve(t, test.tool, test.arguments); got != printed {
			t.Errorf("memory-cli %q\nprints  %s\nthe tool answers\n        %s", test.args, printed, got)
		}
	}
}

// run returns what a command prints on both its streams, each value on a line.
func (p place) run(t *testing.T, args []string) string {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := p.command(t, program, append([]string{"memory-cli"}, args...)...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	_ = cmd.Run() // an error is compared like a result
	var values []string
	for decoder := json.NewDecoder(&out); decoder.More(); {
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			t.Fatalf("memory-cli %q: %v", args, err)
		}
		values = append(values, compact(t, value))
	}
	return strings.Join(values, "\n")
}

// serve returns what a tool answers in its own process.
func (p place) serve(t *testing.T, tool, arguments string) string {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := p.command(t, program, "memory-cli", "mcp")
	cmd.Stdin = strings.NewReader(initialize + "\n" +
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"` + tool + `","arguments":` + arguments + `}}`)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var result struct{ Content []struct{ Text string } }
	decode(t, string(responses(t, out)["2"].Result), &result)
	var texts []string
	for _, content := range result.Content {
		texts = append(texts, content.Text)
	}
	return strings.Join(texts, "\n")
}
