package mcp

import (
	"context"

	"github.com/agmem/agmem/internal/library"
)

func deleteTool() tool {
	return tool{
		name:        "memory_delete",
		title:       "Delete memory",
		description: "Delete memory entry or bank",
		effect:      replaces,
		schema: `{
			"type": "object",
			"properties": {
				"bank": {"type": "string"},
				"key": {"type": "string", "description": "Key to delete (omit to delete entire bank)"},
				"scope": {"type": "string", "enum": ["user", "project"]}
			},
			"required": ["bank"]
		}`,
		call: deleteEntryOrBank,
	}
}

func deleteEntryOrBank(ctx context.Context, banks *library.Banks, in arguments) (answer, error) {
	var done library.BankDeleted
	var err error
	if in.has("key") {
		done, err = banks.Entries.Delete(ctx, in.bank(), in.text("key"))
	} else {
		done, err = banks.Entries.DeleteBank(ctx, in.bank())
	}
	if err != nil {
		return answer{}, err
	}
	return objectOf(done).answer()
}
