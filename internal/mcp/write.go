package mcp

import (
	"context"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/library"
)

func writeTool() tool {
	return tool{
		name:        "memory_write",
		title:       "Write memory",
		description: "Write to a memory bank",
		effect:      replaces,
		schema: `{
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
		call: write,
	}
}

func write(ctx context.Context, banks *library.Banks, in arguments) (answer, error) {
	ttl := in.integer("ttl")
	if in.has("ttl") && ttl == 0 { // which the library takes for none
		return answer{}, agmem.BankErrorf(agmem.InvalidTTL, "the ttl is 0 seconds, it must be at least 1").
			WithHint("leave ttl out for a value that stays").
			In(in.text("bank"), in.scope()).At(in.text("key"))
	}
	done, err := banks.Entries.Write(ctx, in.bank(), library.WriteRequest{
		Key:   in.text("key"),
		Value: in["value"],
		TTL:   ttl,
	})
	if err != nil {
		return answer{}, err
	}
	return objectOf(done).answer()
}
