package agmemcli_test

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"github.com/agmem/agmem/internal/clitest"
	"github.com/agmem/agmem/internal/wire/full"
)

// What Claude Code and Codex document that they write to a hook at each moment.
var documented = map[string][]string{
	"session-start": {
		`{"session_id":"%s","transcript_path":"/t/s.jsonl","cwd":"/","permission_mode":"default","hook_event_name":"SessionStart","source":"startup","model":"m"}`,
		`{"session_id":"%s","transcript_path":null,"cwd":"/","hook_event_name":"SessionStart","model":"gpt-5","permission_mode":"default","source":"clear"}`,
	},
	"prompt": {
		`{"session_id":"%s","prompt_id":"p1","transcript_path":"/t/s.jsonl","cwd":"/","permission_mode":"plan","effort":{"level":"high"},"hook_event_name":"UserPromptSubmit","prompt":"how do we deploy the shop?"}`,
		`{"session_id":"%s","turn_id":"t1","transcript_path":null,"cwd":"/","hook_event_name":"UserPromptSubmit","model":"gpt-5","permission_mode":"default","prompt":"how do we deploy the shop?"}`,
	},
	"pre-compact": {
		`{"session_id":"%s","transcript_path":"/t/s.jsonl","cwd":"/","hook_event_name":"PreCompact","trigger":"auto","custom_instructions":""}`,
		`{"session_id":"%s","turn_id":"t1","transcript_path":null,"cwd":"/","hook_event_name":"PreCompact","model":"gpt-5","trigger":"manual"}`,
	},
	"stop": {
		`{"session_id":"%s","transcript_path":"/t/s.jsonl","cwd":"/","permission_mode":"default","hook_event_name":"Stop","stop_hook_active":false,"last_assistant_message":"Done.\n\n*Remember*: the port is 8080."}`,
		`{"session_id":"%s","turn_id":"t1","transcript_path":null,"cwd":"/","hook_event_name":"Stop","model":"gpt-5","permission_mode":"default","stop_hook_active":false,"last_assistant_message":null}`,
	},
	"session-end": {
		`{"session_id":"%s","transcript_path":"/t/s.jsonl","cwd":"/","hook_event_name":"SessionEnd","reason":"prompt_input_exit"}`,
	},
}

// answer is what a host takes, and nothing else.
type answer struct {
	Output struct {
		Event   string `json:"hookEventName"`
		Context string `json:"additionalContext"`
	} `json:"hookSpecificOutput"`
}

func answerOf(t *testing.T, printed string) answer {
	t.Helper()
	var a answer
	d := json.NewDecoder(strings.NewReader(printed))
	d.DisallowUnknownFields()
	if err := d.Decode(&a); err != nil || d.More() || strings.Count(printed, "\n") != 1 {
		t.Fatalf("not the documented form: %.300q, %v", printed, err)
	}
	return a
}

