package memorytools

import (
	"bytes"
	"context"
	"fmt"
	"unicode/utf8"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/library"
	"github.com/agmem/agmem/internal/mcp"
	"github.com/agmem/agmem/internal/rawjson"
)

func (t tools) get() mcp.Tool {
	return mcp.Tool{
		Name:        "get",
		Title:       "Get memories",
		Description: "Read whole memories by id",
		Effect:      mcp.ReadsOnly,
		Schema: `{
			"type": "object",
			"properties": {
				"ids": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 20},
				"offset": {"type": "integer", "minimum": 0, "description": "Where to go on in one long text"}
			},
			"required": ["ids"]
		}`,
		Output: `{
			"type": "object",
			"properties": {
				"notice": {"type": "string"},
				"memories": {"type": "array", "items": {
					"type": "object",
					"properties": {
						"id": {"type": "string"},
						"content": {"type": "string"},
						"tags": {"type": "array", "items": {"type": "string"}},
						"createdAt": {"type": "string"},
						"updatedAt": {"type": "string"},
						"expiresAt": {"type": "string"},
						"origin": {"type": "object"},
						"truncated": {"type": "object"}
					}
				}},
				"truncated": {"type": "object"},
				"errors": {"type": "array", "items": {"type": "object"}}
			},
			"required": ["memories"]
		}`,
		Call: t.callGet,
	}
}

// whole is a memory as get shows it. What is not known is left out.
type whole struct {
	ID        string        `json:"id"`
	Digest    string        `json:"digest,omitempty"` // where it is not the content
	Tags      []string      `json:"tags,omitempty"`
	CreatedAt agmem.Instant `json:"createdAt"`
	UpdatedAt agmem.Instant `json:"updatedAt"`
	ExpiresAt agmem.Instant `json:"expiresAt,omitzero"`
	Origin    agmem.Origin  `json:"origin,omitzero"`
	Content   string        `json:"content"`
	Truncated *cut          `json:"truncated,omitempty"`
}

// cut says which part of a text is shown.
type cut struct {
	Bytes  int    `json:"bytes"` // of the whole text
	Offset int    `json:"offset"`
	Next   int    `json:"next,omitempty"` // the offset that goes on; 0 at the end
	Hint   string `json:"hint,omitempty"`
}

func (t tools) callGet(ctx context.Context, in mcp.Arguments) (mcp.Answer, error) {
	ids, offset := in.Texts("ids"), in.Integer("offset")
	if offset > 0 && len(ids) > 1 {
		return mcp.Answer{}, agmem.Errorf(agmem.Usage, "get: offset goes with one id, not with %d", len(ids))
	}
	return using(ctx, t.Services, func(ctx context.Context, lib *library.Library) (mcp.Answer, error) {
		found, failed := lib.Memories.Get(ctx, ids)
		if len(found) == 0 && failed != nil {
			return mcp.Answer{}, failed
		}
		if offset > 0 {
			if err := checkOffset(found[0].Content, offset); err != nil {
				return mcp.Answer{}, err
			}
		}
		return contents(found, int(offset), failed)
	})
}

func checkOffset(text string, offset int64) error {
	if offset < int64(len(text)) && utf8.RuneStart(text[offset]) {
		return nil
	}
	return agmem.Errorf(agmem.Usage, "get: the offset %d is not the beginning of a character of the text, which has %d bytes", offset, len(text)).
		WithHint("truncated.next of the answer before says where to go on")
}

func contents(found []agmem.Memory, offset int, failed error) (mcp.Answer, error) {
	o := mcp.Recalling()
	memories := o.Series("memories", "[]")
	for _, m := range found {
		w := wholeOf(m)
		if offset > 0 {
			w.Content, w.Truncated = w.Content[offset:], &cut{Bytes: len(m.Content), Offset: offset}
		}
		if !memories.Add("", w, func() any { return shortened(w, m.Content, offset, memories.Room()) }) {
			break
		}
	}
	memories.End()
	o.Truncated(memories, len(found), "the others have no room in this answer: get them in a call of their own")
	o.Failures(mcp.Flatten(failed), func(err error) any { return describe(err) })
	return o.Answer()
}

func wholeOf(m agmem.Memory) whole {
	w := whole{ID: shown(m.ID, m.Short), Digest: m.Digest, Tags: m.Tags, CreatedAt: m.CreatedAt, UpdatedAt: m.UpdatedAt,
		ExpiresAt: m.ExpiresAt, Origin: m.Origin, Content: m.Content}
	if m.Digest == m.Content {
		w.Digest = ""
	}
	return w
}

// minShown is how much of a text is worth showing, in bytes.
const minShown = 1000

// shortened returns a memory with as much of its text from offset on as has room,
// and none of a long digest. Where that is too little to be worth it, the text
// stays, and the memory has no room.
func shortened(w whole, text string, offset, room int) whole {
	if len(w.Digest) > minShown {
		w.Digest = ""
	}
	rest := text[offset:]
	w.Content = ""
	w.Truncated = &cut{Bytes: len(text), Offset: offset, Next: len(text),
		Hint: fmt.Sprintf("get with the id %s and this next as offset goes on", w.ID)}
	n := fitting(rest, room-size(w))
	if n < min(minShown, len(rest)) {
		n = len(rest)
	}
	w.Content = rest[:n]
	w.Truncated.Next = offset + n
	return w
}

// fitting returns how much of a text takes at most so many bytes of an answer,
// up to the border of a character.
func fitting(text string, room int) int {
	n := min(len(text), max(room, 0))
	for n > 0 && size(text[:n]) > room {
		n = max(0, min(n-1, n*max(room, 0)/size(text[:n])))
	}
	for n > 0 && n < len(text) && !utf8.RuneStart(text[n]) {
		n--
	}
	return n
}

// size returns how many bytes of an answer a value takes, where < is escaped.
func size(v any) int {
	text, _ := rawjson.Encode(v) // strings and numbers: it cannot fail
	return len(text) + bytes.Count(text, []byte("<"))*(len(`\u003c`)-1)
}
