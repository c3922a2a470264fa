//go:build linux || darwin

package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
)

// input returns what a line gets on standard input. Serves says that its command
// is an MCP server.
func (g *generator) input(r *rand.Rand, serves bool) input {
	switch n := r.IntN(1000); {
	case n < 2:
		return input{openInput, []byte(streams().one(r))}
	case n < 5:
		return input{endlessInput, []byte(endlessTexts().one(r))}
	case n < 40:
		return input{kind: closedInput}
	case serves:
		return input{textInput, g.requests(r)}
	case n < 400:
		return input{kind: noInput}
	case n < 500:
		return input{fileInput, []byte(streams().one(r))}
	case n < 560:
		return input{textInput, noise(r)}
	}
	return input{textInput, []byte(streams().one(r))}
}

// streams are texts that some command takes in, and damaged ones.
var streams = sync.OnceValue(func() words {
	bank := `{"_meta":{"version":1},"entries":{"a":{"value":1}}}`
	return words{"", "\n", "plain text\n", "- an item\n- another\n", `{"a":1}`, `"text"`, "[1,2", bank, strings.Replace(bank, "1}}", "1}", 1),
		`{"version":1,"banks":[{"name":"../../../canary/bank","scope":"user","bank":` + bank + `}]}`,
		`{"version":1,"banks":[{"name":"new","scope":"project","bank":` + bank + `},{"name":"outside","scope":"user","bank":` + bank + `}]}`,
		`{"version":1e99,"banks":{}}`, `{"_meta":{"version":9},"entries":[]}`,
		card("A title", "A sentence with [[pitfalls]], [[far]] and [[lnk/card]]."), card("\x1b]0;x\a", "[[ [[ ]] ]]"), "---\ntitle: [\n---\n", "---\ntitle: x", "---\n---\n",
		"---\ntitle: &a [*a]\ncreated: 2026-01-01\nsource: x\n---\n", "---\n" + strings.Repeat("a: &a\n  ", 500) + "\n---\n",
		exported(1, "content"), exported(1, "a")[:40], exported(2, "x") + exported(2, "y"), strings.Replace(exported(3, "n"), ":0,", ":9223372036854775807,", 1),
		strings.Replace(exported(4, "n"), "2026-01-02", "99999-01-02", 1), exported(5, strings.Repeat("long ", 40000)), "null\n", "{}\n", "[]\n",
		strings.Repeat("[", 100000), strings.Repeat("{\"a\":", 50000), strings.Repeat("a", 1<<20), strings.Repeat("[[", 50000), strings.Repeat("\n", 1<<18),
		strings.Repeat("# h\n", 2000), "\xff\xfe\x00a", "\x00\x00\x00\x00", "SQLite format 3\x00", "\ufeff{}", "\r\r\r", schemaBomb(), `{"type":"object"}`, `{"$ref":"#"}`}
})

// endlessTexts are repeated for as long as they are read. None is valid from its
// first byte to its last, so a command has no reason to go on for long.
var endlessTexts = sync.OnceValue(func() words {
	return words{"\x00", "a", "{", "[", "\xff", `{"id":`, "[[", strings.Repeat("junk ", 1000)}
})

// exported is a memory as a line of an export has it.
func exported(i int, content string) string {
	text, _ := json.Marshal(content)
	return fmt.Sprintf(`{"id":%q,"content":%s,"tags":["go"],"createdAt":"2026-01-02T03:04:05.678Z","updatedAt":"2026-01-02T03:04:05.678Z","accessCount":0,"origin":{}}`+"\n",
		memoryID(i), text)
}

func memoryID(i int) string {
	return fmt.Sprintf("%08x-0000-4000-8000-%012x", 0x10000000+i*0x1234567, i)
}

func card(title, body string) string {
	return "---\ntitle: " + title + "\ncreated: 2026-01-02\nsource: manual\ntags: [go]\n---\n" + body + "\n"
}

// schemaBomb is a JSON Schema whose references make a careless check take
// exponential time.
func schemaBomb() string {
	defs := []string{`"d0":{"type":"object"}`}
	for i := range 30 {
		defs = append(defs, fmt.Sprintf(`"d%d":{"allOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]}`, i+1, i, i))
	}
	return `{"$ref":"#/$defs/d30","$defs":{` + strings.Join(defs, ",") + `}}`
}

// noise is bytes without a meaning.
func noise(r *rand.Rand) []byte {
	bytes := make([]byte, r.IntN(5000))
	for i := range bytes {
		bytes[i] = byte(r.Uint32())
	}
	return bytes
}

// greeting opens a session with an MCP server.
const greeting = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"lines","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`

// requests is the talk of an MCP client, more or less as it should be.
func (g *generator) requests(r *rand.Rand) []byte {
	var b strings.Builder
	if r.IntN(20) > 0 {
		b.WriteString(greeting)
	}
	for range r.IntN(6) {
		if len(g.tools) == 0 || r.IntN(8) == 0 {
			b.WriteString(oddRequests().one(r) + "\n")
			continue
		}
		t := g.tools[r.IntN(len(g.tools))]
		params, _ := json.Marshal(map[string]any{"name": t.name, "arguments": g.arguments(r, t)})
		fmt.Fprintf(&b, `{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":%s}`+"\n", words{"2", "3", `"x"`, "1.5", "-1", "null", "1e400"}.one(r), params)
	}
	return []byte(b.String())
}

// valueKinds says what the arguments of tools take, by their names.
var valueKinds = map[string]string{
	"bank": "BANK", "key": "KEY", "filter": "FILTER", "pattern": "PATTERN", "query": "QUERY", "content": "CONTENT", "id": "ID", "ids": "ID",
	"tags": "TAGS", "add_tags": "TAGS", "remove_tags": "TAGS", "after": "DATE", "before": "DATE", "expires": "DATE", "digest": "CONTENT",
}

// arguments are values for the arguments of a tool, most of them of its type.
func (g *generator) arguments(r *rand.Rand, t tool) map[string]any {
	all := make(map[string]any)
	for name, typ := range t.takes {
		all[name] = typ
	}
	for _, name := range sortedNames(all) {
		switch n := r.IntN(10); {
		case n == 0:
			delete(all, name)
		case n == 1:
			all[name] = json.RawMessage(words{"null", "1", "[]", "{}", `"x"`, "-1e308", "true"}.one(r))
		case n == 2:
			all[name] = roaming().one(r)
		case t.takes[name] == "integer":
			all[name] = r.Int64() >> r.IntN(64)
		case t.takes[name] == "boolean":
			all[name] = r.IntN(2) == 0
		case t.takes[name] == "array":
			all[name] = []string{g.value(r, valueKinds[name]), g.value(r, valueKinds[name])}[:r.IntN(3)]
		default:
			all[name] = g.value(r, valueKinds[name])
		}
	}
	return all
}

var oddRequests = sync.OnceValue(func() words {
	return words{"", "{}", "[]", "null", "{", `{"jsonrpc":"1.0","id":1,"method":"ping"}`, `{"jsonrpc":"2.0","id":7,"method":"ping"}`, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}`,
		`{"jsonrpc":"2.0","id":8,"method":"tools/list","params":{"cursor":"x"}}`, `{"jsonrpc":"2.0","id":9,"method":"nothing"}`, `{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"nothing"}}`,
		`{"jsonrpc":"2.0","id":{},"method":"tools/call"}`, `[{"jsonrpc":"2.0","id":1,"method":"ping"}]`, "\xff", strings.Repeat("[", 100000), `{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("m", 100000) + `"}`}
})
