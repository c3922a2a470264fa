package banktools_test

import (
	"crypto/sha256"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/banks"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// sums returns a checksum for every file below the folders of the banks.
func (h *house) sums() map[string][32]byte {
	h.t.Helper()
	all := make(map[string][32]byte)
	for _, folder := range []string{h.project, h.user} {
		files, err := filepath.Glob(filepath.Join(folder, "*.json"))
		if err != nil {
			h.t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				h.t.Fatal(err)
			}
			all[file] = sha256.Sum256(text)
		}
	}
	return all
}

// refusals are calls that are refused in the banks of [TestRefusals].
var refusals = []struct {
	tool, arguments string
	want            banks.Code
}{
	{"memory_read", `{}`, banks.Usage},
	{"memory_read", ``, banks.Usage},
	{"memory_read", `["b"]`, banks.Usage},
	{"memory_read", `{"bank":1}`, banks.Usage},
	{"memory_read", `{"bank":null}`, banks.Usage},
	{"memory_read", `{"bank":"b","key":null}`, banks.Usage},
	{"memory_read", `{"bank":"b","key":["k"]}`, banks.Usage},
	{"memory_read", `{"bank":"b","scope":"all"}`, banks.Usage},
	{"memory_read", `{"bank":"b","scope":""}`, banks.Usage},
	{"memory_read", `{"bank":"b","default":1}`, banks.Usage},
	{"memory_read", `{"bank":"b","ttl":1}`, banks.Usage},
	{"memory_read", `{"bank":"B"}`, banks.InvalidBankName},
	{"memory_read", `{"bank":"../b","key":"k"}`, banks.InvalidBankName},
	{"memory_read", `{"bank":"gone"}`, banks.BankNotFound},
	{"memory_read", `{"bank":"gone","key":"k"}`, banks.BankNotFound},
	{"memory_read", `{"bank":"b","key":"gone"}`, banks.KeyNotFound},
	{"memory_read", `{"bank":"b","key":""}`, banks.InvalidKey},
	{"memory_read", `{"bank":"torn","key":"k"}`, banks.BankCorrupt},
	{"memory_read", `{"bank":"torn","key":"k","default":1}`, banks.BankCorrupt},

	{"memory_write", `{"bank":"b","key":"k"}`, banks.Usage},
	{"memory_write", `{"bank":"b","value":1}`, banks.Usage},
	{"memory_write", `{"bank":"b","key":"k","value":1,"create_only":true}`, banks.Usage},
	{"memory_write", `{"bank":"b","key":"k","value":1,"ttl":"60"}`, banks.Usage},
	{"memory_write", `{"bank":"b","key":"k","value":1,"ttl":1.5}`, banks.Usage},
	{"memory_write", `{"bank":"b","key":"k","value":1,"scope":"project "}`, banks.Usage},
	{"memory_write", `{"bank":"b","key":"k","value":1,"ttl":0}`, banks.InvalidTTL},
	{"memory_write", `{"bank":"b","key":"k","value":1,"ttl":-1}`, banks.InvalidTTL},
	{"memory_write", `{"bank":"b","key":"k","value":1,"ttl":1e30}`, banks.InvalidTTL},
	{"memory_write", `{"bank":"b","key":"k","value":1,"ttl":-1e999}`, banks.InvalidTTL},
	{"memory_write", `{"bank":"","key":"k","value":1}`, banks.InvalidBankName},
	{"memory_write", `{"bank":"b","key":"` + strings.Repeat("k", 257) + `","value":1}`, banks.KeyTooLong},
	{"memory_write", `{"bank":"b","key":"k","value":"` + strings.Repeat("x", 1<<20) + `"}`, banks.ValueTooLarge},
	{"memory_write", `{"bank":"strict","key":"k","value":1}`, banks.SchemaViolation},
	{"memory_write", `{"bank":"torn","key":"k","value":1}`, banks.BankCorrupt},

	{"memory_update", `{"bank":"b","key":"k"}`, banks.Usage},
	{"memory_update", `{"bank":"b","key":"k","filter":1}`, banks.Usage},
	{"memory_update", `{"bank":"b","key":"k","filter":".n +"}`, banks.FilterError},
	{"memory_update", `{"bank":"b","key":"k","filter":".n[0]"}`, banks.FilterError},
	{"memory_update", `{"bank":"b","key":"k","filter":"empty"}`, banks.FilterError},
	{"memory_update", `{"bank":"b","key":"gone","filter":"."}`, banks.KeyNotFound},
	{"memory_update", `{"bank":"gone","key":"k","filter":"."}`, banks.BankNotFound},
	{"memory_update", `{"bank":"strict","key":"k","filter":"1"}`, banks.SchemaViolation},

	{"memory_delete", `{}`, banks.Usage},
	{"memory_delete", `{"bank":"b","key":""}`, banks.InvalidKey},
	{"memory_delete", `{"bank":"b","key":null}`, banks.Usage},
	{"memory_delete", `{"bank":"b","key":"gone"}`, banks.KeyNotFound},
	{"memory_delete", `{"bank":"gone"}`, banks.BankNotFound},
	{"memory_delete", `{"bank":"both"}`, banks.AmbiguousScope},
	{"memory_delete", `{"bank":"both","key":"k"}`, banks.AmbiguousScope},

	{"memory_list", `{"scope":"mine"}`, banks.Usage},
	{"memory_list", `{"bank":"gone"}`, banks.BankNotFound},
	{"memory_list", `{"bank":""}`, banks.InvalidBankName},
	{"memory_list", `{"bank":"torn"}`, banks.BankCorrupt},

	{"memory_query", `{"bank":"b"}`, banks.Usage},
	{"memory_query", `{"bank":"b","filter":"nothing"}`, banks.FilterError},
	{"memory_query", `{"bank":"b","key":"","filter":"."}`, banks.InvalidKey},
	{"memory_query", `{"bank":"gone","filter":"."}`, banks.BankNotFound},
	{"memory_query", `{"bank":"b","key":"gone","filter":"."}`, banks.KeyNotFound},

	{"memory_search", `{}`, banks.Usage},
	{"memory_search", `{"pattern":"x","search_values":"yes"}`, banks.Usage},
	{"memory_search", `{"pattern":"("}`, banks.InvalidPattern},
}

