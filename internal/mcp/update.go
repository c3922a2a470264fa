package mcp

import (
	"context"

	"github.com/agmem/agmem/internal/library"
)

func updateTool() tool {
	return tool{
		name:        "memory_update",
		title:       "Update memory",
		description: "Update memory entry with jq filter",
		effect:      transforms,
		schema: `{
			"type": "object",
			"properties": {
				"bank": {"type": "string"},
				"key": {"type": "string"},
				"filter": {"type": "string", "description": "jq filter to apply"},
				"scope": {"type": "string", "enum": ["user", "project"]}
			},
			"required": ["bank", "key", "filter"]
		}`,
		call: update,
	}
}

func update(ctx context.Context, banks *library.Banks, in arguments) (answer, error) {
	done, err := banks.Entries.Update(ctx, in.bank(), library.UpdateRequest{
		Key:    in.text("key"),
		Filter: in.text("filter"),
	})
	if err != nil {
		return answer{}, err
	}
	if len(done.Value) <= maxAnswer {
		return objectOf(done).answer()
	}
	value := done.Value
	done.Value = nil
	o := objectOf(done)
	o.member("truncated", leftOut(value))
	return o.answer()
}