func TestHooksOfHosts(t *testing.T) {
	h := newHome(t)
	for i := range 40 { // more than fits, of what costs most when it is written as JSON
		h.Must(t, "add", fmt.Sprintf("to deploy the shop, step %d: %s", i, strings.Repeat(`<"\`, 60)))
	}
	limits := map[string]int{"session-start": 4096, "prompt": 1536}
	events := map[string]string{"session-start": "SessionStart", "prompt": "UserPromptSubmit"}
	for moment, inputs := range documented {
		for i, input := range inputs {
			out, stderr, code := h.Run(t, fmt.Sprintf(input, fmt.Sprint(moment, i)), "hook", moment)
			if code != 0 || stderr != "" {
				t.Fatalf("%s %d: exit code %d, %q", moment, i, code, stderr)
			}
			most := limits[moment]
			if most == 0 {
				if out != "" {
					t.Errorf("%s says %q", moment, out)
				}
				continue
			}
			a := answerOf(t, out)
			if got := a.Output; got.Event != events[moment] || len(got.Context) > most || len(got.Context) < most/2 || len(out) > 10_000 {
				t.Errorf("%s: %q with %d bytes, %d in all", moment, got.Event, len(got.Context), len(out))
			}
		}
	}
	if got := h.Must(t, "list", "--limit", "100", "--json"); strings.Count(got, "the port is 8080") != 1 {
		t.Error("what the message asked to remember is not there once")
	}
}

// Nothing of this breaks a session: a hook says nothing, and its exit code is 0.
func TestHooksAreSilentInDoubt(t *testing.T) {
	const event = `{"session_id":"s","prompt":"how do we deploy the shop?","last_assistant_message":"*Remember*: the port is 8080."}`
	deploys := func(t *testing.T) *clitest.Home {
		h := newHome(t)
		h.Must(t, "add", "we deploy the shop with make deploy")
		return h
	}
	for name, c := range map[string]struct {
		stdin string
		broke func(t *testing.T, h *clitest.Home)
	}{
		"no input":                {stdin: ""},
		"garbage":                 {stdin: "\x00\xff{]"},
		"another JSON":            {stdin: `["prompt"]`},
		"a prompt of a number":    {stdin: `{"prompt":7}`},
		"more than is read":       {stdin: `{"prompt":"` + strings.Repeat("deploy ", 2<<20) + `"}`},
		"a damaged database":      {stdin: event, broke: func(t *testing.T, h *clitest.Home) { damage(t, h) }},
		"no database":             {stdin: event, broke: func(t *testing.T, h *clitest.Home) { write(t, h, "agmem.db", "not one") }},
		"a folder for one":        {stdin: event, broke: folderForFile},
		"a damaged configuration": {stdin: event, broke: func(t *testing.T, h *clitest.Home) { write(t, h, "config.json", "{") }},
	} {
		for moment := range documented {
			if moment == "stop" && c.broke != nil {
				continue // it looks at no database
			}
			t.Run(name+"/"+moment, func(t *testing.T) {
				h := deploys(t)
				if c.broke != nil {
					c.broke(t, h)
				}
				out, stderr, code := h.Run(t, c.stdin, "hook", moment)
				if moment == "session-start" && c.broke == nil && json.Valid([]byte(c.stdin)) {
					return
				}
				if out != "" || stderr != "" || code != 0 {
					t.Errorf("exit code %d, printed %.200q, %.200q", code, out, stderr)
				}
			})
		}
	}
}

// Without HOME there is no place for anything, and that is no reason to stop a session.
func TestHooksWithoutAHome(t *testing.T) {
	for moment, inputs := range documented {
		h := newHome(t)
		env, stdout, stderr := h.Environment(strings.NewReader(fmt.Sprintf(inputs[0], "s")), []string{"hook", moment})
		env.Getenv = func(string) string { return "" }
		if code := full.Run(t.Context(), env); code != 0 || stdout.Len()+stderr.Len() > 0 {
			t.Errorf("%s: exit code %d, %q, %q", moment, code, stdout, stderr)
		}
	}
}

// A database that another program holds is not waited for longer than a host waits.
func TestHooksDoNotWaitForALockedDatabase(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.Must(t, "add", "we deploy the shop with make deploy")
	db, err := sql.Open("sqlite", "file:"+h.File("agmem.db")+"?_pragma=locking_mode(EXCLUSIVE)")
	if err != nil {
		t.Fatal(err)
	}
	held, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := held.ExecContext(t.Context(), `BEGIN EXCLUSIVE`); err != nil {
		t.Fatal(err)
	}
	env, stdout, stderr := h.Environment(strings.NewReader(fmt.Sprintf(documented["prompt"][0], "s")), []string{"hook", "prompt", "--verbose"})
	if code := full.Run(t.Context(), env); code != 0 || stdout.Len() > 0 || !strings.Contains(stderr.String(), "deadline") {
		t.Errorf("exit code %d, %q; it gave up because of %q, and not of the time", code, stdout, stderr)
	}
	if err := held.Close(); err != nil {
		t.Error(err)
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
}

// What cannot be noted as told would be told with every prompt.
func TestHooksAreSilentWithoutACache(t *testing.T) {
	h := newHome(t)
	h.Must(t, "add", "we deploy the shop with make deploy")
	write(t, h, ".cache", "not a folder")
	for range 2 {
		out, stderr, code := h.Run(t, fmt.Sprintf(documented["prompt"][0], "s"), "hook", "prompt")
		if out != "" || stderr != "" || code != 0 {
			t.Errorf("exit code %d, %q, %q", code, out, stderr)
		}
	}
}

// A fact that cannot be stored keeps back none of the others.
func TestAFactThatIsTooLong(t *testing.T) {
	h := newHome(t)
	long, err := json.Marshal(map[string]string{
		"session_id": "s", "last_assistant_message": "*Remember*: " + strings.Repeat("a very long fact ", 100_000) + "\n\n*Remember*: the port is 8080.",
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, code := h.Run(t, string(long), "hook", "stop"); code != 0 {
		t.Fatal(code)
	}
	out, stderr, code := h.Run(t, "", "list", "--json")
	if code != 0 || stderr != "" || !strings.Contains(out, "the port is 8080") {
		t.Errorf("exit code %d, %.200q, %.200q", code, out, stderr)
	}
}

// damage changes a database behind its first page.
func damage(t *testing.T, h *clitest.Home) {
	t.Helper()
	text, err := os.ReadFile(h.File("agmem.db"))
	if err != nil {
		t.Fatal(err)
	}
	const page = 4096
	write(t, h, "agmem.db", string(append(text[:page:page], bytes.Repeat([]byte{0xa5}, len(text)-page)...)))
}

func folderForFile(t *testing.T, h *clitest.Home) {
	t.Helper()
	if err := os.Remove(h.File("agmem.db")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(h.File("agmem.db"), 0o700); err != nil {
		t.Fatal(err)
	}
}
