package banktools

import (
	"context"

	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/mcp"
)

func (t tools) delete() mcp.Tool {
	return mcp.Tool{
		Name:        "memory_delete",
		Title:       "Delete memory",
		Description: "Delete memory entry or bank",
		Effect:      mcp.Replaces,
		Schema: `{
			"type": "object",
			"properties": {
				"bank": {"type": "string"},
				"key": {"type": "string", "description": "Key to delete (omit to delete entire bank)"},
				"scope": {"type": "string", "enum": ["user", "project"]}
			},
			"required": ["bank"]
		}`,
		Call: t.callDelete,
	}
}

// No server can ask a person whether a whole bank is to go, so a copy stays.
func (t tools) callDelete(ctx context.Context, in mcp.Arguments) (mcp.Answer, error) {
	var done banks.Deleted
	var err error
	if in.Has("key") {
		done, err = t.room.Entries.Delete(ctx, bankOf(in), in.Text("key"))
	} else {
		done, err = t.room.Entries.DeleteBank(ctx, bankOf(in), banks.DeleteBankRequest{KeepCopy: true})
	}
	if err != nil {
		return mcp.Answer{}, err
	}
	return mcp.ObjectOf(done).Answer()
}
