package mcp

import (
	"bytes"
	"encoding/json"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/rawjson"
)

// maxAnswer is how many bytes of results an answer has; a note on what is left
// out comes on top. Hosts cut at 25,000 tokens, and a token has about two bytes
// where text is at its densest.
const maxAnswer = 50_000

// answer is what a tool gives back.
type answer struct {
	texts [][]byte
	// object says that the first text is one JSON object.
	object bool
}

// truncation says what of an answer is left out. Of a value it has the size
// and the beginning, of a list how much is shown.
type truncation struct {
	Bytes     int    `json:"bytes,omitempty"`     // of the whole value
	Beginning string `json:"beginning,omitempty"` // of its JSON text
	Shown     *int   `json:"shown,omitempty"`     // how many results are there
	Total     int    `json:"total,omitempty"`     // how many there would be, where that is known
	Hint      string `json:"hint"`
}

// maxBeginning is how many bytes of a value that is left out are shown.
const maxBeginning = 1000

// leftOut is the truncation of a value of a bank that is too long for an
// answer, or for what is left of one.
func leftOut(value []byte) truncation {
	return cutTo(rawjson.AppendCompact(nil, value), "memory_query with this bank and key gets parts of it: "+parts(value))
}

func cutTo(value []byte, hint string) truncation {
	beginning := bytes.ToValidUTF8(value[:min(len(value), maxBeginning)], nil)
	return truncation{Bytes: len(value), Beginning: string(beginning), Hint: hint}
}

// parts names the filters that pick parts of a value.
func parts(value []byte) string {
	switch kindOf(value) {
	case "object":
		return "the filter keys names its members, .name picks one"
	case "array":
		return "the filter length counts its elements, .[0:20] picks the first"
	default:
		return "the filter .[0:20000] picks its first characters"
	}
}

// result returns the answer as clients get it. It has structured content where
// that is as good as the text: a client that reads numbers as floats, as those
// written in JavaScript do, would get others than those that are stored.
func (a answer) result() *sdk.CallToolResult {
	r := &sdk.CallToolResult{Content: contents(a.texts)}
	if a.object && floatsHold(a.texts[0]) {
		r.StructuredContent = json.RawMessage(a.texts[0])
	}
	return r
}

// failure returns an error as the answer of a tool, followed by what the tool
// had to say before it failed.
func failure(err error, said ...[]byte) *sdk.CallToolResult {
	text, encodeErr := encode(struct {
		Error *agmem.BankError `json:"error"`
	}{agmem.AsBankError(err)})
	if encodeErr != nil {
		panic(encodeErr) // an error is made of strings and numbers
	}
	return &sdk.CallToolResult{Content: contents(append([][]byte{text}, said...)), IsError: true}
}

func contents(texts [][]byte) []sdk.Content {
	all := make([]sdk.Content, len(texts))
	for i, text := range texts {
		all[i] = &sdk.TextContent{Text: string(text)}
	}
	return all
}
