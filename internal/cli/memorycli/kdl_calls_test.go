package memorycli_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/clitest"
)

// host is slop-mcp as a caller of memory-cli: it makes a command line of the
// parameters of a tool call, by the tool definition alone.
type host struct {
	args, flags map[string]node
	stdout      string // the format that the definition promises
}

func newHost(t *testing.T) host {
	t.Helper()
	text, err := os.ReadFile("../../../integrations/slop-mcp/memory.kdl")
	if err != nil {
		t.Fatal(err)
	}
	stdout := regexp.MustCompile(`(?s)\n    stdout \{\n\s*format "(\w+)"\n    \}`).FindSubmatch(text)
	if stdout == nil {
		t.Fatal("the definition does not say what is on standard output")
	}
	return host{readKDL(t, "arg"), readKDL(t, "flag"), string(stdout[1])}
}

// commandLine puts the arguments in their positions and leaves out those that
// are not given; then follow the flags. A default is sent along. A flag that
// has no type counts as text, whatever it means to the program.
func (h host) commandLine(t *testing.T, params map[string]any) []string {
	t.Helper()
	used := map[string]bool{"stdin": true}
	given := func(name string, n node) (any, bool) {
		param := strings.ReplaceAll(name, "-", "_")
		used[param] = true
		if v, ok := params[param]; ok {
			return v, true
		}
		v, ok := n["default"]
		return strings.Join(v, " "), ok
	}
	var line []string
	for _, name := range slices.SortedFunc(maps.Keys(h.args), func(a, b string) int {
		return strings.Compare(h.args[a]["position"][0], h.args[b]["position"][0])
	}) {
		if v, ok := given(name, h.args[name]); ok {
			line = append(line, fmt.Sprint(v))
		} else if slices.Equal(h.args[name]["required"], []string{"true"}) {
			t.Fatalf("%v: the host refuses a call without %s", params, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(h.flags)) {
		n := h.flags[name]
		v, ok := given(name, n)
		switch {
		case !ok:
		case !slices.Equal(n["type"], []string{"boolean"}):
			line = append(line, n["long"][0], fmt.Sprint(v))
		case v == true:
			line = append(line, n["long"][0])
		case v != false:
			t.Errorf("%v: the host takes no %v for %s", params, v, name)
		}
	}
	for name := range params {
		if !used[name] {
			t.Errorf("%v: the definition has no parameter %s", params, name)
		}
	}
	return line
}

// call runs memory-cli as the host does. The host turns an exit code other
// than 0, and output that is not of the promised format, into a failure.
func (h host) call(t *testing.T, home *clitest.Home, params map[string]any) {
	t.Helper()
	stdin, _ := params["stdin"].(string)
	line := h.commandLine(t, params)
	stdout, stderr, code := home.Run(t, stdin, line...)
	if code != 0 {
		t.Errorf("memory-cli %s: exit code %d\n%s", strings.Join(line, " "), code, stderr)
	}
	if h.stdout == "json" && !json.Valid([]byte(stdout)) {
		t.Errorf("memory-cli %s: the host takes this for a failure, it is not one JSON text: %q", strings.Join(line, " "), stdout)
	}
}

// hostCalls are calls in their order, with what a command needs at least and
// with all that it takes.
func hostCalls(home *clitest.Home) []map[string]any {
	const bank = `{"_meta": {"version": 1}, "entries": {"k": {"value": 1}}}`
	const all = `{"version": 1, "banks": [{"name": "b", "scope": "user", "bank": ` + bank + `}]}`
	return []map[string]any{
		{"command": "write", "bank": "b", "key": "k", "value": `{"n":-5}`},
		{"command": "write", "bank": "b", "key": "new", "value": "-5", "scope": "user", "ttl": 2592000, "create_only": true, "allow_secret": true},
		{"command": "write", "bank": "b", "key": "new", "stdin": "[1]", "from_stdin": true, "scope": "user", "ttl": 60, "update_only": true},
		{"command": "write", "bank": "b", "key": "new", "stdin": "[2]"},
		{"command": "read", "bank": "b"},
		{"command": "read", "bank": "b", "key": "k"},
		{"command": "read", "bank": "b", "key": "gone", "scope": "user", "default": "-1", "format": "value"},
		{"command": "update", "bank": "b", "key": "k", "value": ".n += 1"},
		{"command": "update", "bank": "b", "key": "other", "value": "-1", "scope": "user", "create": true},
		{"command": "list"},
		{"command": "list", "bank": "b", "scope": "all", "format": "table", "verbose": true, "follow": true},
		{"command": "query", "bank": "b", "value": ".entries[].value"},
		{"command": "query", "bank": "b", "key": "empty"},
		{"command": "query", "bank": "b", "key": "k", "value": `.n, "text"`, "scope": "user", "raw": true, "timeout": "500ms"},
		{"command": "search", "bank": "k"},
		{"command": "search", "bank": "k", "scope": "all", "search_values": true, "format": "table"},
		{"command": "export", "bank": "b"},
		{"command": "export", "scope": "all", "all": true},
		{"command": "import", "bank": "new", "stdin": bank},
		{"command": "import", "bank": "new", "key": home.File("bank.json"), "scope": "user", "merge": true},
		{"command": "import", "stdin": all, "scope": "user", "all": true, "replace": true},
		{"command": "schema", "bank": "b"},
		{"command": "schema", "bank": "b", "scope": "user", "set": "-", "stdin": `true`},
		{"command": "schema", "bank": "b", "scope": "user", "clear": true},
		{"command": "gc"},
		{"command": "gc", "scope": "all", "older_than": "30d", "dry_run": true},
		{"command": "repair"},
		{"command": "repair", "bank": "b", "scope": "all", "check_only": true},
		{"command": "version"},
		{"command": "delete", "bank": "b", "key": "k"},
		{"command": "delete", "bank": "b", "scope": "user", "delete_bank": true, "confirm": true},
	}
}

// Every call that a host can make of the tool definition is accepted, also
// where it says of every flag that was not asked for that it is off.
func TestHostCallsEveryCommand(t *testing.T) {
	for _, spelledOut := range []bool{false, true} {
		t.Run("spelled out "+strconv.FormatBool(spelledOut), func(t *testing.T) {
			home := clitest.NewHome(t, "memory-cli")
			put(t, home, "bank.json", `{"_meta": {"version": 1}, "entries": {"k": {"value": 2}}}`)
			h := newHost(t)
			unused := map[string]bool{}
			for _, name := range slices.Concat(slices.Collect(maps.Keys(h.flags)), h.args["command"]["enum"]) {
				unused[strings.ReplaceAll(name, "-", "_")] = true
			}
			for _, params := range hostCalls(home) {
				delete(unused, params["command"].(string))
				for name := range params {
					delete(unused, name)
				}
				if spelledOut {
					h.sayOff(params)
				}
				h.call(t, home, params)
			}
			if len(unused) > 0 {
				t.Errorf("no call has %v", slices.Sorted(maps.Keys(unused)))
			}
		})
	}
}

// sayOff adds every flag that is on or off and was not given, as off.
func (h host) sayOff(params map[string]any) {
	for name, n := range h.flags {
		param := strings.ReplaceAll(name, "-", "_")
		if _, given := params[param]; !given && isSwitch(n["long"][0]) {
			params[param] = false
		}
	}
}

// isSwitch says whether a flag of the program takes no value.
func isSwitch(long string) bool {
	for _, c := range tools() {
		if f := c.Flags().Lookup(strings.TrimPrefix(long, "--")); f != nil {
			return f.Value.Type() == "bool"
		}
	}
	return false
}

// What the definition has a default for is sent with every call.
func TestEveryCommandTakesFormatJSON(t *testing.T) {
	for _, c := range tools() {
		f := c.Flags().Lookup("format")
		if f == nil || f.Value.Set("json") != nil {
			t.Errorf("%s does not take --format json", c.Name())
		}
	}
}
