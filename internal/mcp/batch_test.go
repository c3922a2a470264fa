package mcp

import (
	"strings"
	"testing"
)

// ping asks a server whether it still answers.
func ping(id string) string { return `{"jsonrpc":"2.0","id":` + id + `,"method":"ping"}` }

// What a batch holds never ends the session: the ping behind it is answered.
func TestABatchNeverEndsTheSession(t *testing.T) {
	const note = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	for name, test := range map[string]struct{ batch, want string }{
		"one id twice":        {"[" + ping("1") + "," + ping("1") + "]", `{"jsonrpc":"2.0","id":1,"result":{}}`},
		"one id three times":  {"[" + ping("1.5") + "," + ping("1.5") + "," + ping("1.5") + "]", `{"jsonrpc":"2.0","id":1.5,"result":{}}`},
		"two notifications":   {"[" + note + "," + note + "]", ""},
		"a call and a notice": {"[" + note + "," + ping("7") + "]", `[{"jsonrpc":"2.0","id":7,"result":{}}]`},
		"an answer":           {`[{"jsonrpc":"2.0","id":9,"result":{}},` + ping("7") + "]", `[{"jsonrpc":"2.0","id":7,"result":{}}]`},
	} {
		t.Run(name, func(t *testing.T) {
			got := served(t, test.batch+"\n"+ping(`"last"`))
			if !strings.Contains(got, `{"jsonrpc":"2.0","id":"last","result":{}}`) {
				t.Errorf("the ping behind it has no answer: %q", got)
			}
			if !strings.Contains(got, test.want) {
				t.Errorf("it answers %q, want %q in it", got, test.want)
			}
			if twice := strings.HasPrefix(name, "one id"); twice != strings.Contains(got, `"id":null,"error":{"code":-32600`) {
				t.Errorf("it answers %q", got)
			}
		})
	}
}

// A version of the protocol without batches still does not end for one.
func TestABatchAfterTheVersionsThatHaveThem(t *testing.T) {
	newer := strings.Replace(initialize, "2025-03-26", "2025-11-25", 1)
	got := servedFrom(t, newer, `{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n"+ping("0")+"\n["+ping("1")+","+ping("2")+"]\n"+ping(`"last"`))
	if !strings.Contains(got, `"id":"last","result"`) {
		t.Errorf("the ping behind it has no answer: %q", got)
	}
}

// The answers of a batch are one array, whatever order they are given in.
func TestABatchIsAnsweredByOneArray(t *testing.T) {
	got := served(t, "["+ping("1")+","+ping(`"b"`)+"]")
	if strings.Count(got, "\n") != 1 || !strings.HasPrefix(got, "[") || !strings.Contains(got, `"id":1,`) || !strings.Contains(got, `"id":"b",`) {
		t.Errorf("it answers %q", got)
	}
}
