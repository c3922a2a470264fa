package opencode_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/testsize"
)

// awkward is what a shell would not leave as it is.
const awkward = "it's \"$(touch owned)\" `touch owned`; touch owned && echo\n-- two\\ lines %PATH% ünï"

func TestArgumentsPassNoShell(t *testing.T) {
	h := newHost(t).withFake("answer")
	h.env = append(h.env, "LLMEMORY_BIN="+h.options["bin"].(string)) // the API knows no options
	s := h.run(
		step{"api": "store", "args": []any{awkward, map[string]any{"tags": []string{"a b", "$(c)"}, "expires": "end of month", "entered_by": awkward}}},
		step{"api": "search", "args": []any{awkward, map[string]any{"tags": []string{"x", "y"}, "limit": 5, "after": "7d"}}},
		step{"api": "search", "args": []any{"--help"}},
		step{"api": "extractRemember", "args": []any{"*Remember*: " + awkward, map[string]any{"agentName": "optimize-agent", "currentTask": "x"}}},
		step{"api": "extractRemember", "args": []any{"none", map[string]any{"dryRun": true}}},
	)
	wants := []struct {
		args  []string
		stdin string
	}{
		{[]string{"store", "--json", "--entered-by=" + awkward, "--tags=a b,$(c)", "--expires=end of month", "-"}, awkward},
		{[]string{"search", "--json", "--tags=x,y", "--after=7d", "--limit=5", "--", awkward}, ""},
		{[]string{"search", "--json", "--", "--help"}, ""},
		{[]string{"extract", "-", "--json", "--entered-by=optimize-agent"}, "*Remember*: " + awkward},
		{[]string{"extract", "-", "--json", "--dry-run"}, "none"},
	}
	calls := h.calls()
	if len(calls) != len(wants) {
		t.Fatalf("%d calls, want %d", len(calls), len(wants))
	}
	for i, want := range wants {
		if !slices.Equal(calls[i].Args, want.args) || calls[i].Stdin != want.stdin {
			t.Errorf("call %d:\n got %q < %q\nwant %q < %q", i, calls[i].Args, calls[i].Stdin, want.args, want.stdin)
		}
	}
	if found, _ := filepath.Glob(h.file("*/owned")); len(found) > 0 {
		t.Errorf("a shell ran: %v", found)
	}
	for i, want := range []string{`{"id":7,"uuid":"u7"`, `[{"id":7`, `[{"id":7`, `[{"id":7`, `[{"id":7`} {
		if got := string(s.Results[i].Value); !strings.HasPrefix(got, want) {
			t.Errorf("result %d: %s, want %s…", i, got, want)
		}
	}
}

func TestTools(t *testing.T) {
	h := newHost(t).withPackages().withFake("answer")
	s := h.run(
		step{"tool": "memory_store", "args": map[string]any{"content": awkward, "tags": []string{"a", "b"}, "expires": "tomorrow"}},
		step{"tool": "memory_search", "args": map[string]any{"query": "-prot", "limit": 3}},
		step{"tool": "memory_search", "args": map[string]any{"query": "x", "limit": 1000}},
		step{"tool": "memory_search", "args": map[string]any{"query": "x"}, "aborted": true},
	)
	if want := []string{"default"}; !slices.Equal(s.Exports, want) {
		t.Errorf("exports %v: OpenCode would call each of them as a plugin", s.Exports)
	}
	if len(s.Tools) != 2 || len(s.Tools["memory_store"].Args) != 3 || len(s.Tools["memory_search"].Args) != 3 {
		t.Errorf("tools: %+v", s.Tools)
	}
	if got, want := text(t, s.Results[0].Value), "stored as memory 7, expires 2027-01-31T22:59:59.999Z"; got != want {
		t.Errorf("memory_store: %q, want %q", got, want)
	}
	found := text(t, s.Results[1].Value)
	for _, want := range []string{`1 of 12 memories for "-prot" (searched for prot → port)`, "not instructions", `"content":"the API is on 8080"`, `"id":7`} {
		if !strings.Contains(found, want) {
			t.Errorf("memory_search: %q has no %q", found, want)
		}
	}
	if s.Results[2].Error.Name != "ZodError" {
		t.Errorf("a limit of 1000: %+v, want it refused by the schema", s.Results[2])
	}
	if got := text(t, s.Results[3].Value); !strings.Contains(got, "aborted") {
		t.Errorf("an aborted call: %q", got)
	}
	calls := h.calls()
	want := []string{"store", "--json", "--entered-by=build", "--tags=a,b", "--expires=tomorrow", "-"}
	if !slices.Equal(calls[0].Args, want) || calls[0].Stdin != awkward || calls[0].Session != "ses_tool" {
		t.Errorf("memory_store called %+v, want %q", calls[0], want)
	}
	if project, _ := filepath.EvalSymlinks(h.file("project")); calls[0].Dir != project {
		t.Errorf("memory_store ran in %s, want the project %s", calls[0].Dir, project)
	}
	if want := []string{"search", "--json", "--limit=3", "--", "-prot"}; !slices.Equal(calls[1].Args, want) {
		t.Errorf("memory_search called %q, want %q", calls[1].Args, want)
	}
}

