package memorytools_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestThePageIsTrue makes the calls of docs/mcp.md and compares the form of the
// answers with those that the page shows.
func TestThePageIsTrue(t *testing.T) {
	page, err := os.ReadFile("../../../docs/mcp.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```json\n(.*?)\n```").FindAllStringSubmatch(string(page), -1)
	c := newHouse(t).client()
	id := ""
	called := map[string]bool{}
	for i := 0; i+1 < len(blocks); i += 2 {
		var call struct {
			Name      string
			Arguments json.RawMessage
		}
		decode(t, blocks[i][1], &call)
		called[call.Name] = true
		var shown, got any
		decode(t, blocks[i+1][1], &shown)
		c.ok(call.Name, strings.ReplaceAll(string(call.Arguments), "a3f2b7e1", id), &got)
		if answer, ok := got.(map[string]any); ok && call.Name == "remember" {
			id, _ = answer["id"].(string)
		}
		if form(got) != form(shown) {
			t.Errorf("%s answers\n%s\nthe page shows\n%s", call.Name, form(got), form(shown))
		}
	}
	list, err := c.session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range list.Tools {
		if !called[tool.Name] || !strings.Contains(string(page), "### `"+tool.Name+"`") {
			t.Errorf("the page has no example of %s", tool.Name)
		}
		schema, _ := tool.InputSchema.(map[string]any)
		for name := range schema["properties"].(map[string]any) {
			if !strings.Contains(string(page), "`"+name+"`") {
				t.Errorf("the page does not tell of %s of %s", name, tool.Name)
			}
		}
	}
}

// form is the types of a value, and of the members of objects but origin, which
// has what is known.
func form(value any) string {
	switch v := value.(type) {
	case map[string]any:
		var members []string
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if name == "origin" {
				v[name] = nil
			}
			members = append(members, name+" "+form(v[name]))
		}
		return "{" + strings.Join(members, ", ") + "}"
	case []any:
		if len(v) == 0 {
			return "[]"
		}
		return "[" + form(v[0]) + "]"
	}
	return fmt.Sprintf("%T", value)
}
