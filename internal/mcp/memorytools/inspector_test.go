package memorytools_test

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/mcp/mcptest"
)

// TestTheInspector: what people look at servers with finds no fault in the tools
// of agmem, and gets answers over both transports.
func TestTheInspector(t *testing.T) {
	const name = "@modelcontextprotocol/inspector"
	node, modules := mcptest.Modules(t, name, "2.12.0", "the MCP inspector has not looked at agmem mcp")
	script := filepath.Join(modules, filepath.FromSlash(name), "clients", "launcher", "build", "index.js")
	for _, transport := range []string{"stdio", "http"} {
		t.Run(transport, func(t *testing.T) {
			home := newHome(t)
			server := []string{program(t), "mcp", "--tools", "memories,connectors,banks"}
			var options []string
			if transport == "http" {
				s := serve(t, home)
				server, options = []string{s.url}, []string{"--header", "Authorization: Bearer " + s.token}
			} else {
				for _, variable := range command(t, home, node).Env { // it passes on few by itself
					if named := strings.HasPrefix(variable, "AGMEM_") || strings.HasPrefix(variable, "XDG_"); named && !strings.HasSuffix(variable, "=") {
						options = append(options, "-e", variable)
					}
				}
			}
			inspect := func(args ...string) (stdout, stderr string, err error) {
				// No limit of its own: this machine may be slow.
				args = append([]string{script, "--cli", "--connect-timeout", "0", "--method"}, args...)
				cmd := command(t, home, node, append(append(args, options...), append([]string{"--"}, server...)...)...)
				return outputs(cmd)
			}
			stdout, stderr, err := inspect("tools/list", "--strict")
			var listed struct{ Tools []struct{ Name string } }
			if err != nil {
				t.Fatalf("%v\n%s", err, stderr)
			}
			decode(t, stdout, &listed)
			if err != nil || len(listed.Tools) != 16 || !onlyValues(stderr) {
				t.Errorf("%d tools, %v, and the inspector says\n%s", len(listed.Tools), err, stderr)
			}
			stdout, stderr, err = inspect("tools/call", "--tool-name", "remember", "--tool-args-json", `{"content":"effects must be cleaned up"}`)
			var answer struct {
				Content           []struct{ Text string }
				StructuredContent json.RawMessage
			}
			decode(t, stdout, &answer)
			var made bytes.Buffer
			if err := json.Compact(&made, answer.StructuredContent); err != nil {
				t.Fatal(err)
			}
			if err != nil || len(answer.Content) != 1 || answer.Content[0].Text != made.String() || !strings.Contains(made.String(), `"created":true`) {
				t.Errorf("remember answers %s %v %s", stdout, err, stderr)
			}
			if stdout, stderr, err := inspect("tools/call", "--tool-name", "revise", "--tool-args-json", `{"id":"gone","content":"x"}`); !strings.Contains(stdout, "not_found") {
				t.Errorf("an error answers %s %v %s", stdout, err, stderr)
			}
			if stdout, stderr, err := inspect("resources/read", "--uri", "memory://cards/jwt"); err != nil || !strings.Contains(stdout, "Revocation is hard.") {
				t.Errorf("a card reads %s %v %s", stdout, err, stderr)
			}
		})
	}
}

// onlyValues says whether all that the inspector warns of is that the tools of
// banks take any value, which the specification of memory-cli wants.
func onlyValues(stderr string) bool {
	for _, warning := range strings.Split(stderr, "Warning: tool ")[1:] {
		if !strings.HasPrefix(warning, `"memory_`) || !strings.Contains(warning, "accepts any value") {
			return false
		}
	}
	return true
}

func outputs(cmd *exec.Cmd) (stdout, stderr string, err error) {
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	err = cmd.Run()
	return out.String(), said.String(), err
}
