package mcp

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/agmem/agmem/internal/rawjson"
)

// maxMessage is how many bytes a message may have. It is far more than any
// value that is accepted, so that one which is too large is told so by its
// tool.
const maxMessage = 32 << 20

// messageReader passes on the lines that are messages and answers those that
// are none, each of which would end the session of the SDK.
type messageReader struct {
	in    *bufio.Reader
	out   io.Writer
	calls *calls
	rest  []byte // of the messages that are being passed on
}

func newMessageReader(in io.Reader, out io.Writer, calls *calls) *messageReader {
	return &messageReader{in: bufio.NewReader(in), out: out, calls: calls}
}

func (m *messageReader) Read(p []byte) (int, error) {
	for len(m.rest) == 0 {
		line, err := m.line()
		if err != nil {
			return 0, err
		}
		var answer []byte
		if fault := check(line); fault != nil {
			answer = fault.refusal()
		} else {
			m.rest, answer = m.calls.take(bytes.TrimSpace(line))
		}
		if answer == nil {
			continue
		}
		if _, err := m.out.Write(answer); err != nil {
			return 0, err
		}
	}
	n := copy(p, m.rest)
	m.rest = m.rest[n:]
	return n, nil
}

// line returns the next line that is not blank, with a line feed at its end.
// Of one that is too long it returns the beginning, which is one byte too long.
func (m *messageReader) line() ([]byte, error) {
	for {
		var line []byte
		var err error
		for {
			var part []byte
			part, err = m.in.ReadSlice('\n')
			line = append(line, part[:min(len(part), maxMessage+1-min(len(line), maxMessage+1))]...)
			if !errors.Is(err, bufio.ErrBufferFull) {
				break
			}
		}
		line = bytes.TrimSpace(line)
		if len(line) > 0 {
			return append(line, '\n'), nil // the end of the input comes again
		}
		if err != nil {
			return nil, err
		}
	}
}

// fault is why a line is not a message.
type fault struct {
	id   []byte // of the call, where that can be told
	code int64
	text string
}

// check returns nil for a message, and for a batch of them.
func check(line []byte) *fault {
	if len(line) > maxMessage {
		return &fault{code: jsonrpc.CodeInvalidRequest, text: "the message is longer than 32 MiB"}
	}
	if err := rawjson.Check(line); err != nil {
		return &fault{code: jsonrpc.CodeParseError, text: err.Error()}
	}
	if line[0] != '[' {
		return checkMessage(line)
	}
	var found *fault
	count := 0
	// It is valid, so it has no other errors.
	_, _ = rawjson.Elements(line, 0, func(_, at int) (int, error) {
		end, err := rawjson.Value(line, at)
		if count++; found == nil {
			found = checkMessage(line[at:end])
		}
		return end, err
	})
	if count == 0 {
		return &fault{code: jsonrpc.CodeInvalidRequest, text: "the batch is empty"}
	}
	return found
}

func checkMessage(text []byte) *fault {
	if KindOf(text) != "object" {
		return &fault{code: jsonrpc.CodeInvalidRequest, text: "a message is an object"}
	}
	message := members(text, 0)
	if id, ok := message["id"]; ok && message["method"] != nil && !isID(id) { // for the SDK, null is a notification
		return &fault{code: jsonrpc.CodeInvalidRequest, text: "the id is not a string or a number"}
	}
	if _, err := jsonrpc.DecodeMessage(hideIDs(text)); err != nil {
		return &fault{id: callID(message), code: jsonrpc.CodeInvalidRequest, text: err.Error()}
	}
	return nil
}

// callID returns the id of what may be a call.
func callID(message Arguments) []byte {
	if id := message["id"]; id != nil && isID(id) {
		return id
	}
	return nil
}

// isID says whether a JSON value can be the id of a call.
func isID(value []byte) bool { return KindOf(value) == "string" || KindOf(value) == "number" }

// refusal returns the line that tells the client. The SDK leaves out an id
// that is null, which JSON-RPC demands.
func (f *fault) refusal() []byte {
	id := f.id
	if id == nil {
		id = []byte("null")
	}
	o := &Object{}
	o.Member("jsonrpc", "2.0")
	o.name("id")
	o.text = append(o.text, id...)
	o.Member("error", jsonrpc.Error{Code: f.code, Message: f.text})
	return append(o.text, '}', '\n')
}
