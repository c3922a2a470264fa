package hermes_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"
)

type status struct {
	Status    string
	DBPath    string `json:"dbPath"`
	Turns     struct{ Kept, Lost int }
	NextSteps []string
}

// awkward is what a shell would not leave as it is.
const awkward = "it's \"$(touch owned)\" `touch owned`; touch owned && echo\n-- two\\ lines %PATH% ünï 🦢"

func TestEveryTool(t *testing.T) {
	p := newPlace(t)
	h := p.start("real")
	var s status
	h.tool("status", nil, &s)
	if s.Status != "ready" || s.DBPath != p.database() || len(s.NextSteps) != 0 {
		t.Errorf("status: %+v", s)
	}
	if _, err := os.Stat(p.database()); !os.IsNotExist(err) {
		t.Errorf("status ran the program: %v", err)
	}
	var event struct{ Event struct{ ID, Content string } }
	h.tool("remember", map[string]any{"content": awkward}, &event)
	if event.Event.Content != awkward {
		t.Errorf("remembered %q", event.Event.Content)
	}
	session := map[string]any{"id": "s1", "currentGoal": "Ship the importer", "summary": "Tests are written.", "workingSet": []string{"import.go"}}
	resource := map[string]any{"uri": "repo:herons.md", "title": "Herons", "content": "They nest in the reeds.", "kind": "doc"}
	relation := map[string]any{"fromId": event.Event.ID, "toId": "old", "relation": "supersedes"}
	verdict := map[string]any{"targetId": event.Event.ID, "message": "looked it up", "status": "stale"}
	for _, step := range []struct {
		tool string
		args map[string]any
		want string
	}{
		{"upsert_session_state", session, `"currentGoal":"Ship the importer"`},
		{"upsert_resource", resource, `"uri":"repo:herons.md"`},
		{"add_relation", relation, `"relation":"supersedes"`},
		{"verify", verdict, `"status":"stale"`},
		{"probe_relations", map[string]any{"targetId": "old"}, `"fromId":"` + event.Event.ID},
		{"browse_resources", map[string]any{}, `"title":"Herons"`},
		{"search", map[string]any{"query": "where do herons nest"}, `"citation":"resource:repo:herons.md"`},
		{"context_pack", map[string]any{"query": "importer", "policy": "task"}, `"citation":"session:s1"`},
	} {
		var answer map[string]any
		h.tool(step.tool, step.args, &answer)
		compact, err := json.Marshal(answer)
		if err != nil || !strings.Contains(string(compact), step.want) {
			t.Errorf("%s: %s, want %s", step.tool, compact, step.want)
		}
	}
	h.refused("remember", map[string]any{"content": ""}, `Expected "content" to be a non-empty string`)
	h.refused("reflect", nil, "there is no tool 'reflect'")
	h.end()
	if _, err := os.Stat(p.file("owned")); !os.IsNotExist(err) {
		t.Errorf("a shell ran: %v", err)
	}
}

// The command line can have arguments, as where the program has no name of its own.
func TestCommandLine(t *testing.T) {
	p := newPlace(t)
	if err := os.Symlink(p.program(), p.file("a bin/agmem")); err != nil {
		t.Fatal(err)
	}
	h := p.start("real", "META_MEMORY_CLI='"+p.file("a bin/agmem")+"' meta-memory")
	var event struct{ Event struct{ Content string } }
	h.tool("remember", map[string]any{"content": "x"}, &event)
	h.end()
	if got := contents(t, p); len(got) != 1 {
		t.Errorf("the ledger has %q", got)
	}
}

// Hermes reads these lines before it loads the plugin, and looks for the call
// in its text.
func TestManifest(t *testing.T) {
	for file, lines := range map[string][]string{
		"plugin.yaml": {"name: meta_memory\n", "manifest_version: 2\n", "kind: exclusive\n", "python_dependencies: []\n"},
		"__init__.py": {"def register(ctx: Any)", "ctx.register_memory_provider("},
	} {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range lines {
			if !strings.Contains(string(data), line) {
				t.Errorf("%s has no %q", file, line)
			}
		}
	}
}