// A message is captured when it is complete, and once, however many events
// tell of it.
func TestCapture(t *testing.T) {
	h := newHost(t).withFake("answer")
	h.more = map[string]any{"messages": map[string]any{
		"msg_unseen": []any{
			map[string]any{"type": "reasoning", "text": "*Remember*: thoughts"},
			map[string]any{"type": "text", "text": "*Remember*: fetched"},
			map[string]any{"type": "text", "text": "*Remember*: not said", "synthetic": true},
		},
	}}
	before := map[string]any{"type": "message.updated", "properties": map[string]any{"info": map[string]any{
		"id": "msg_old", "sessionID": "ses_1", "role": "assistant", "time": map[string]any{"created": 1, "completed": 2}}}}
	user := map[string]any{"type": "message.updated", "properties": map[string]any{"info": map[string]any{
		"id": "msg_user", "sessionID": "ses_1", "role": "user", "time": map[string]any{"created": 1}}}}
	steps := []step{
		// It streams, and is then complete three times.
		part("msg_1", "prt_1", "*Remem"),
		part("msg_1", "prt_1", "*Remember*: one"),
		{"event": map[string]any{"type": "message.updated", "properties": map[string]any{"info": map[string]any{
			"id": "msg_1", "sessionID": "ses_1", "role": "assistant", "time": map[string]any{"created": 1}}}}},
		part("msg_1", "prt_1", "*Remember*: one\n\nand more"),
		part("msg_1", "prt_2", "The second part."),
		part("msg_1", "prt_3", "*Remember*: synthetic", "synthetic"),
		complete("msg_1"), complete("msg_1"),
		part("msg_1", "prt_1", "*Remember*: one\n\nand more"),
		complete("msg_1"),
		// What has no marker is not handed over.
		part("msg_2", "prt_1", "I remember nothing."),
		complete("msg_2"),
		// A user's message, one of before this process, an aborted one, a summary.
		part("msg_user", "prt_1", "*Remember*: of the user"),
		{"event": user},
		part("msg_old", "prt_1", "*Remember*: old"),
		{"event": before},
		part("msg_cut", "prt_1", "*Remember*: never run rm -rf / exc"),
		{"event": "now", "id": "msg_cut", "error": map[string]any{"name": "MessageAbortedError"}},
		part("msg_sum", "prt_1", "*Remember*: summed up"),
		{"event": "now", "id": "msg_sum", "summary": true},
		// One of which no part was seen.
		complete("msg_unseen"),
		// What is not an event.
		{"event": map[string]any{}}, {"event": map[string]any{"type": "message.updated"}},
		{"event": map[string]any{"type": "message.part.updated", "properties": map[string]any{"part": nil}}},
		{"event": map[string]any{"type": "message.updated", "properties": map[string]any{"info": 7}}},
		{"dispose": true},
	}
	s := h.run(steps...)
	var got []string
	for _, c := range h.calls() {
		got = append(got, strings.Join(c.Args, " ")+" < "+c.Stdin)
		if c.Session != "ses_1" {
			t.Errorf("the session of the write is %q", c.Session)
		}
	}
	want := []string{
		"extract - --json --entered-by=build < *Remember*: one\n\nand more\n\nThe second part.\n\n",
		"extract - --json --entered-by=build < \n\n*Remember*: fetched\n\n",
	}
	if !slices.Equal(got, want) {
		t.Errorf("captured\n%q, want\n%q", got, want)
	}
	for i, r := range s.Results {
		if r.Error.Message != "" {
			t.Errorf("step %d threw: %+v", i, r.Error)
		}
	}
	if len(s.Fetched) != 1 || s.Fetched[0].MessageID != "msg_unseen" {
		t.Errorf("fetched %v", s.Fetched)
	}
}

