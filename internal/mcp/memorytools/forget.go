package memorytools

import (
	"context"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/library"
	"github.com/agmem/agmem/internal/mcp"
)

func (t tools) forget() mcp.Tool {
	return mcp.Tool{
		Name:        "forget",
		Title:       "Forget memories",
		Description: "Delete memories, all of them or none",
		Effect:      mcp.Replaces,
		Schema: `{
			"type": "object",
			"properties": {
				"ids": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 20}
			},
			"required": ["ids"]
		}`,
		Output: `{
			"type": "object",
			"properties": {
				"forgotten": {"type": "array", "items": {"type": "string"}}
			},
			"required": ["forgotten"]
		}`,
		Call: t.callForget,
	}
}

// forgotten is the answer of forget.
type forgotten struct {
	IDs []string `json:"forgotten"`
}

// No tool deletes for good: a text that was recalled may have asked for it, and
// only undo brings back what was deleted.
func (t tools) callForget(ctx context.Context, in mcp.Arguments) (mcp.Answer, error) {
	origin, err := t.Origin(mcp.ClientOf(ctx))
	if err != nil {
		return mcp.Answer{}, err
	}
	return using(ctx, t.Services, func(ctx context.Context, lib *library.Library) (mcp.Answer, error) {
		gone, err := lib.Memories.Delete(ctx, in.Texts("ids"), agmem.DeleteOptions{Origin: origin})
		if err != nil {
			return mcp.Answer{}, err
		}
		ids := make([]string, len(gone))
		for i, m := range gone {
			ids[i] = shown(m.ID, m.Short)
		}
		return mcp.ObjectOf(forgotten{ids}).Answer()
	})
}