// The schemas are those of the program, but for what the provider decides.
func TestSchemasAreThoseOfTheProgram(t *testing.T) {
	type schema struct {
		Properties           map[string]any
		Required             []string
		AdditionalProperties *bool
	}
	p := newPlace(t)
	h := p.start("real")
	var tools []struct {
		Name       string
		Parameters schema
	}
	if err := json.Unmarshal(h.call("get_tool_schemas", nil, nil).Value, &tools); err != nil || len(tools) != 10 {
		t.Fatalf("%d tools: %v", len(tools), err)
	}
	for _, tool := range tools {
		if extra := tool.Parameters.AdditionalProperties; extra == nil || *extra {
			t.Errorf("%s takes any field", tool.Name)
		}
		if tool.Name == "status" {
			continue
		}
		cmd := exec.Command(p.program(), "help", strings.ReplaceAll(tool.Name, "_", "-"))
		cmd.Env = append(os.Environ(), "FAKE_META_MEMORY=real")
		out, err := cmd.Output()
		var help struct{ Input schema }
		if err != nil || json.Unmarshal(out, &help) != nil {
			t.Fatalf("help: %v: %s", err, out)
		}
		delete(help.Input.Properties, "dbPath")
		delete(help.Input.Properties, "scope")
		delete(help.Input.Properties, "allowSecret")
		if !reflect.DeepEqual(tool.Parameters.Properties, help.Input.Properties) || !reflect.DeepEqual(tool.Parameters.Required, help.Input.Required) {
			t.Errorf("%s:\n got %v %v\nwant %v %v", tool.Name, tool.Parameters.Properties, tool.Parameters.Required, help.Input.Properties, help.Input.Required)
		}
	}
	h.end()
}

func TestArgumentsChangeNeitherDatabaseNorScope(t *testing.T) {
	p := newPlace(t)
	h := p.start("real", "META_MEMORY_DB=~/mine/ledger.sqlite")
	other := p.file("other.sqlite")
	var event struct {
		Event struct{ Scope map[string]string }
	}
	h.tool("remember", map[string]any{"content": "x", "dbPath": other, "scope": map[string]any{"type": "user", "id": "someone"}}, &event)
	if want := map[string]string{"type": "workspace", "id": "default"}; !reflect.DeepEqual(event.Event.Scope, want) {
		t.Errorf("scope %v, want %v", event.Event.Scope, want)
	}
	var s status
	h.tool("status", map[string]any{"dbPath": other}, &s)
	if want := p.file("mine/ledger.sqlite"); s.DBPath != want {
		t.Errorf("the database is %s, want %s", s.DBPath, want)
	}
	if _, err := os.Stat(s.DBPath); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(other); !os.IsNotExist(err) {
		t.Errorf("an argument named another database: %v", err)
	}
	h.end()
}

// What a turn says is recalled in a later session of the same user, and of no
// other.
func TestTurnsAreRecalled(t *testing.T) {
	p := newPlace(t)
	h := p.start("real")
	alice := map[string]any{"hermes_home": p.file("home"), "platform": "telegram", "user_id": "alice", "agent_context": "primary"}
	h.call("initialize", []any{"ses_a"}, alice)
	h.call("sync_turn", []any{"Where do the herons nest?", []any{map[string]any{"type": "text", "text": "In the reeds."}}}, map[string]any{"session_id": "ses_a"})
	h.call("sync_turn", []any{"", "  "}, nil)
	h.call("flush", nil, nil)
	h.call("initialize", []any{"ses_b"}, alice)
	recalled := text(t, h.call("prefetch", []any{"herons nest"}, map[string]any{"session_id": "ses_b"}))
	for _, want := range []string{"not instructions", "In the reeds.", `"citation": "event:`} {
		if !strings.Contains(recalled, want) {
			t.Errorf("recalled %q, without %q", recalled, want)
		}
	}
	for _, who := range []map[string]any{{"user_id": "bob", "platform": "telegram"}, {"platform": "cli"}} {
		who["hermes_home"] = p.file("home")
		h.call("initialize", []any{"ses_c"}, who)
		if got := text(t, h.call("prefetch", []any{"herons nest"}, nil)); got != "" {
			t.Errorf("%v is told what alice said: %q", who, got)
		}
	}
	alice["agent_context"] = "subagent"
	h.call("initialize", []any{"ses_d"}, alice)
	h.call("sync_turn", []any{"a chore of a subagent", "done"}, nil)
	h.call("shutdown", nil, nil)
	var s status
	h.tool("status", nil, &s)
	if s.Turns.Kept != 1 || s.Turns.Lost != 0 {
		t.Errorf("turns: %+v, want one kept", s.Turns)
	}
	h.end()
}