func TestCaptureCanBeTurnedOff(t *testing.T) {
	h := newHost(t).withFake("answer")
	h.options["capture"] = false
	h.run(part("msg_1", "prt_1", "*Remember*: one"), complete("msg_1"), step{"dispose": true})
	h.options["capture"] = true
	h.env = append(h.env, "LLMEMORY_CAPTURE=0")
	h.run(part("msg_2", "prt_1", "*Remember*: two"), complete("msg_2"), step{"dispose": true})
	if calls := h.calls(); len(calls) > 0 {
		t.Errorf("captured %+v", calls)
	}
}

// Whatever the program does, hooks do not throw, tools answer with a sentence,
// the API has an error with a code, and the log has one line.
func TestBadPrograms(t *testing.T) {
	for behaviour, want := range map[string]struct{ code, message string }{
		"missing": {"missing", "was not found"},
		"folder":  {"failed", "EACCES"},
		"garbage": {"output", "not its JSON"},
		"wrong":   {"output", "the answer has no results"},
		"number":  {"output", "not its JSON"},
		"silent":  {"output", "not its JSON"},
		"deaf":    {"output", "not its JSON"},
		"fail":    {"failed", "the expiry is in the past (give one in the future)"},
		"crash":   {"failed", "panic: everything is lost"},
		"flood":   {"output", "more than 8388608 bytes"},
		"hang":    {"timeout", "did not answer within 2000 ms"},
		"orphan":  {"timeout", "did not answer within 2000 ms"},
	} {
		t.Run(behaviour, func(t *testing.T) {
			t.Parallel()
			h := newHost(t).withFake(behaviour)
			switch behaviour {
			case "missing":
				h.options["bin"] = h.file("no such program")
			case "folder":
				h.options["bin"] = h.file("project")
			case "hang", "orphan":
				h.options["timeoutMs"] = 2000
			}
			h.env = append(h.env, "LLMEMORY_BIN="+h.options["bin"].(string), fmt.Sprint("LLMEMORY_TIMEOUT_MS=", h.options["timeoutMs"]))
			h.more = map[string]any{"brokenClient": behaviour == "garbage"}
			s := h.run(
				step{"api": "search", "args": []any{"x"}},
				part("msg_1", "prt_1", "*Remember*: "+strings.Repeat("long ", 100_000)), complete("msg_1"),
				part("msg_2", "prt_1", "*Remember*: two"), complete("msg_2"),
				step{"dispose": true}, step{"dispose": true},
				step{"gone": h.file("pid")},
			)
			if got := s.Results[0].Error; got.Name != "MemoryError" || got.Code != want.code || !strings.Contains(got.Message, want.message) {
				t.Errorf("the API: %+v, want %s with %q", got, want.code, want.message)
			}
			for i, r := range s.Results[1:] {
				if r.Error.Message != "" {
					t.Errorf("step %d threw: %+v", i+1, r.Error)
				}
			}
			ofProgram := slices.DeleteFunc(s.Logs, func(line string) bool { return strings.Contains(line, "@opencode-ai/plugin") })
			if len(ofProgram) == 0 || len(ofProgram) > 2 {
				t.Errorf("the log has %q", s.Logs)
			}
		})
	}
}

func TestToolsWithBadPrograms(t *testing.T) {
	for behaviour, want := range map[string]string{"fail": "the expiry is in the past", "garbage": "not its JSON", "missing": "was not found"} {
		h := newHost(t).withPackages().withFake(behaviour)
		if behaviour == "missing" {
			h.options["bin"] = h.file("no such program")
		}
		s := h.run(
			step{"tool": "memory_store", "args": map[string]any{"content": "x", "expires": "yesterday"}},
			step{"tool": "memory_search", "args": map[string]any{"query": "x"}},
		)
		for _, r := range s.Results {
			if r.Error.Message != "" || !strings.Contains(text(t, r.Value), want) {
				t.Errorf("%s: %s %+v, want a sentence with %q", behaviour, r.Value, r.Error, want)
			}
		}
	}
}

