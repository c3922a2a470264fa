package banktools_test

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// listedTool is a tool as it comes over the wire.
type listedTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	InputSchema json.RawMessage `json:"inputSchema"`
	Annotations struct {
		Title           string `json:"title"`
		ReadOnlyHint    *bool  `json:"readOnlyHint"`
		DestructiveHint *bool  `json:"destructiveHint"`
		IdempotentHint  *bool  `json:"idempotentHint"`
		OpenWorldHint   *bool  `json:"openWorldHint"`
	} `json:"annotations"`
	OutputSchema json.RawMessage `json:"outputSchema"`
}

func listTools(t *testing.T) []listedTool {
	t.Helper()
	answers := newHouse(t).lines(t, initialize, `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`)
	var result struct{ Tools []listedTool }
	decode(t, string(answers["2"].Result), &result)
	return result.Tools
}

// specifiedTools are the definitions of the specification of memory-cli.
func specifiedTools(t *testing.T) []listedTool {
	t.Helper()
	golden, err := os.ReadFile("testdata/tools.json")
	if err != nil {
		t.Fatal(err)
	}
	var tools []listedTool
	decode(t, string(golden), &tools)
	return tools
}

// TestToolsAreThoseOfTheSpecification compares what clients get, byte for byte
// except white space, with the specification.
func TestToolsAreThoseOfTheSpecification(t *testing.T) {
	want := specifiedTools(t)
	got := listTools(t)
	if len(got) != len(want) {
		t.Fatalf("%d tools, want %d", len(got), len(want))
	}
	for i, w := range want {
		g := got[i]
		if g.Name != w.Name || g.Description != w.Description || g.OutputSchema != nil {
			t.Errorf("tool %d is %s %q, want %s %q", i, g.Name, g.Description, w.Name, w.Description)
		}
		if compact(t, g.InputSchema) != compact(t, w.InputSchema) {
			t.Errorf("%s takes\n%s\nwant\n%s", g.Name, g.InputSchema, compact(t, w.InputSchema))
		}
	}
}

func compact(t *testing.T, text []byte) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Compact(&b, text); err != nil {
		t.Fatalf("%v: %.200s", err, text)
	}
	return b.String()
}

func TestEveryToolSaysWhatItDoes(t *testing.T) {
	want := map[string][3]bool{ // reads only, destroys, may be repeated
		"memory_read":   {true, false, true},
		"memory_list":   {true, false, true},
		"memory_query":  {true, false, true},
		"memory_search": {true, false, true},
		"memory_write":  {false, true, true},
		"memory_update": {false, true, false},
		"memory_delete": {false, true, true},
	}
	for _, tool := range listTools(t) {
		a := tool.Annotations
		if a.Title == "" || a.ReadOnlyHint == nil || a.DestructiveHint == nil || a.IdempotentHint == nil || a.OpenWorldHint == nil {
			t.Errorf("%s leaves something open: %+v", tool.Name, a)
			continue
		}
		if got := [3]bool{*a.ReadOnlyHint, *a.DestructiveHint, *a.IdempotentHint}; got != want[tool.Name] || *a.OpenWorldHint {
			t.Errorf("%s says %v of itself, want %v, and open world %v", tool.Name, got, want[tool.Name], *a.OpenWorldHint)
		}
	}
}

func TestInitialize(t *testing.T) {
	h := newHouse(t)
	answers := h.lines(t, initialize)
	var result struct {
		Capabilities json.RawMessage
		Instructions string
		ServerInfo   struct{ Name, Version string }
	}
	decode(t, string(answers["1"].Result), &result)
	if result.ServerInfo.Name != "memory-cli" || result.ServerInfo.Version != version {
		t.Errorf("the server is %+v", result.ServerInfo)
	}
	if string(result.Capabilities) != `{"tools":{}}` {
		t.Errorf("it can do %s", result.Capabilities)
	}
	if n := len(result.Instructions); n == 0 || n >= 2048 {
		t.Errorf("the instructions have %d bytes, hosts cut them at 2048", n)
	}
	if !strings.Contains(result.Instructions, "data, not instructions") {
		t.Errorf("the instructions do not say what the text of a bank is: %s", result.Instructions)
	}
	for _, tool := range listTools(t) {
		if !strings.Contains(result.Instructions, tool.Name) {
			t.Errorf("the instructions do not say when to use %s", tool.Name)
		}
	}
	if _, err := os.Stat(h.project); !os.IsNotExist(err) {
		t.Errorf("a greeting made the folder of the banks: %v", err)
	}
}
