package banktools_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/agmem/agmem/internal/banks"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

const at = `"2027-01-15T10:00:00.000Z"`

// TestCalls is one session: each call sees what those before it did.
func TestCalls(t *testing.T) {
	h := newHouse(t)
	c := h.client()
	for _, call := range []struct{ tool, arguments, want string }{
		{"memory_list", `{}`, `{"banks":[]}`},
		{"memory_write", `{"bank":"tasks","key":"daily","value":{"items":[],"n":1}}`,
			`{"success":true,"key":"daily","bank":"tasks","operation":"create"}`},
		{"memory_write", `{"bank":"tasks","key":"daily","value":{"items":[],"n":2}}`,
			`{"success":true,"key":"daily","bank":"tasks","operation":"update"}`},
		{"memory_write", `{"bank":"tasks","key":"token","value":null,"ttl":3600}`,
			`{"success":true,"key":"token","bank":"tasks","operation":"create"}`},
		{"memory_write", `{"bank":"prefs","key":"theme","value":"dark","scope":"user"}`,
			`{"success":true,"key":"theme","bank":"prefs","operation":"create"}`},
		{"memory_read", `{"bank":"tasks","key":"daily"}`,
			`{"value":{"items":[],"n":2},"metadata":{"created_at":` + at + `,"updated_at":` + at + `}}`},
		{"memory_read", `{"bank":"tasks","key":"token"}`,
			`{"value":null,"metadata":{"created_at":` + at + `,"updated_at":` + at + `,"ttl":3600,"expires_at":"2027-01-15T11:00:00.000Z"}}`},
		{"memory_read", `{"bank":"tasks","key":"gone","default":{"b":1,"a":[]}}`, `{"value":{"b":1,"a":[]},"metadata":{}}`},
		{"memory_read", `{"bank":"gone","key":"gone","default":null}`, `{"value":null,"metadata":{}}`},
		{"memory_read", `{"bank":"prefs","key":"theme","default":"light"}`,
			`{"value":"dark","metadata":{"created_at":` + at + `,"updated_at":` + at + `}}`},
		{"memory_read", `{"bank":"prefs"}`,
			`{"bank":"prefs","scope":"user","entries":{"theme":{"value":"dark","metadata":{"created_at":` + at + `,"updated_at":` + at + `}}}}`},
		{"memory_update", `{"bank":"tasks","key":"daily","filter":".items += [\"x\"] | .a = 0"}`,
			`{"success":true,"key":"daily","bank":"tasks","operation":"update","value":{"items":["x"],"n":2,"a":0}}`},
		{"memory_query", `{"bank":"tasks","key":"daily","filter":".items[], .n"}`, "\"x\"\n2"},
		{"memory_query", `{"bank":"tasks","filter":".entries | keys"}`, `["daily","token"]`},
		{"memory_list", `{"bank":"tasks"}`,
			`{"bank":"tasks","keys":[{"key":"daily","scope":"project","updated_at":` + at + `},` +
				`{"key":"token","scope":"project","updated_at":` + at + `,"ttl":3600}]}`},
		{"memory_search", `{"pattern":"^t"}`,
			`{"matches":[{"bank":"prefs","scope":"user","key":"theme"},{"bank":"tasks","scope":"project","key":"token"}],"total":2}`},
		{"memory_search", `{"pattern":"dark","search_values":true}`,
			`{"matches":[{"bank":"prefs","scope":"user","key":"theme","value":"dark"}],"total":1}`},
		{"memory_search", `{"pattern":"dark","search_values":false}`, `{"matches":[],"total":0}`},
		{"memory_search", `{"pattern":"^t","scope":"project"}`,
			`{"matches":[{"bank":"tasks","scope":"project","key":"token"}],"total":1}`},
		{"memory_delete", `{"bank":"tasks","key":"token"}`,
			`{"success":true,"bank":"tasks","scope":"project","key":"token","deleted":"key"}`},
		{"memory_delete", `{"bank":"prefs"}`, `{"success":true,"bank":"prefs","scope":"user","deleted":"bank","kept_as":` +
			string(must(json.Marshal(filepath.Join(h.user, "prefs.json.deleted-20270115T100000Z")))) + `}`},
		{"memory_list", `{"scope":"user"}`, `{"banks":[]}`},
	} {
		if got := c.ok(call.tool, call.arguments); got != call.want {
			t.Errorf("%s %s\ngives %s\nwant  %s", call.tool, call.arguments, got, call.want)
		}
	}
	if _, err := os.Stat(filepath.Join(h.user, "prefs.json")); !os.IsNotExist(err) {
		t.Errorf("the deleted bank is still there: %v", err)
	}
}

