package banktools_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/mcp/banktools"
)

const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":` +
	`{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`

// response is a line that the server wrote.
type response struct {
	ID     json.RawMessage `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int
		Message string
	} `json:"error"`
}

// text returns the text of the answer of a tool, as bytes on the wire mean it.
func (r response) text(t *testing.T) string {
	t.Helper()
	var result struct{ Content []struct{ Text string } }
	decode(t, string(r.Result), &result)
	if len(result.Content) != 1 {
		t.Fatalf("the answer has %d texts: %s", len(result.Content), r.Result)
	}
	return result.Content[0].Text
}

// lines serves a client that writes these lines and then ends its output, and
// returns the answers by id.
func (h *house) lines(t *testing.T, lines ...string) map[string]response {
	t.Helper()
	var out bytes.Buffer
	err := banktools.Server(h.banks(), version).Serve(t.Context(), strings.NewReader(strings.Join(lines, "\n")), &out)
	if err != nil {
		t.Fatal(err)
	}
	return responses(t, out.Bytes())
}

func responses(t *testing.T, out []byte) map[string]response {
	t.Helper()
	all := make(map[string]response)
	for line := range bytes.Lines(out) {
		var r response
		decode(t, string(line), &r)
		if _, twice := all[string(r.ID)]; twice {
			t.Errorf("%s is answered twice", r.ID)
		}
		all[string(r.ID)] = r
	}
	return all
}

// TestTheEndOfTheInputWaitsForAnswers: printf … | memory-cli mcp.
func TestTheEndOfTheInputWaitsForAnswers(t *testing.T) {
	h := newHouse(t)
	answers := h.lines(t, initialize,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"memory_write","arguments":{"bank":"b","key":"k","value":1}}}`,
		`{"jsonrpc":"2.0","id":"three","method":"tools/call","params":{"name":"memory_query","arguments":{"bank":"gone","filter":"."}}}`)
	if got := answers["2"].text(t); !strings.Contains(got, `"success":true`) {
		t.Errorf("the write answers %s", got)
	}
	if got := answers[`"three"`].text(t); !strings.Contains(got, `"BANK_NOT_FOUND"`) {
		t.Errorf("the query answers %s", got)
	}
}

// TestALineThatIsNoMessage: it is answered, and the session goes on.
func TestALineThatIsNoMessage(t *testing.T) {
	deep := strings.Repeat("[", 2000) + strings.Repeat("]", 2000)
	for _, test := range []struct {
		name, line, id string
		code           int
	}{
		{"no JSON", `{"jsonrpc":`, "null", -32700},
		{"no UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"\xff\"}", "null", -32700},
		{"two messages", `{"jsonrpc":"2.0","method":"x"} {}`, "null", -32700},
		{"a number", `42`, "null", -32600},
		{"no version", `{"id":7,"method":"tools/list"}`, "7", -32600},
		{"an id that is none", `{"jsonrpc":"2.0","id":{},"method":"tools/list"}`, "null", -32600},
		{"nested too deep", `{"jsonrpc":"2.0","id":"deep","method":"tools/call","params":{"name":"memory_write",` +
			`"arguments":{"bank":"b","key":"k","value":` + deep + `}}}`, `"deep"`, -32600},
		{"an empty batch", `[]`, "null", -32600},
		{"a batch with a number", `[{"jsonrpc":"2.0","method":"x"},1]`, "null", -32600},
		{"too long", `{"jsonrpc":"2.0","id":7,"method":"` + strings.Repeat("x", 32<<20) + `"}`, "null", -32600},
	} {
		t.Run(test.name, func(t *testing.T) {
			answers := newHouse(t).lines(t, initialize, "", test.line, "\r", `{"jsonrpc":"2.0","id":2,"method":"ping"}`)
			refused := answers[test.id]
			if refused.Error == nil || refused.Error.Code != test.code || refused.Error.Message == "" {
				t.Errorf("it answers %+v", answers)
			}
			if answers["2"].Error != nil || answers["2"].Result == nil {
				t.Errorf("what follows is answered with %+v", answers["2"])
			}
		})
	}
}

// TestABatch: the oldest versions of the protocol have them.
func TestABatch(t *testing.T) {
	answers := newHouse(t).batch(t)
	if len(answers) != 2 {
		t.Errorf("two calls, %d answers", len(answers))
	}
}

func (h *house) batch(t *testing.T) []response {
	t.Helper()
	in := strings.Replace(initialize, "2025-06-18", "2025-03-26", 1) +
		"\n" + `[{"jsonrpc":"2.0","id":2,"method":"ping"},{"jsonrpc":"2.0","id":3,"method":"ping"}]`
	var out bytes.Buffer
	if err := banktools.Server(h.banks(), version).Serve(t.Context(), strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	_, line, _ := bytes.Cut(out.Bytes(), []byte("\n"))
	var answers []response
	decode(t, string(line), &answers)
	return answers
}

func TestCancellationEndsTheServer(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, client := io.Pipe()
	answers, out := io.Pipe()
	served := make(chan error)
	go func() { served <- banktools.Server(newHouse(t).banks(), version).Serve(ctx, in, out) }()
	if _, err := io.WriteString(client, initialize+"\n"); err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(answers).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	cancel() // the input stays open
	if err := <-served; err != nil {
		t.Errorf("it ends with %v", err)
	}
	client.Close()
}

func TestAClientThatDoesNotListenEndsTheServer(t *testing.T) {
	in, client := io.Pipe()
	answers, out := io.Pipe()
	answers.CloseWithError(errors.New("nobody listens"))
	served := make(chan error)
	go func() { served <- banktools.Server(newHouse(t).banks(), version).Serve(t.Context(), in, out) }()
	if _, err := io.WriteString(client, initialize+"\n"); err != nil {
		t.Fatal(err)
	}
	client.Close()
	if err := <-served; agmem.KindOf(err) != agmem.Unavailable {
		t.Errorf("it ends with %v, want an error of the kind unavailable", err)
	}
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errors.New("the wire is cut") }

func TestAnInputThatBreaksIsAnError(t *testing.T) {
	err := banktools.Server(newHouse(t).banks(), version).Serve(t.Context(), brokenReader{}, io.Discard)
	if agmem.KindOf(err) != agmem.Unavailable {
		t.Errorf("it ends with %v, want an error of the kind unavailable", err)
	}
}

// FuzzServe: whatever comes in, the server answers in JSON and ends.
func FuzzServe(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"memory_write","arguments":{"bank":"b","key":"k","value":[1.50,"é"],"ttl":1e3}}}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"memory_search","arguments":{"pattern":"","search_values":true}}}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"memory_read","arguments":[{}]}}`,
		`[{"jsonrpc":"2.0","id":3,"method":"ping"},{"jsonrpc":"2.0","id":3,"method":"ping"}]`,
		`{"jsonrpc":"2.0","id":null,"method":"tools/list"}`,
		"\xff\r\n{}",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if strings.Contains(line, "filter") {
			t.Skip("a filter may run for its ten seconds; filters are tested in internal/banks/jq")
		}
		var out bytes.Buffer
		// Lines of a wrong order end the session with an error, which is right.
		_ = banktools.Server(newHouse(t).banks(), version).Serve(t.Context(), strings.NewReader(initialize+"\n"+line), &out)
		for answer := range bytes.Lines(out.Bytes()) {
			if !json.Valid(answer) {
				t.Errorf("%q is answered with %q", line, answer)
			}
		}
	})
}
