package banktools

import (
	"context"

	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/mcp"
)

func (t tools) update() mcp.Tool {
	return mcp.Tool{
		Name:        "memory_update",
		Title:       "Update memory",
		Description: "Update memory entry with jq filter",
		Effect:      mcp.Transforms,
		Schema: `{
			"type": "object",
			"properties": {
				"bank": {"type": "string"},
				"key": {"type": "string"},
				"filter": {"type": "string", "description": "jq filter to apply"},
				"scope": {"type": "string", "enum": ["user", "project"]}
			},
			"required": ["bank", "key", "filter"]
		}`,
		Call: t.callUpdate,
	}
}

func (t tools) callUpdate(ctx context.Context, in mcp.Arguments) (mcp.Answer, error) {
	done, err := t.room.Entries.Update(ctx, bankOf(in), banks.UpdateRequest{
		Key:    in.Text("key"),
		Filter: in.Text("filter"),
	})
	if err != nil {
		return mcp.Answer{}, err
	}
	if len(done.Value) <= mcp.MaxAnswer {
		return mcp.ObjectOf(done).Answer()
	}
	value := done.Value
	done.Value = nil
	o := mcp.ObjectOf(done)
	o.Member("truncated", leftOut(value))
	return o.Answer()
}
