package mcp

import (
	"bytes"
	"encoding/json"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/agmem/agmem/internal/rawjson"
)

// MaxAnswer is how many bytes of results an answer has; a note on what is left
// out comes on top. Hosts cut at 25,000 tokens, and a token has about two bytes
// where text is at its densest.
const MaxAnswer = 50_000

// Answer is what a tool gives back.
type Answer struct {
	Texts [][]byte
	// IsObject says that the first text is one JSON object.
	IsObject bool
	// isRecalled says that the first text, an object, has what someone stored
	// earlier. Clients get it fenced; see [Recalling].
	isRecalled bool
}

// Truncation says what of an answer is left out. Of a value it has the size
// and the beginning, of a list how much is shown.
type Truncation struct {
	Bytes     int    `json:"bytes,omitempty"`     // of the whole value
	Beginning string `json:"beginning,omitempty"` // of its JSON text
	Shown     *int   `json:"shown,omitempty"`     // how many results are there
	Total     int    `json:"total,omitempty"`     // how many there would be, where that is known
	Hint      string `json:"hint"`
}

// maxBeginning is how many bytes of a value that is left out are shown.
const maxBeginning = 1000

// CutTo is the truncation of a text that is too long for an answer.
func CutTo(value []byte, hint string) Truncation {
	beginning := bytes.ToValidUTF8(value[:min(len(value), maxBeginning)], nil)
	return Truncation{Bytes: len(value), Beginning: string(beginning), Hint: hint}
}

// result returns the answer as clients get it. It has structured content where
// that is as good as the text: a client that reads numbers as floats, as those
// written in JavaScript do, would get others than those that are stored.
func (a Answer) result() *sdk.CallToolResult {
	r := &sdk.CallToolResult{}
	if a.IsObject && floatsHold(a.Texts[0]) {
		r.StructuredContent = json.RawMessage(a.structured())
	}
	if a.isRecalled {
		a.Texts = append([][]byte{fenced(a.Texts[0])}, a.Texts[1:]...)
	}
	r.Content = contents(a.Texts)
	return r
}

// structured returns the object of an answer, with the notice in it if it has
// what was recalled.
func (a Answer) structured() []byte {
	if !a.isRecalled {
		return a.Texts[0]
	}
	o := &Object{}
	o.Member("notice", Notice)
	rest := bytes.TrimPrefix(a.Texts[0], []byte("{"))
	if string(rest) == "}" {
		return append(o.text, '}')
	}
	return append(append(o.text, ','), rest...)
}

// failure returns an error as the answer of a tool, followed by what the tool
// had to say before it failed.
func (t Tool) failure(err error, said ...[]byte) *sdk.CallToolResult {
	text, encodeErr := rawjson.Encode(map[string]any{"error": t.Describe(err)})
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
