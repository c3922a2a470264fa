package metamemory_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/clitest"
)

// samples are inputs with every field that a command has.
func samples() map[string]string {
	const shared = `"scope":{"type":"user","id":"ann"},"metadata":{"k":1},"allowSecret":true`
	const sources = `"sourceEventIds":["event_x"],` + shared
	return map[string]string{
		"add-fact":             `{"id":"f","subject":"a heron","predicate":"b","object":"c","confidence":0.5,"validFrom":"2026-01-01","validUntil":"2030-01-01",` + sources + `}`,
		"add-relation":         `{"fromId":"f","toId":"b","relation":"contradicts","validFrom":"2026-01-01","validUntil":"2030-01-01",` + sources + `}`,
		"browse-resources":     `{"parentUri":"top","limit":5,"offset":0,` + shared + `}`,
		"context-pack":         `{"query":"heron","budgetTokens":900,"policy":"auto","workspacePath":"/","includeAudit":true,` + shared + `}`,
		"list-events":          `{"kind":"system_event","limit":5,"offset":0,"includeAudit":true,` + shared + `}`,
		"probe-relations":      `{"targetId":"f","relation":"contradicts","limit":5,"offset":0,` + shared + `}`,
		"remember":             `{"content":"a heron","kind":"tool_call","actor":"tool",` + shared + `}`,
		"search":               `{"query":"heron","limit":5,"offset":0,"includeAudit":true,` + shared + `}`,
		"seed-sample":          `{` + shared + `}`,
		"set-core-block":       `{"id":"core","label":"l","content":"a heron","authority":7,"readOnly":false,` + shared + `}`,
		"sync-turn":            `{"messages":[{"role":"user","content":"a heron"}],` + shared + `}`,
		"upsert-resource":      `{"uri":"r","title":"t","content":"a heron","kind":"url","parentUri":"top",` + sources + `}`,
		"upsert-session-state": `{"id":"s","currentGoal":"a heron","summary":"s","status":"active","workingSet":["w"],` + sources + `}`,
		"verify":               `{"targetId":"f","message":"m","status":"stale","metadata":{"k":1},"allowSecret":true}`,
	}
}

// writesFirst orders the commands so that there is something to be found.
func writesFirst() []string {
	reads := []string{"browse-resources", "context-pack", "list-events", "probe-relations", "search"}
	writes := slices.DeleteFunc(slices.Sorted(maps.Keys(samples())), func(name string) bool { return slices.Contains(reads, name) })
	return append(writes, reads...)
}

// The help names the fields that a command takes: without a required one it fails
// and says which, and a field of a wrong type is an error, but for metadata.
func TestHelpDescribesTheInput(t *testing.T) {
	h := clitest.NewHome(t, "meta-memory")
	for _, c := range commands(t) {
		var sample map[string]any
		if err := json.Unmarshal([]byte(samples()[c.Name]), &sample); err != nil {
			t.Fatalf("%s: %v", c.Name, err)
		}
		for name := range c.Input.Properties {
			if _, ok := sample[name]; !ok && name != "dbPath" {
				t.Errorf("%s: the sample has no %s", c.Name, name)
			}
		}
		for name, value := range sample {
			if _, ok := c.Input.Properties[name]; !ok && !(name == "metadata" || name == "scope" || name == "allowSecret") {
				t.Errorf("%s: the help does not know %s", c.Name, name)
			}
			required := slices.Contains(c.Input.Required, name)
			delete(sample, name)
			if _, stderr, code := h.Run(t, encoded(t, sample), c.Name); (code != 0) != required || required && !strings.Contains(stderr, name) {
				t.Errorf("%s without %s: exit code %d, required %v\n%s", c.Name, name, code, required, stderr)
			}
			_, known := c.Input.Properties[name]
			sample[name] = map[string]any{"of": "a wrong type"}
			if _, _, code := h.Run(t, encoded(t, sample), c.Name); (code == 0) != (name == "metadata" || !known) {
				t.Errorf("%s takes an object as %s: exit code %d", c.Name, name, code)
			}
			sample[name] = value
		}
	}
}

func encoded(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The help names every field that is printed, and those that it calls required are
// always there.
func TestHelpDescribesTheOutput(t *testing.T) {
	h := clitest.NewHome(t, "agmem")
	outputs := map[string]object{}
	for _, c := range commands(t) {
		outputs[c.Name] = c.Output
	}
	for _, name := range writesFirst() {
		stdout, stderr, code := h.Run(t, samples()[name], "meta-memory", name)
		if code != 0 {
			t.Fatalf("%s: %s", name, stderr)
		}
		schema, err := json.Marshal(outputs[name])
		if err != nil {
			t.Fatal(err)
		}
		if n := compare(t, name, schema, []byte(stdout)); n < 4 {
			t.Errorf("%s: only %d values were compared in %s", name, n, stdout)
		}
	}
}

// compare checks a value against its schema and returns how many values there are
// in it.
func compare(t *testing.T, path string, schema, value json.RawMessage) int {
	t.Helper()
	var s struct {
		Properties map[string]json.RawMessage
		Required   []string
		Items      json.RawMessage
	}
	if err := json.Unmarshal(schema, &s); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	n := 1
	switch value[0] {
	case '[':
		var list []json.RawMessage
		if err := json.Unmarshal(value, &list); err != nil {
			t.Fatal(err)
		}
		for _, v := range list {
			n += compare(t, path+"[]", s.Items, v)
		}
	case '{':
		if s.Properties == nil {
			return n // metadata
		}
		var members map[string]json.RawMessage
		if err := json.Unmarshal(value, &members); err != nil {
			t.Fatal(err)
		}
		for name, v := range members {
			inner, ok := s.Properties[name]
			if !ok {
				t.Errorf("%s.%s is printed and not in the help", path, name)
				continue
			}
			n += compare(t, path+"."+name, inner, v)
		}
		for _, name := range s.Required {
			if _, ok := members[name]; !ok {
				t.Errorf("%s.%s is required and not printed", path, name)
			}
		}
	}
	return n
}
