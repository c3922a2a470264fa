package mcp

import (
	"bytes"
	"strings"

	"github.com/agmem/agmem/internal/rawjson"
)

// The SDK reads a numeric id as an integer and a string as what it means, so
// that 1.5 would be answered as 1, and 9007199254740993 as another number. Ids
// that it would change are hidden from it: it gets a string that holds the text
// of the id, and in its answers that string becomes the text again.

// rawMark is how a string begins that holds an id. A string of a client that
// begins like this is hidden too, so that every such string is one of ours.
const rawMark = "raw:"

// hideIDs returns a line, a message or a batch, with the ids of its calls
// hidden, and those that a cancellation names.
func hideIDs(line []byte) []byte {
	var edits []edit
	eachMessage(line, func(at int) {
		message := members(line[at:], 0)
		method, isRequest := message["method"]
		if !isRequest {
			return // an answer of the client has the id that it was asked with
		}
		isCancellation := string(method) == `"notifications/cancelled"`
		eachMember(line, at, func(name string, start, end int) {
			switch {
			case name == "id":
				edits = appendHidden(edits, line, start, end)
			case name == "params" && isCancellation && line[start] == '{':
				eachMember(line, start, func(name string, start, end int) {
					if name == "requestId" {
						edits = appendHidden(edits, line, start, end)
					}
				})
			}
		})
	})
	return edited(line, edits)
}

// showIDs returns a line of the SDK with the ids of clients as they were.
func showIDs(line []byte) []byte {
	if !bytes.Contains(line, []byte(`"`+rawMark)) {
		return line
	}
	var edits []edit
	eachMessage(line, func(at int) {
		eachMember(line, at, func(name string, start, end int) {
			if name != "id" || line[start] != '"' {
				return
			}
			edits = append(edits, edit{start, end, showID(line[start:end])})
		})
	})
	return edited(line, edits)
}

// showID returns an id as it was before it was hidden.
func showID(id []byte) []byte {
	if KindOf(id) != "string" {
		return id
	}
	text, hidden := bytes.CutPrefix([]byte(rawjson.Unquote(id)), []byte(rawMark))
	if hidden && rawjson.Check(text) == nil && isID(text) { // else it is not one of ours
		return text
	}
	return id
}

// appendHidden hides the id at line[start:end], unless the SDK gives it back as
// it is, or it is not an id.
func appendHidden(edits []edit, line []byte, start, end int) []edit {
	id := line[start:end]
	if !isID(id) || isPlain(id) {
		return edits
	}
	return append(edits, edit{start, end, rawjson.AppendQuoted(nil, rawMark+string(id))})
}

// maxPlainDigits is how many digits an integer may have that every float holds.
const maxPlainDigits = 15

// isPlain says whether the SDK gives an id back as it is written: a short
// integer, or a string of printable ASCII that JSON never escapes.
func isPlain(id []byte) bool {
	if id[0] == '"' {
		return !bytes.HasPrefix(id, []byte(`"`+rawMark)) &&
			bytes.IndexFunc(id, func(c rune) bool { return c < ' ' || c > '~' || strings.ContainsRune(`\\<>&`, c) }) < 0
	}
	digits := bytes.TrimPrefix(id, []byte("-"))
	return len(digits) <= maxPlainDigits && string(id) != "-0" &&
		bytes.IndexFunc(digits, func(c rune) bool { return c < '0' || c > '9' }) < 0
}

// eachMessage calls visit with where each object is in a line: the line itself
// or the elements of an array. The line is valid JSON.
func eachMessage(line []byte, visit func(at int)) {
	switch line[0] {
	case '{':
		visit(0)
	case '[':
		_, _ = rawjson.Elements(line, 0, func(_, at int) (int, error) {
			if line[at] == '{' {
				visit(at)
			}
			return rawjson.Value(line, at)
		})
	}
}

// eachMember calls visit with the name and the place of each member of the
// object at line[at].
func eachMember(line []byte, at int, visit func(name string, start, end int)) {
	_, _ = rawjson.Members(line, at, func(name []byte, at int) (int, error) {
		end, err := rawjson.Value(line, at)
		if err == nil {
			visit(rawjson.Unquote(name), at, end)
		}
		return end, err
	})
}

// edit replaces a part of a line by a text.
type edit struct {
	start, end int
	text       []byte
}

// edited returns a line with edits, which are in their order.
func edited(line []byte, edits []edit) []byte {
	if len(edits) == 0 {
		return line
	}
	var out []byte
	last := 0
	for _, e := range edits {
		out = append(append(out, line[last:e.start]...), e.text...)
		last = e.end
	}
	return append(out, line[last:]...)
}
