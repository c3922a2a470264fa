package memorytools

import (
	"context"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/library"
	"github.com/agmem/agmem/internal/mcp"
	"github.com/agmem/agmem/internal/when"
)

func (t tools) remember() mcp.Tool {
	return mcp.Tool{
		Name:        "remember",
		Title:       "Remember",
		Description: "Keep a fact, decision or lesson for later sessions",
		Effect:      mcp.Adds,
		Schema: `{
			"type": "object",
			"properties": {
				"content": {"type": "string", "description": "Text that is understandable alone"},
				"tags": {"type": "array", "items": {"type": "string"}, "maxItems": 100},
				"digest": {"type": "string", "description": "Line that recall shows (default: content)"},
				"expires": {"type": "string", "description": "Date or span: 2027-01-31, 90d"}
			},
			"required": ["content"]
		}`,
		Output: `{
			"type": "object",
			"properties": {
				"id": {"type": "string"},
				"created": {"type": "boolean", "description": "false: it was there already"},
				"expiresAt": {"type": "string"}
			},
			"required": ["id", "created"]
		}`,
		Call: t.callRemember,
	}
}

// remembered is the answer of remember.
type remembered struct {
	ID        string        `json:"id"`
	Created   bool          `json:"created"`
	ExpiresAt agmem.Instant `json:"expiresAt,omitzero"`
}

func (t tools) callRemember(ctx context.Context, in mcp.Arguments) (mcp.Answer, error) {
	draft := agmem.Draft{Content: in.Text("content"), Digest: in.Text("digest"), Tags: in.Texts("tags")}
	var err error
	if in.Has("expires") {
		if draft.ExpiresAt, err = when.Expiry(in.Text("expires"), t.Now()); err != nil {
			return mcp.Answer{}, err
		}
	}
	if draft.Origin, err = t.Origin(mcp.ClientOf(ctx)); err != nil {
		return mcp.Answer{}, err
	}
	return using(ctx, t.Services, func(ctx context.Context, lib *library.Library) (mcp.Answer, error) {
		memory, created, err := lib.Memories.Add(ctx, draft)
		if err != nil {
			return mcp.Answer{}, err
		}
		return mcp.ObjectOf(remembered{shown(memory.ID, memory.Short), created, memory.ExpiresAt}).Answer()
	})
}
