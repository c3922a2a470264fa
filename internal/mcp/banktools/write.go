package banktools

import (
	"context"

	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/mcp"
)

func (t tools) write() mcp.Tool {
	return mcp.Tool{
		Name:        "memory_write",
		Title:       "Write memory",
		Description: "Write to a memory bank",
		Effect:      mcp.Replaces,
		Schema: `{
			"type": "object",
			"properties": {
				"bank": {"type": "string"},
				"key": {"type": "string"},
				"value": {"description": "Value to store (any JSON)"},
				"scope": {"type": "string", "enum": ["user", "project"]},
				"ttl": {"type": "integer", "description": "TTL in seconds"}
			},
			"required": ["bank", "key", "value"]
		}`,
		Call: t.callWrite,
	}
}

func (t tools) callWrite(ctx context.Context, in mcp.Arguments) (mcp.Answer, error) {
	ttl := in.Integer("ttl")
	if in.Has("ttl") && ttl == 0 { // which the library takes for none
		none := banks.Errorf(banks.InvalidTTL, "the ttl is 0 seconds, it must be at least 1").
			WithHint("leave ttl out for a value that stays")
		return mcp.Answer{}, banks.About(banks.AboutKey(none, in.Text("key")), in.Text("bank"), scopeOf(in))
	}
	done, err := t.room.Entries.Write(ctx, bankOf(in), banks.WriteRequest{
		Key:   in.Text("key"),
		Value: in["value"],
		TTL:   ttl,
	})
	if err != nil {
		return mcp.Answer{}, err
	}
	return mcp.ObjectOf(done).Answer()
}