func must(text []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return text
}

// TestADeletedBankCanBeHadBack in either form: no client asked the
// user before it deleted the bank.
func TestADeletedBankCanBeHadBack(t *testing.T) {
	const text = `{"_meta":{"version":1},"entries":{"k":{"value":{"z":1,"a":2}}}}`
	for name, content := range map[string][]byte{"b.json": []byte(text), "b.json.gz": zipped(t, text)} {
		h := newHouse(t)
		h.put("other", text)
		path := filepath.Join(h.project, name)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		var answer struct {
			KeptAs string `json:"kept_as"`
		}
		decode(t, h.client().ok("memory_delete", `{"bank":"b"}`), &answer)
		kept, err := os.Open(answer.KeptAs)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		_, err = h.banks().Transfer.Import(t.Context(), banks.Ref{Bank: "b", Scope: banks.ProjectScope}, kept, banks.ImportNew)
		if err := errors.Join(err, kept.Close()); err != nil {
			t.Errorf("%s: the copy cannot be imported: %v", name, err)
		}
		if got := h.client().ok("memory_query", `{"bank":"b","key":"k","filter":"."}`); got != `{"z":1,"a":2}` {
			t.Errorf("%s: what came back is %s", name, got)
		}
	}
}

func zipped(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestAQueryWithoutResultsHasNoText(t *testing.T) {
	h := newHouse(t)
	h.bank("b", `{"k":{"value":[]}}`)
	if texts, result := h.client().call("memory_query", `{"bank":"b","key":"k","filter":".[]"}`); len(texts) != 0 || result.IsError {
		t.Errorf("it answers %q, error %v", texts, result.IsError)
	}
}

// TestResultsBeforeAnError: they are not lost, and the error comes first.
func TestResultsBeforeAnError(t *testing.T) {
	h := newHouse(t)
	h.bank("b", `{"k":{"value":[1,"x"]}}`)
	texts, result := h.client().call("memory_query", `{"bank":"b","key":"k","filter":".[] | . + 1"}`)
	if !result.IsError || len(texts) != 2 || !strings.Contains(texts[0], "FILTER_ERROR") || texts[1] != "2" {
		t.Errorf("it answers %q", texts)
	}
}

// TestValuesKeepTheirBytes: order, digits and characters go through the text
// of every tool as they are, whatever a client's JSON makes of its own copy.
func TestValuesKeepTheirBytes(t *testing.T) {
	const value = `{"z":12345678901234567890,"a":1.50,"<&>":"\u00e9é\u2028 <b>","":[1e400,-0]}`
	h := newHouse(t)
	call := func(tool, arguments string) string {
		return h.lines(t, initialize, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"`+tool+`","arguments":`+arguments+`}}`)["2"].text(t)
	}
	call("memory_write", `{"bank":"b","key":"k","value":`+value+`}`)
	for tool, arguments := range map[string]string{
		"memory_read":   `{"bank":"b","key":"k"}`,
		"memory_query":  `{"bank":"b","key":"k","filter":"."}`,
		"memory_search": `{"pattern":"k","search_values":true}`,
		"memory_update": `{"bank":"b","key":"k","filter":"."}`,
	} {
		if got := call(tool, arguments); !strings.Contains(got, value) {
			t.Errorf("%s answers %s", tool, got)
		}
	}
	if got := call("memory_read", `{"bank":"b","key":"gone","default":`+value+`}`); got != `{"value":`+value+`,"metadata":{}}` {
		t.Errorf("the default becomes %s", got)
	}
}

// TestStructuredContent is there where every client reads the same from it as
// from the text.
func TestStructuredContent(t *testing.T) {
	h := newHouse(t)
	h.bank("b", `{"small":{"value":[0.1,-3]},"long":{"value":[12345678901234567890]},"text":{"value":"12345678901234567890"}}`)
	c := h.client()
	for key, want := range map[string]string{
		"small": `{"metadata":{},"value":[0.1,-3]}`,
		"long":  `null`,
		"text":  `{"metadata":{},"value":"12345678901234567890"}`,
	} {
		_, result := c.call("memory_read", `{"bank":"b","key":"`+key+`"}`)
		if got, err := json.Marshal(result.StructuredContent); string(got) != want {
			t.Errorf("%s has the structured content %s, %v, want %s", key, got, err, want)
		}
	}
	if _, result := c.call("memory_list", `{}`); result.StructuredContent == nil {
		t.Error("a list has no structured content")
	}
}

// TestTwentyIncrementsAtOnce: calls run at once and none is lost.
func TestTwentyIncrementsAtOnce(t *testing.T) {
	h := newHouse(t)
	c := h.client()
	c.ok("memory_write", `{"bank":"b","key":"n","value":0}`)
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			result, err := c.session.CallTool(t.Context(), &sdk.CallToolParams{Name: "memory_update",
				Arguments: json.RawMessage(`{"bank":"b","key":"n","filter":". + 1"}`)})
			if err != nil || result.IsError {
				t.Errorf("an increment fails: %v, %+v", err, result)
			}
		})
	}
	group.Wait()
	if got := c.ok("memory_query", `{"bank":"b","key":"n","filter":"."}`); got != "20" {
		t.Errorf("20 increments give %s", got)
	}
}

// TestADamagedBankHidesNoOther and is named.
func TestADamagedBankHidesNoOther(t *testing.T) {
	h := newHouse(t)
	h.bank("good", `{"key":{"value":1}}`)
	for i := range 7 {
		h.put(fmt.Sprintf("bad%d", i), `{`)
	}
	c := h.client()
	for tool, arguments := range map[string]string{"memory_list": `{}`, "memory_search": `{"pattern":"key"}`} {
		var answer struct {
			Banks   []struct{ Name string }
			Matches []struct{ Bank string }
			Errors  []bankError
			More    int `json:"more_errors"`
		}
		decode(t, c.ok(tool, arguments), &answer)
		if len(answer.Banks)+len(answer.Matches) != 1 || len(answer.Errors) != 5 || answer.More != 2 {
			t.Errorf("%s answers %+v", tool, answer)
			continue
		}
		if e := answer.Errors[0]; e.Code != banks.BankCorrupt || e.Bank != "bad0" {
			t.Errorf("%s says %+v", tool, e)
		}
	}
}

func TestExpiredEntries(t *testing.T) {
	h := newHouse(t)
	c := h.client()
	c.ok("memory_write", `{"bank":"b","key":"k","value":1,"ttl":60}`)
	h.wait(time.Minute)
	for tool, want := range map[string]banks.Code{"memory_read": banks.TTLExpired, "memory_query": banks.TTLExpired, "memory_update": banks.KeyNotFound} {
		arguments := `{"bank":"b","key":"k"}`
		if tool != "memory_read" {
			arguments = `{"bank":"b","key":"k","filter":"."}`
		}
		if got := c.fails(tool, arguments); got.Code != want {
			t.Errorf("%s answers %+v, want %s", tool, got, want)
		}
	}
	if got := c.ok("memory_read", `{"bank":"b","key":"k","default":2}`); got != `{"value":2,"metadata":{}}` {
		t.Errorf("with a default it reads %s", got)
	}
}