// TestRefusals: each is an answer of the tool with a code, and no bank has
// changed.
func TestRefusals(t *testing.T) {
	h := newHouse(t)
	c := h.client()
	c.ok("memory_write", `{"bank":"b","key":"k","value":{"n":1}}`)
	c.ok("memory_write", `{"bank":"both","key":"k","value":1}`)
	c.ok("memory_write", `{"bank":"both","key":"k","value":1,"scope":"user"}`)
	h.put("strict", `{"_meta":{"version":1,"schema":{"type":"string"}},"entries":{"k":{"value":"x"}}}`)
	h.put("torn", `{"entries":{"k":{"value":`)
	before := h.sums()
	for _, call := range refusals {
		got := c.fails(call.tool, call.arguments)
		if got.Code != call.want || got.Message == "" {
			t.Errorf("%s %.80s answers %+v, want %s", call.tool, call.arguments, got, call.want)
		}
		if got.Code == banks.Usage && got.Hint == "" {
			t.Errorf("%s %s gives no next step: %+v", call.tool, call.arguments, got)
		}
	}
	after := h.sums()
	if len(after) != len(before) {
		t.Errorf("%d banks became %d", len(before), len(after))
	}
	for file, sum := range before {
		if after[file] != sum {
			t.Errorf("a refused call changed %s", filepath.Base(file))
		}
	}
}

// TestAnUnknownTool is an error of the protocol, because no tool can answer.
func TestAnUnknownTool(t *testing.T) {
	result, err := newHouse(t).client().session.CallTool(t.Context(), &sdk.CallToolParams{Name: "memory_forget"})
	if err == nil {
		t.Errorf("it answers %+v", result)
	}
}

// TestUsageNamesTheFault in words that help an agent to call again.
func TestUsageNamesTheFault(t *testing.T) {
	c := newHouse(t).client()
	for arguments, want := range map[string]string{
		`{"bank":"b","key":"k"}`:                         "memory_write: value is missing",
		`{"bank":7,"key":"k","value":1}`:                 "memory_write: bank must be a string, not a number",
		`{"bank":"b","key":"k","value":1,"ttl":true}`:    "memory_write: ttl must be an integer, not a boolean",
		`{"bank":"b","key":"k","value":1,"ttl":0.5}`:     "memory_write: ttl must be an integer, not 0.5",
		`{"bank":"b","key":"k","value":1,"scope":"all"}`: `memory_write: scope must be one of user, project, not "all"`,
		`{"bank":"b","key":"k","value":1,"create":true}`: `memory_write: there is no argument "create"`,
		`"bank"`: "memory_write: the arguments must be an object, not a string",
		`{"bank":"b","key":{},"value":1,"scope":"nobody"}`: "memory_write: key must be a string, not an object",
	} {
		if got := c.fails("memory_write", arguments); got.Message != want {
			t.Errorf("%s: %s\nwant %s", arguments, got.Message, want)
		}
	}
}
