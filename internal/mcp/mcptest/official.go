// Package mcptest lets the tests of MCP servers ask them with the client of the
// TypeScript SDK, which checks every message against the protocol's schemas and
// every answer against the schema of its tool.
package mcptest

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// ClientVersion is the release of @modelcontextprotocol/sdk that is the client.
const ClientVersion = "1.32.2"

// Seen is all that the official client got.
type Seen struct {
	Version      string
	Server       struct{ Name, Version string }
	Capabilities json.RawMessage
	Instructions string
	Tools        json.RawMessage
	Results      []struct {
		Content           []struct{ Type, Text string }
		StructuredContent json.RawMessage
		IsError           bool
	}
	Resources []struct{ URI, Name, Title string }
	Read      []struct{ URI, Text string } // the first resource
}

// Call is a call of a tool.
type Call struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

// Modules returns node and the folder of its packages, and skips the test where a
// package is not there. NotTested says what is not tested then.
func Modules(t *testing.T, name, version, notTested string) (node, modules string) {
	t.Helper()
	modules = os.Getenv("AGMEM_NODE_MODULES")
	node, err := exec.LookPath("node")
	if err == nil {
		_, err = os.Stat(filepath.Join(modules, filepath.FromSlash(name)))
	}
	if modules == "" || err != nil {
		t.Skipf("NOT TESTED: %s. Install node, run npm install %s@%s, and set AGMEM_NODE_MODULES to that node_modules folder.",
			notTested, name, version)
	}
	return node, modules
}

// Tool returns the path of a script in the folder tools of this module, which a
// test runs somewhere below.
func Tool(t *testing.T, name string) string {
	t.Helper()
	folder, err := os.Getwd()
	for err == nil {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return filepath.Join(folder, "tools", name)
		}
		if filepath.Dir(folder) == folder {
			break
		}
		folder = filepath.Dir(folder)
	}
	t.Fatalf("there is no module around the working folder, %v", err)
	return ""
}

// Ask lets the official client list the tools of a server and make the calls.
// The server is a command line, or a URL. Command makes the process of the
// client, whose children are the server.
func Ask(t *testing.T, command func(name string, args ...string) *exec.Cmd, server []string, calls []Call) Seen {
	t.Helper()
	node, modules := Modules(t, "@modelcontextprotocol/sdk", ClientVersion, "no client but that of the Go SDK has talked to "+filepath.Base(server[0]))
	stdin, err := json.Marshal(calls)
	if err != nil {
		t.Fatal(err)
	}
	cmd := command(node, append([]string{Tool(t, "mcp-client.mjs"), modules}, server...)...)
	var stderr bytes.Buffer
	cmd.Stdin, cmd.Stderr = bytes.NewReader(stdin), &stderr
	stdout, err := cmd.Output()
	if err != nil || stderr.Len() > 0 {
		t.Fatalf("%v\n%s", err, stderr.Bytes())
	}
	var seen Seen
	if err := json.Unmarshal(stdout, &seen); err != nil {
		t.Fatalf("%v: %.300s", err, stdout)
	}
	return seen
}
