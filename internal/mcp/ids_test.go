package mcp

import (
	"bytes"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/rawjson"
)

const initialize = `{"jsonrpc":"2.0","id":"first","method":"initialize","params":` +
	`{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}` + "\n"

// served returns the lines that answer a client, without that to initialize.
func served(t *testing.T, lines string) string {
	t.Helper()
	return servedFrom(t, initialize, lines)
}

// servedFrom is [served] after another greeting.
func servedFrom(t *testing.T, greeting, lines string) string {
	t.Helper()
	var out bytes.Buffer
	if err := (Server{Name: "test", Version: "1"}).Serve(t.Context(), strings.NewReader(greeting+lines), &out); err != nil {
		t.Fatal(err)
	}
	var rest strings.Builder
	for line := range strings.Lines(out.String()) { // a refusal may come before the first answer
		if !strings.Contains(line, `"id":"first"`) {
			rest.WriteString(line)
		}
	}
	return rest.String()
}

// An id comes back as the client wrote it, whatever a number or a string of it
// becomes in between.
func TestAnIDComesBackAsItWas(t *testing.T) {
	for _, id := range []string{
		`0`, `7`, `-7`, `999999999999999`, `"x"`, `"7"`, `""`, `"<&>"`,
		`1.5`, `1.0`, `-0`, `1e2`, `1E+400`, `9007199254740993`, `9223372036854775808`, `123456789012345678901234567890`,
		`"é"`, `"\u00e9"`, `"\ud800"`, `"a\nb"`, `"\/"`, `"raw:7"`, `"raw:\u0041"`, `"` + "\u2028" + `"`,
	} {
		want := `{"jsonrpc":"2.0","id":` + id + `,"result":{}}` + "\n"
		if got := served(t, `{"jsonrpc":"2.0","id":`+id+`,"method":"ping"}`); got != want {
			t.Errorf("%s: %s", id, got)
		}
		batch := served(t, `[{"jsonrpc":"2.0","method":"ping","id":`+id+`},{"jsonrpc":"2.0","id":"other","method":"ping"}]`)
		if !strings.Contains(batch, `"id":`+id+`,`) || !strings.Contains(batch, `"id":"other",`) {
			t.Errorf("%s in a batch: %s", id, batch)
		}
		if refused := served(t, `{"id":`+id+`,"method":"ping"}`); !strings.Contains(refused, `"id":`+id+`,"error"`) {
			t.Errorf("%s of no valid call: %s", id, refused)
		}
	}
}

// Two ids that mean the same number are two calls.
func TestIDsAreNotTakenForEachOther(t *testing.T) {
	got := served(t, `[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":1.0,"method":"ping"},{"jsonrpc":"2.0","id":1.5,"method":"ping"}]`)
	for _, id := range []string{"1", "1.0", "1.5"} {
		if !strings.Contains(got, `"id":`+id+`,"result"`) {
			t.Errorf("%s is missing: %s", id, got)
		}
	}
}

func TestWhatIsNoIDIsRefused(t *testing.T) {
	for _, id := range []string{`null`, `true`, `{}`, `[1]`} {
		got := served(t, `{"jsonrpc":"2.0","id":`+id+`,"method":"ping"}`)
		if !strings.HasPrefix(got, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,`) {
			t.Errorf("%s: %s", id, got)
		}
	}
}

// A cancellation names the call by its id.
func TestACancellationNamesTheHiddenID(t *testing.T) {
	for id, want := range map[string]string{`7`: `7`, `1.5`: `"raw:1.5"`, `"\ud800"`: `"raw:\"\\ud800\""`} {
		line := `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"reason":"x","requestId":` + id + `}}`
		got := members(members(hideIDs([]byte(line)), 0)["params"], 0)["requestId"]
		if string(got) != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
	}
}

func FuzzIDs(f *testing.F) {
	f.Add(`{"jsonrpc":"2.0","id":1.5,"method":"ping"}`)
	f.Add(`[{"id":"raw:x","method":"x","params":{"requestId":2e3}},{"id":"\ud800"}]`)
	f.Fuzz(func(t *testing.T, line string) {
		if rawjson.Check([]byte(line)) != nil || line != strings.TrimSpace(line) {
			t.Skip("not a line that is passed on")
		}
		hidden := hideIDs([]byte(line))
		if err := rawjson.Check(hidden); err != nil {
			t.Fatalf("%s: %v", hidden, err)
		}
		if shown := showIDs(hidden); rawjson.Check(shown) != nil {
			t.Errorf("%s", shown)
		}
	})
}
