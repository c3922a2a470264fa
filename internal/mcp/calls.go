package mcp

import (
	"bytes"
	"fmt"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/agmem/agmem/internal/rawjson"
)

// calls are the calls of one client that have no answer yet, by their ids as
// the SDK gets them. The SDK ends a session for a batch that has an id twice,
// or two notifications, and never answers one with a notification. So it gets
// the messages of a batch one by one, and their answers are put together here.
type calls struct {
	mu   sync.Mutex
	open map[string]*batch // nil for a call that came alone
}

// batch is the answers of a batch that has calls without one.
type batch struct {
	waiting int
	answers [][]byte // without line breaks
}

func newCalls() *calls { return &calls{open: make(map[string]*batch)} }

// take notes the calls of a line, a message or a batch. It returns the lines
// for the SDK, and a line for the client where that is answered already.
func (c *calls) take(line []byte) (pass, answer []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var b *batch
	if line[0] == '[' {
		b = &batch{}
	}
	eachMessage(line, func(at int) {
		end, _ := rawjson.Value(line, at) // the line was checked
		message := hideIDs(line[at:end:end])
		if id := requestID(message); id != nil {
			if _, used := c.open[key(id)]; used {
				answer = b.refuse(usedTwice(id))
				return
			}
			c.open[key(id)] = b
			b.wait()
		}
		pass = append(append(pass, message...), '\n')
	})
	if b != nil {
		answer = b.complete()
	}
	return pass, answer
}

// answered notes a line of the SDK, and returns what the client gets for it:
// the line, nothing, or the answers of a whole batch.
func (c *calls) answered(line []byte) []byte {
	id := answerID(line)
	line = showIDs(line)
	if id == nil {
		return line
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	b := c.open[key(id)]
	delete(c.open, key(id))
	if b == nil {
		return line
	}
	b.waiting--
	b.answers = append(b.answers, bytes.TrimSpace(line))
	return b.complete()
}

// key is what an id is known by: the SDK may escape a string otherwise than it
// came.
func key(id []byte) string {
	if KindOf(id) == "string" {
		return `"` + rawjson.Unquote(id)
	}
	return string(id)
}

func (b *batch) wait() {
	if b != nil {
		b.waiting++
	}
}

// refuse answers a call: at once, or with the others of its batch.
func (b *batch) refuse(f *fault) []byte {
	if b == nil {
		return f.refusal()
	}
	b.answers = append(b.answers, bytes.TrimSpace(f.refusal()))
	return nil
}

// complete returns the line that answers a batch, nil until every call in it
// has its answer, and for one that has no call.
func (b *batch) complete() []byte {
	if b.waiting > 0 || len(b.answers) == 0 {
		return nil
	}
	line := append([]byte("["), bytes.Join(b.answers, []byte(","))...)
	return append(line, ']', '\n')
}

// usedTwice refuses a call whose id is that of another without an answer. Its
// own answer has no id, or it would be taken for that of the other.
func usedTwice(id []byte) *fault {
	return &fault{code: jsonrpc.CodeInvalidRequest, text: fmt.Sprintf("the id %.100s is that of another call without an answer", showID(id))}
}

// requestID returns the id of a message that is a call, nil for any other.
func requestID(message []byte) []byte {
	m := members(message, 0)
	if m["method"] == nil {
		return nil
	}
	return m["id"]
}

// answerID returns the id of a message that is an answer, nil for any other.
func answerID(line []byte) []byte {
	if line[0] != '{' {
		return nil
	}
	m := members(line, 0)
	if m["method"] != nil {
		return nil
	}
	return m["id"]
}