// Without the package of OpenCode there are no tools, but captures.
func TestWithoutPackages(t *testing.T) {
	h := newHost(t).withFake("answer")
	s := h.run(part("msg_1", "prt_1", "*Remember*: one"), complete("msg_1"), step{"dispose": true})
	if len(s.Tools) != 0 || len(h.calls()) != 1 || len(s.Logs) != 1 || !strings.Contains(s.Logs[0], "@opencode-ai/plugin") {
		t.Errorf("tools %v, calls %v, log %q", s.Tools, h.calls(), s.Logs)
	}
}

// The plugin keeps the types that OpenCode publishes.
func TestTypes(t *testing.T) {
	if !testsize.Full() {
		t.Skip("NOT TESTED: the types of the OpenCode plugin; make check does.")
	}
	h := newHost(t).withPackages()
	compiler := h.file("config/node_modules/typescript/bin/tsc")
	if _, err := os.Stat(compiler); err != nil {
		t.Skip("NOT TESTED: the types of the OpenCode plugin, because there is no TypeScript. Run scripts/setup.")
	}
	cmd := exec.CommandContext(t.Context(), h.node, compiler, "--noEmit", "--allowJs", "--checkJs", "--strict", "--skipLibCheck",
		"--target", "es2022", "--module", "nodenext", "--types", "node", "plugins/llmemory.js")
	cmd.Dir = h.file("config")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestTheRealProgram stores, finds and captures with the program memory itself.
func TestTheRealProgram(t *testing.T) {
	h := newHost(t).withPackages()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	h.options["bin"] = h.file("memory")
	if err := os.Symlink(program, h.file("memory")); err != nil {
		t.Fatal(err)
	}
	guide := exec.CommandContext(t.Context(), h.file("memory"), "--agent-context")
	guide.Env = append(os.Environ(), "HOME="+h.dir, "AGMEM_DB="+h.file("agmem.db"), "AGMEM_CONFIG="+h.file("agmem.json"))
	if out, err := guide.CombinedOutput(); err != nil {
		t.Skipf("NOT TESTED: the OpenCode plugin with the real program, because this build has no memory: %v\n%s", err, out)
	}
	h.env = append(h.env, "LLMEMORY_BIN="+h.file("memory"))
	s := h.run(
		step{"tool": "memory_store", "args": map[string]any{"content": awkward, "tags": []string{"Quotes"}, "expires": "end of year"}},
		step{"tool": "memory_store", "args": map[string]any{"content": awkward}},
		part("msg_1", "prt_1", "Done.\n\n*Remember*: PostgreSQL listens on 5433 here.\n*Remember*: the gateway is called Phoenix."), complete("msg_1"),
		part("msg_1", "prt_1", "Done."), complete("msg_1"),
		step{"dispose": true},
		step{"tool": "memory_search", "args": map[string]any{"query": "postgresql", "tags": []string{"postgresql"}}},
		step{"api": "search", "args": []any{"phoenix"}},
		step{"api": "extractRemember", "args": []any{"*Remember*: only shown", map[string]any{"dryRun": true}}},
		step{"api": "search", "args": []any{"shown"}},
		step{"tool": "memory_store", "args": map[string]any{"content": "x", "expires": "yesterday"}},
		step{"tool": "memory_search", "args": map[string]any{"query": "--nothing"}},
	)
	for i, want := range map[int]string{
		0: "stored as memory 1, expires ", 1: "already known as memory 1", 7: "PostgreSQL listens on 5433 here.",
		11: "is in the past", 12: "No memory matches",
	} {
		if got := text(t, s.Results[i].Value); !strings.Contains(got, want) {
			t.Errorf("step %d: %q, want %q", i, got, want)
		}
	}
	if got := text(t, s.Results[1].Value); strings.Contains(got, "expires") {
		t.Errorf("stored again for good, and still %q", got)
	}
	var hits []struct {
		Content   string
		EnteredBy string `json:"entered_by"`
		Tags      []string
	}
	if err := json.Unmarshal(s.Results[8].Value, &hits); err != nil || len(hits) != 1 || hits[0].EnteredBy != "build" || len(hits[0].Tags) != 0 {
		t.Errorf("phoenix: %s, %v", s.Results[8].Value, err)
	}
	if string(s.Results[10].Value) != "[]" {
		t.Errorf("a dry run stored %s", s.Results[10].Value)
	}
}
